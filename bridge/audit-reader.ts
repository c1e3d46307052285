import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { GENESIS, lineDigest, parseAuditLine, type AuditLine } from './audit-line.ts'
import { fault } from './faults.ts'

const BLOCK_BYTES = 64 * 1024
/** Bytes searched backwards for the last whole line at start; far longer than any line. */
const TAIL_BYTES = 1024 * 1024
const LINE_FEED = 0x0a

export interface AuditTail {
  /** Digest of the last whole line; GENESIS when there is none. */
  head: string
  /** Whether the file ends within a line, as a crash leaves it. */
  torn: boolean
}

/** Finds where the chain goes on: the last whole line of the first of `paths` that has one. */
export function auditTail(paths: readonly string[]): AuditTail {
  let torn = false
  for (const [index, path] of paths.entries()) {
    const text = readTail(path)
    if (index === 0) torn = text !== '' && !text.endsWith('\n')
    for (const line of text.split('\n').reverse()) {
      if (parseAuditLine(line) !== undefined) return { head: lineDigest(line), torn }
    }
  }
  return { head: GENESIS, torn }
}

function readTail(path: string): string {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return ''
  }
  try {
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES))
    const count = readSync(file, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('utf8', 0, count)
  } finally {
    closeSync(file)
  }
}

/** Lines of a file from byte `end` backwards, each with the offset it starts at; reads a block at a time. */
async function* linesBackwards(
  file: FileHandle,
  end: number,
): AsyncGenerator<{ text: string; start: number }> {
  const block = Buffer.alloc(BLOCK_BYTES)
  let rest: Buffer = Buffer.alloc(0)
  for (let at = end; at > 0;) {
    const from = Math.max(0, at - BLOCK_BYTES)
    const { bytesRead } = await file.read(block, 0, at - from, from)
    let bytes: Buffer = Buffer.concat([block.subarray(0, bytesRead), rest])
    for (let feed = bytes.lastIndexOf(LINE_FEED); feed >= 0; feed = bytes.lastIndexOf(LINE_FEED)) {
      const text = bytes.toString('utf8', feed + 1)
      if (text !== '') yield { text, start: from + feed + 1 }
      bytes = bytes.subarray(0, feed)
    }
    rest = bytes
    at = from
  }
  if (rest.length > 0) yield { text: rest.toString('utf8'), start: 0 }
}

export interface AuditPage {
  /** Newest first. */
  entries: AuditLine[]
  /** Give it as `before` for the entries before these; absent at the end. */
  next?: string
}

/** Names a log by its first line, since rotation renames it. */
async function nameOf(file: FileHandle): Promise<string> {
  const block = Buffer.alloc(BLOCK_BYTES)
  const { bytesRead } = await file.read(block, 0, block.length, 0)
  const feed = block.indexOf(LINE_FEED)
  return lineDigest(block.toString('utf8', 0, feed >= 0 && feed < bytesRead ? feed : bytesRead)).slice(0, 16)
}

const cursorForm = /^([0-9a-f]{16})-(\d{1,15})$/

/**
 * Reads the audit log from its end, newest first, through the rotated logs; `paths` has the newest first. Reads no
 * more than the page needs. Faults: INVALID_INPUT for a `before` that no page gave, NOT_FOUND when its log is gone.
 */
export async function readAuditPage(
  paths: readonly string[],
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<AuditPage> {
  const [, wanted, offset] = before === undefined ? [] : (cursorForm.exec(before) ?? [])
  if (before !== undefined && wanted === undefined) {
    throw fault('INVALID_INPUT', 'Expected in "before" what an earlier answer gave as "next".')
  }
  const entries: AuditLine[] = []
  let reached = wanted === undefined
  for (const path of paths) {
    const file = await open(path, 'r').catch(() => undefined)
    if (file === undefined) continue
    try {
      const name = await nameOf(file)
      const { size } = await file.stat()
      const resumes = name === wanted
      reached = reached || resumes
      if (!reached) continue
      for await (const { text, start } of linesBackwards(
        file,
        resumes ? Math.min(Number(offset), size) : size,
      )) {
        const entry = parseAuditLine(text)
        if (entry === undefined) continue
        entries.push(entry)
        if (entries.length === limit) return { entries, next: `${name}-${start}` }
      }
    } finally {
      await file.close()
    }
  }
  if (!reached) throw fault('NOT_FOUND', 'The log that "before" points to is not kept any more.')
  return { entries }
}

export interface AuditVerdict {
  /** Whether each line carries the digest of the line before it. */
  ok: boolean
  /** Whole lines read. */
  lines: number
  /** Lines that a crash left torn; the chain goes on past them. */
  torn: number
  /** Number of the first line, from 1, that does not follow from the one before. */
  brokenAt?: number
  /** Digest of the last whole line, to verify the next log with. */
  head: string
}

/**
 * Follows the chain of one log file. `prev`: the head of the log before it; without it the first line is believed.
 * A changed, removed or inserted line breaks the chain at the line after it; lines cut off at the very end cannot be
 * missed by the file alone.
 */
export async function verifyAudit(path: string, prev?: string): Promise<AuditVerdict> {
  const file = await open(path, 'r')
  const stream = createReadStream('', { fd: file, encoding: 'utf8' })
  const verdict: AuditVerdict = { ok: true, lines: 0, torn: 0, head: prev ?? GENESIS }
  let number = 0
  try {
    for await (const text of createInterface({ input: stream, crlfDelay: Infinity })) {
      number++
      const line = parseAuditLine(text)
      if (line === undefined) {
        verdict.torn++
        continue
      }
      const believed = verdict.lines === 0 && prev === undefined
      if (!believed && line.prev !== verdict.head) return { ...verdict, ok: false, brokenAt: number }
      verdict.lines++
      verdict.head = lineDigest(text)
    }
    return verdict
  } finally {
    stream.destroy()
  }
}

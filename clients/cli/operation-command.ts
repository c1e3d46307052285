import { Fault } from '../../bridge/faults.ts'
import { kebabCase, type Operation } from '../../bridge/operation.ts'
import { binariesOf } from '../../bridge/operation-files.ts'
import { BlobResult } from '../../bridge/sources.ts'
import type { CallBody } from '../call-request.ts'
import { checkInput, checkLimits, type CallOptions } from '../calls.ts'
import type { Client } from '../client.ts'
import type { Answer } from '../transport.ts'
import { isThisMachine } from '../discovery.ts'
import { parseJson } from '../wire.ts'
import { askApproval } from './approval-prompt.ts'
import { connect, type Command, type Context } from './command.ts'
import { commandArguments } from './example-line.ts'
import { commandInput, type CommandInput } from './operation-input.ts'
import { callOptions, fieldOptions, sourceFields } from './operation-options.ts'
import { failedEntries, readable, size } from './output.ts'
import { ProgressLine } from './progress-line.ts'
import { withStoredFiles } from './remote-files.ts'
import { resultPlace, type ResultPlace } from './result-file.ts'
import { EXIT, UsageError } from './usage.ts'

/** The command of an operation: `talaria <family> <verb>`. */
export function operationCommand(operation: Operation): Command {
  const name = commandName(operation)
  const { summary, description } = operation
  const positional = operation.cli?.positional ?? []
  const files = sourceFields(operation)
  const takesFiles = positional.some((field) => files.has(field))
  return {
    name,
    summary,
    ...(description !== undefined && { description }),
    positionals: positional.map((field) => positionalName(operation, field, files.has(field))).join(' '),
    takesFiles,
    options: [...fieldOptions(operation), ...callOptions(operation)],
    examples: operation.examples.map(({ title, input, cli }) => ({
      title,
      line: `talaria ${name} ${cli ?? commandArguments(operation, input)}`,
    })),
    run: (context) => runOperation(operation, context),
  }
}

/** `documents.read` as it is written on a command line: `documents read`. */
export function commandName({ name }: Pick<Operation, 'name'>): string {
  return name.split('.').map(kebabCase).join(' ')
}

function positionalName(operation: Operation, field: string, isFile: boolean): string {
  const word = isFile ? 'FILE' : field.toUpperCase()
  return field === operation.files?.many ? `${word}…` : word
}

async function runOperation(operation: Operation, context: Context): Promise<number> {
  const { args, terminal, signal } = context
  const asked = timeoutOf(args.text('timeout'))
  const readStdin = (maxBytes: number) => terminal.readInput(maxBytes, signal)
  const input = await commandInput(operation, args, { cwd: terminal.cwd, readStdin })
  checkEarly(operation, input, asked)
  const place = await resultPlace(operation, context)
  const { client, url } = await connect(context)
  if (!isThisMachine(url)) input.fields = await withStoredFiles(operation, input.fields, client, signal)
  const body = await bodyOf(operation, input, client, context)
  const approval = args.text('approval')
  // Where jobs may take long, a command may too.
  const timeoutMs = asked ?? operation.limits.longTimeoutMs
  const options: CallOptions = {
    signal,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(approval !== undefined && { approval }),
  }
  let answer = await ask(operation, client, body, options, context)
  if (answer.fault?.code === 'APPROVAL_NEEDED') {
    const id = await askApproval(answer.fault, client, context)
    if (id !== undefined) answer = await ask(operation, client, body, { ...options, approval: id }, context)
  }
  return show(operation, answer, client, place, context)
}

/** Fails for an input that no service would take before one is started for it. */
function checkEarly(
  operation: Operation,
  { fields, stdin }: CommandInput,
  timeoutMs: number | undefined,
): void {
  try {
    checkLimits(operation, 0, timeoutMs)
    if (!stdin) checkInput(operation, fields)
  } catch (error) {
    if (error instanceof Fault) throw new UsageError(error.message)
    throw error
  }
}

/** `--timeout`: seconds, or a number with ms, s or m. */
export function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text)
  if (!match) throw new UsageError(`--timeout: expected seconds, such as 30 or 500ms; "${text}" came.`)
  const factor = { ms: 1, s: 1000, m: 60_000 }[match[2] ?? 's'] ?? 1000
  return Number(match[1]) * factor
}

/** The body of the call, with standard input where `-` stood. */
async function bodyOf(
  operation: Operation,
  { fields, stdin }: CommandInput,
  client: Client,
  { args, terminal, signal }: Context,
): Promise<CallBody> {
  if (stdin === undefined) return { input: fields }
  const bytes = await terminal.readInput(operation.limits.maxInputBytes, signal)
  if (stdin.as === 'text') {
    const text = new TextDecoder().decode(bytes).replace(/\r?\n$/, '')
    return { input: { ...fields, [stdin.field]: text } }
  }
  const mediaType = args.text('media-type')
  if (stdin.as === 'body')
    return { upload: { bytes, name: 'stdin', ...(mediaType !== undefined && { mediaType }) }, fields }
  // One of several files: stored first, then named like the others.
  const { blob } = await client.blobs.put(bytes, { signal, ...(mediaType !== undefined && { mediaType }) })
  const sources = fields[stdin.field]
  if (!Array.isArray(sources)) return { input: { ...fields, [stdin.field]: { blob } } }
  return { input: { ...fields, [stdin.field]: sources.with(stdin.index, { blob, name: 'stdin' }) } }
}

async function ask(
  operation: Operation,
  client: Client,
  body: CallBody,
  options: CallOptions,
  { args, terminal }: Context,
): Promise<Answer> {
  if (args.has('async')) return client.jobs.submitAnswer(operation, body, options)
  const quick = operation.lane === 'inline' || operation.lane === 'quick' || operation.lane === 'home'
  if (quick || !terminal.canRedraw) return client.answer(operation, body, options)
  const line = new ProgressLine(terminal, commandName(operation))
  try {
    return await client.answer(operation, body, { ...options, onProgress: line.update })
  } finally {
    line.end()
  }
}

async function show(
  operation: Operation,
  answer: Answer,
  client: Client,
  place: ResultPlace | undefined,
  context: Context,
): Promise<number> {
  const { args, terminal, signal } = context
  const json = args.has('json')
  if (json) await terminal.write(answer.body)
  if (answer.fault) throw answer.fault
  const output = parseJson(answer.body)
  if (args.has('async')) {
    if (!json) await terminal.print(String(field(output, 'id')))
    return EXIT.ok
  }
  if (place) {
    const results = binariesOf(operation, output)
    for (const [index, file] of (await place(results)).entries()) {
      const result = BlobResult.parse(results[index]?.result)
      await file.write(await client.blobs.get(result.blob, { signal }))
      if (!json && file.name !== undefined) {
        await terminal.print(`${file.name} (${result.mediaType}, ${size(result.bytes)})`)
      }
    }
  } else if (!json) await terminal.write(readable(output, terminal))
  const failed = failedEntries(output)
  for (const line of failed) terminal.note(`${terminal.noteStyle('red', 'Failed')} ${line}`)
  return failed.length > 0 ? EXIT.someFailed : EXIT.ok
}

function field(output: unknown, name: string): unknown {
  return output !== null && typeof output === 'object' ? Reflect.get(output, name) : undefined
}

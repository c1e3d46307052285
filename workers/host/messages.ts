import type { Envelope, FaultCode } from '../../bridge/faults.ts'
import type { LeafLocation } from '../leaves.ts'

/**
 * What the main thread and its workers say to each other. Everything here is plain data, so that structured
 * clone carries it to threads and processes alike.
 */

/** Largest amount of bytes that travels inside a message; more goes through shared memory or the spool. */
export const MESSAGE_BYTES = 64 * 1024

/** Bytes by digest. A path instead of bytes names a file in the spool folder that holds exactly these bytes. */
export type SentFiles = Array<[digest: string, content: Uint8Array | SpooledFile]>

export interface SpooledFile {
  path: string
  bytes: number
}

/** One leaf to run. */
export interface LeafCall {
  id: number
  leaf: string
  input: unknown
  /** Milliseconds since the epoch. */
  deadline: number
  /** Absent when there are none, which keeps the message of a small call small. */
  files?: SentFiles
  /** Whether somebody listens to progress. */
  progress: boolean
}

/** What came of a leaf. `runMs` is the time in the leaf alone, without loading its module. */
export type LeafAnswer =
  { runMs: number; output: unknown; files?: SentFiles } | { runMs: number; fault: Envelope; stack?: string }

/** Why a running leaf is told to end, by its number in the control words; 0 says it may go on. */
export const END_CODES = [undefined, 'CANCELLED', 'DEADLINE', 'SHUTTING_DOWN'] as const satisfies (
  FaultCode | undefined
)[]
export type EndCode = Exclude<(typeof END_CODES)[number], undefined>

/**
 * The shared control words of a batch, two for each call: how far it is, and whether it should end. Behind them
 * the thread writes its id when it begins.
 *
 *     call 0         call 1         call 2
 *     [state][end]   [state][end]   [state][end]   [thread]
 *
 * A thread moves `waiting` to `running` before it starts a call, the main thread moves `waiting` to `recalled`;
 * both by compare-and-swap, so a call is either run or taken back, never both.
 */
export const CALL_STATE = { waiting: 0, running: 1, done: 2, recalled: 3 } as const
const CALL_WORDS = 2

/** How many control words a batch has. */
export const controlWords = (calls: number): number => calls * CALL_WORDS + 1

/** Index of the word that holds the id of the thread, 0 before it has begun. */
export const threadWord = (calls: number): number => calls * CALL_WORDS

/** Index of the state word of the nth call of a batch. */
export const stateWord = (position: number): number => position * CALL_WORDS

/** Index of the end word of the nth call of a batch. */
export const endWord = (position: number): number => position * CALL_WORDS + 1

/** What a thread is handed: calls it runs one after the other, and their control words. */
export interface ThreadBatch {
  calls: LeafCall[]
  control: Int32Array
}

/** What a thread gives back at the end of a batch; undefined for calls taken back or answered before. */
export type BatchAnswers = Array<LeafAnswer | undefined>

/** What every thread knows from its start. */
export interface ThreadData {
  leaves: Record<string, LeafLocation>
  modules: Record<string, WebAssembly.Module>
  /** Added to the nice value of the thread, where the system has one for each thread (Linux); 0 changes nothing. */
  nice: number
}

/** What a thread says between batches' ends. */
export type FromThread =
  | { kind: 'progress'; id: number; fraction: number; item?: unknown }
  | { kind: 'answers'; answers: Array<[id: number, answer: LeafAnswer]> }
  | { kind: 'log'; text: string }

/** What a child process hears. */
export type ToChild =
  | { kind: 'setup'; leaves: Record<string, LeafLocation>; maxBytes: number }
  | { kind: 'run'; call: LeafCall }
  | { kind: 'end'; id: number; code: EndCode }
  /** The answer to `reserve`: a folder to write into, or nothing where the spool has no room. */
  | { kind: 'grant'; id: number; folder: string | undefined }

/** What a child process says. */
export type FromChild =
  | { kind: 'ready' }
  /** The call has reached the child; if the child dies before it says so, the call can go to another. */
  | { kind: 'begun'; id: number }
  | { kind: 'progress'; id: number; fraction: number; item?: unknown }
  /** Asks for room in the spool before result files are written there. */
  | { kind: 'reserve'; id: number; bytes: number }
  | { kind: 'answer'; id: number; answer: LeafAnswer; rssBytes: number }

import { availableParallelism, homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { KiB, MiB } from '../bridge/operation.ts'

const cores = availableParallelism()
const GiB = 1024 * MiB
const hour = 3_600_000
const count = z.coerce.number().int().nonnegative()
const positive = z.coerce.number().int().positive()
const yesNo = z.union([z.boolean(), z.stringbool()])
const list = z.union([z.array(z.string()), z.string().transform((text) => text.split(',').filter(Boolean))])

/**
 * How a lane is sized; `workersInWords` says what the default means on any machine. Heavy and native together never
 * run more leaves at once than there are cores.
 */
function lane(workers: number, workersInWords: string, queue: number, maxWaitMs: number) {
  return z
    .object({
      workers: positive
        .default(workers)
        .describe('Leaves that run at once')
        .meta({ defaultText: workersInWords }),
      maxWaitMs: positive
        .default(maxWaitMs)
        .describe('Longest wait a call may expect; one that would wait longer is refused with BUSY'),
      queue: count.default(queue).describe('Leaves that may wait; one more is refused with BUSY'),
    })
    .prefault({})
}

/**
 * Every setting, its meaning and its default. A flag (`--blobs.keepMs 1000`) wins over the environment
 * (`TALARIA_BLOBS_KEEP_MS`), which wins over `config.yaml` in the home folder.
 */
export const SettingsSchema = z.strictObject({
  home: z
    .string()
    .describe('State folder')
    .meta({ defaultText: '`$XDG_DATA_HOME/talaria`, else `~/.local/share/talaria`' }),
  hermesHome: z.string().optional().describe('Home of Hermes, whose policy and audit log are shared'),
  host: z.string().default('127.0.0.1').describe('Address to listen on'),
  allowWide: yesNo.default(false).describe('Allow an address beyond loopback'),
  allowedHosts: list.default([]).describe('Host names taken besides loopback, comma separated'),
  port: z.coerce.number().int().min(0).max(65_535).default(8790).describe('Port; 0 takes any free one'),
  logLevel: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .optional()
    .describe('What is logged')
    .meta({ defaultText: 'info; warn where the log goes to a terminal' }),
  drainMs: count.default(10_000).describe('How long running calls may finish after SIGTERM'),
  http: z
    .object({
      maxBodyBytes: positive.default(256 * MiB).describe('Largest body of any route'),
      maxJsonBytes: positive.default(1 * MiB).describe('Largest JSON body'),
      maxHeldBytes: positive.default(1 * GiB).describe('Bytes all running calls may hold in memory together'),
      headersTimeoutMs: positive.default(10_000).describe('How long a request may take to send its headers'),
      bodyIdleMs: positive.default(10_000).describe('Longest silence within a body'),
      minBodyBytesPerSecond: count
        .default(1 * KiB)
        .describe('A body slower than this on average, after bodyIdleMs, is dropped'),
      maxConnections: positive.default(1024).describe('Open connections'),
      ratePerSecond: count.default(0).describe('Calls a second for each token; 0 is no limit'),
      maxBatch: positive.default(1000).describe('Calls in one batch'),
    })
    .prefault({}),
  lanes: z
    .object({
      quick: lane(Math.max(1, cores - 1), 'cores − 1, at least 1', 256, 500),
      heavy: lane(cores, 'cores', 64, 60_000),
      native: lane(Math.max(1, cores - 1), 'cores − 1, at least 1', 32, 60_000),
      graceMs: count.default(250).describe('How long a cancelled leaf may end by itself before it is killed'),
      recycleAfter: positive.default(500).describe('Leaves a child process runs before it is replaced'),
      maxChildBytes: positive.default(2 * GiB).describe('Resident memory at which a child is replaced'),
      maxThreadHeapMB: positive.default(512).describe('JavaScript heap of a worker thread'),
      idleMs: count.default(300_000).describe('How long an idle child keeps its models'),
      spool: z
        .string()
        .optional()
        .describe('Folder for bytes on their way to a child process; nothing in it can be read by path')
        .meta({ defaultText: 'memory-backed where there is room, else the temporary folder' }),
      maxSpoolBytes: positive.default(1 * GiB).describe('Bytes in the spool folder at any time'),
      maxLoopDelayMs: positive.default(500).describe('Event-loop delay at which calls are refused'),
      minFreeBytes: count.default(256 * MiB).describe('Free memory below which heavy calls are refused'),
    })
    .prefault({}),
  blobs: z
    .object({
      keepMs: positive.default(24 * hour).describe('How long stored bytes are kept after their last use'),
      maxBytes: positive.default(4 * GiB).describe('Size of the store; the least recently used go first'),
    })
    .prefault({}),
  jobs: z
    .object({
      keepMs: positive.default(24 * hour).describe('How long a finished job is kept'),
      max: positive.default(1000).describe('Unfinished jobs'),
    })
    .prefault({}),
  cache: z
    .object({
      enabled: yesNo.default(true).describe('Answer equal calls on equal bytes from the result cache'),
    })
    .prefault({}),
  approvals: z
    .object({ expireMs: positive.default(300_000).describe('How long an approval waits for its answer') })
    .prefault({}),
  mcp: z
    .object({
      maxChars: z.coerce
        .number()
        .int()
        .min(1000)
        .default(60_000)
        .describe('Longest answer of a tool, in characters; what is longer comes in parts'),
      waitMs: z.coerce
        .number()
        .int()
        .min(100)
        .max(240_000)
        .default(45_000)
        .describe('How long a call of a tool may take before it goes on as a job'),
    })
    .prefault({}),
  audit: z
    .object({
      maxBytes: positive.default(10 * MiB).describe('Size at which the audit log is rotated'),
      keep: positive.default(5).describe('Rotated logs kept'),
    })
    .prefault({}),
  calc: z
    .object({
      maxChars: positive.default(65_536).describe('Longest input'),
      maxDigits: positive.default(100_000).describe('Digits of the largest number worked with'),
      inlineCost: positive
        .default(100)
        .describe('Cost bound (about microseconds) up to which it runs inline'),
    })
    .prefault({}),
  documents: z
    .object({
      maxPages: positive.default(5000).describe('Pages read in one call'),
      maxFileBytes: positive.default(50 * MiB).describe('Largest file'),
      maxSources: positive.default(50).describe('Files in one call'),
      maxLeafMs: positive.default(20_000).describe('Time for a stretch of pages of one file among several'),
      pagesPerLeaf: positive.default(16).describe('Pages one leaf reads'),
      maxPageChars: positive.default(1_000_000).describe('Characters kept of one page'),
      maxRenderPages: positive.default(50).describe('Pages drawn in one call'),
      maxRenderPixels: positive
        .default(40_000_000)
        .describe('Pixels of one page drawn; a page that would have more is drawn at a lower resolution'),
      maxUnfoldedBytes: positive
        .default(64 * MiB)
        .describe('Bytes to which one compressed stream may unfold; beyond it is ARCHIVE_BOMB'),
      maxEntries: positive.default(10_000).describe('Files in an archive, parts of a mail'),
      maxDepth: positive.default(256).describe('Depth of nested elements or parts of one file'),
      hintPages: positive.default(5).describe('Pages of a document from which filing hints are taken'),
      maxOutlineItems: positive.default(10_000).describe('Items kept of the outline of a document'),
      maxFolderEntries: positive.default(10_000).describe('Entries looked at of one folder'),
      maxPlaces: positive.default(2000).describe('Folders looked at by `documents.places`'),
      maxFileChars: positive.default(10_000_000).describe('Characters read of one file that is no PDF'),
    })
    .prefault({}),
  ocr: z
    .object({
      maxPixels: positive.default(200_000_000).describe('Pixels of the largest picture taken'),
      targetPixels: positive
        .default(16_000_000)
        .describe('Pixels to which a larger picture is reduced before it is read'),
      secondReadingMs: positive
        .default(20_000)
        .describe('Longest that a second program may take for a page that a first one has read'),
      dpi: positive.default(300).describe('Dots per inch at which a page of a PDF is drawn to be read'),
      dataFolder: z
        .string()
        .optional()
        .describe('Folder with more languages for Tesseract; `languages` in the state folder unless named'),
    })
    .prefault({}),
  image: z
    .object({
      maxPixels: positive.default(50_000_000).describe('Pixels of the largest picture'),
      maxFileBytes: positive.default(50 * MiB).describe('Largest file'),
    })
    .prefault({}),
})
export type Settings = z.infer<typeof SettingsSchema>

/** Where a user puts language files of Tesseract, such as `pol.traineddata`. */
export function languageFolder({ home, ocr }: Settings): string {
  return ocr.dataFolder ?? join(home, 'languages')
}

/** The state folder when no setting names one: `$TALARIA_HOME`, else `$XDG_DATA_HOME/talaria`. */
export function defaultHome(env: NodeJS.ProcessEnv): string {
  return env['TALARIA_HOME'] ?? join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'talaria')
}

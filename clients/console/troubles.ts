import { ServiceError, Unreachable } from './wire.ts'

/** What went wrong, as a person reads it. */
export interface Trouble {
  /** In plain words. */
  says: string
  /** What to do about it. */
  remedy: string
  /** What the service said, where that is more than `says`. */
  detail?: string
  code?: string
  /** Whether the same file may be read later. */
  passing: boolean
}

const plain: Record<string, Pick<Trouble, 'says' | 'remedy'>> = {
  ENCRYPTED: { says: 'This file is locked with a password.', remedy: 'Type the password to read it.' },
  WRONG_PASSWORD: {
    says: 'That password does not open the file.',
    remedy: 'Type it again; capitals count.',
  },
  DAMAGED: {
    says: 'This file is damaged.',
    remedy: 'Open it in another program and save it anew, or ask for a fresh copy.',
  },
  EMPTY_FILE: { says: 'This file is empty.', remedy: 'Check that it was saved or copied in full.' },
  TYPE_UNSUPPORTED: {
    says: 'Talaria cannot read this type of file.',
    remedy: 'Save or print it as a PDF and drop that.',
  },
  TYPE_MISMATCH: {
    says: 'This file is not what its name says.',
    remedy: 'Give it the ending that fits, or save it anew from the program that made it.',
  },
  TOO_LARGE: { says: 'This file is too large.', remedy: 'Split it, or raise the limit in config.yaml.' },
  TOO_MANY_PAGES: { says: 'This file has too many pages.', remedy: 'Split it and drop the parts.' },
  TOO_MANY_PIXELS: { says: 'This picture is too large.', remedy: 'Save it at a smaller size.' },
  ARCHIVE_BOMB: {
    says: 'This file unfolds to far more than its size, as harmful files do.',
    remedy: 'Do not trust it; ask for another copy.',
  },
  CANCELLED: { says: 'This was cancelled.', remedy: 'Try again if it is still wanted.' },
  BUSY: { says: 'The service has all hands full.', remedy: 'Try again in a moment.' },
  SHUTTING_DOWN: { says: 'The service is shutting down.', remedy: 'Start it again, then try again.' },
  WORKER_LOST: { says: 'The program that read this file broke down.', remedy: 'Try again.' },
  DEADLINE: { says: 'This took too long.', remedy: 'Try again when the machine has less to do.' },
  INTERRUPTED: { says: 'The service was stopped in the middle of this.', remedy: 'Try again.' },
  UNAVAILABLE: { says: 'A part that this needs does not run.', remedy: 'The tab System says what to do.' },
  POLICY_DENIED: {
    says: 'Your policy does not allow this.',
    remedy: 'The tab System names the file to change.',
  },
  INTERNAL: { says: 'The service made a mistake.', remedy: 'Try again; its log has the details.' },
}

/** A file that the console cannot hand to the service at all. */
export class NotReadable extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble) {
    super(trouble.says)
    this.trouble = trouble
  }
}

/** Puts an error into plain words, with the remedy. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof NotReadable) return error.trouble
  if (error instanceof Unreachable) {
    const remedy = 'Start it with “talaria serve”, then try again.'
    return { says: 'The service cannot be reached.', remedy, passing: true }
  }
  if (!(error instanceof ServiceError))
    return {
      says: 'This page made a mistake.',
      remedy: 'Load it again.',
      detail: String(error),
      passing: true,
    }
  const { code, message, retryable } = error
  const passing = retryable || code === 'INTERNAL'
  const known = plain[code]
  return known === undefined
    ? { says: message, remedy: '', code, passing }
    : { ...known, detail: message, code, passing }
}

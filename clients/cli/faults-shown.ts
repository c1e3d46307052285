import type { Fault, FaultCode } from '../../bridge/faults.ts'
import { harmless, type Terminal } from './terminal.ts'
import { EXIT, type UsageError } from './usage.ts'

/** What to do about a fault on a command line, where its detail does not say so. */
const remedies: Partial<Record<FaultCode, string>> = {
  UNAUTHENTICATED: 'Name the home of that service with --home, or its token with --token-file.',
  FORBIDDEN: 'See "talaria doctor" for whose tokens this home has.',
  ENCRYPTED: 'Give its password with --password, or hidden from others in a file with --input.',
  UNAVAILABLE: '"talaria doctor" names the remedy.',
  DEADLINE: 'Allow more time with --timeout, or hand it over with --async.',
  INTERNAL: 'The log of the service has the details: service.log in its home, or where "talaria serve" runs.',
}

/** Shows a fault as one line on standard error: code, detail, what to do. Returns the exit code. */
export function showFault(error: Fault, terminal: Terminal): number {
  const { code, message, data } = error
  if (code === 'CANCELLED' && data['interrupted'] === true) {
    terminal.note('Interrupted.')
    return EXIT.interrupted
  }
  const after = data['retryAfterMs']
  const again = error.retryable && code !== 'UNREACHABLE' ? `Try again${seconds(after)}.` : undefined
  const parts = [sentence(harmless(message).replaceAll('\n', ' ')), remedies[code] ?? again]
  terminal.note(`${terminal.noteStyle('red', code)}: ${parts.filter(Boolean).join(' ')}`)
  return code === 'UNREACHABLE' ? EXIT.unreachable : EXIT.fault
}

/** Shows a command line that could not be understood. Returns the exit code. */
export function showUsage(error: UsageError, command: string, terminal: Terminal): number {
  const help = `See: talaria ${command}${command && ' '}--help`
  terminal.note(
    harmless([sentence(error.message), error.hint, help].filter(Boolean).join(' ').replaceAll('\n', ' ')),
  )
  return EXIT.usage
}

function seconds(ms: unknown): string {
  return typeof ms === 'number' ? ` in ${Math.max(1, Math.ceil(ms / 1000))} s` : ' later'
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

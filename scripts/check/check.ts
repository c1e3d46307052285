/** What a check found wrong, and where. */
export interface Problem {
  /** Path from the root of the project. */
  file: string
  /** Counted from 1; left out where the whole file is meant. */
  line?: number
  /** What was expected, what came, what to do. */
  message: string
}

/** One rule of the house that a program can hold. Runs alone: `npm run check -- <name>`. */
export interface Check {
  name: string
  /** The rule, in one sentence. */
  rule: string
  /** Problems of the project in the folder `root`; none when the rule is kept. */
  run(root: string): Problem[] | Promise<Problem[]>
}

/** A problem as one line that editors can jump to: `file:line: message`. */
export function problemLine({ file, line, message }: Problem): string {
  return line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`
}

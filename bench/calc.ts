import { readFile } from 'node:fs/promises'
import { SettingsSchema } from '../service/settings.ts'
import type { EvalInput } from '../bridge/operations/calc.ts'
import { prepare, workOut } from '../workers/calc/eval.ts'
import { DEFAULT_LIMITS } from '../workers/calc/run.ts'
import { compare } from './harness.ts'
import { peer, peerPath } from './peers.ts'

type Evaluate = (expression: string) => string

/** Numbers from 0 to 1 by a seed (mulberry32). */
function randomOf(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What people type: amounts, sums, products, brackets, a power or a root now and then. */
function* expressions(seed: number): Generator<string> {
  const random = randomOf(seed)
  const below = (n: number): number => Math.floor(random() * n)
  const pick = <T>(of: readonly [T, ...T[]]): T => of[below(of.length)] ?? of[0]
  const number = (): string => {
    const size = 10 ** (1 + below(6))
    const units = below(size)
    return random() < 0.5 ? `${units}` : `${units}.${String(below(10 ** 4)).padStart(1 + below(4), '0')}`
  }
  const operand = (depth: number): string => {
    const choice = random()
    if (depth > 0 && choice < 0.22) return `(${sum(depth - 1)})`
    if (choice < 0.26) return `sqrt(${1 + below(10_000)})`
    if (choice < 0.32) return `${1 + below(100)}^${2 + below(4)}`
    if (choice < 0.35) return `abs(-${number()})`
    return number()
  }
  const sum = (depth: number): string => {
    let text = operand(depth)
    for (let more = 1 + below(3); more > 0; more--)
      text += ` ${pick(['+', '-', '*', '/', '+', '*'])} ${operand(depth)}`
    return text
  }
  for (;;) yield sum(2)
}

/**
 * Talaria as the plan runs it: parsed, bounded, worked out with its steps; nothing kept between calls. `isInline`
 * tells whether the service would do it on its main thread.
 */
function ours(): { evaluate: Evaluate; isInline(expression: string): boolean } {
  const { inlineCost } = SettingsSchema.parse({ home: '/nowhere' }).calc
  const checkpoint = (): void => {}
  const inputOf = (input: string): EvalInput => ({
    input,
    precision: 34,
    rounding: 'half_even',
    angle: 'rad',
  })
  return {
    evaluate: (expression) => {
      const input = inputOf(expression)
      return workOut(prepare(input, DEFAULT_LIMITS), input, DEFAULT_LIMITS, checkpoint).value
    },
    isInline: (expression) => prepare(inputOf(expression), DEFAULT_LIMITS).cost <= inlineCost,
  }
}

async function mathjs(): Promise<Evaluate> {
  const { create, all } = await peer('mathjs')
  if (typeof create !== 'function') throw new Error('mathjs has no create().')
  const math: unknown = create(all, { number: 'BigNumber', precision: 34 })
  if (typeof math !== 'object' || math === null || !('evaluate' in math))
    throw new Error('mathjs has no evaluate().')
  const { evaluate } = math
  if (typeof evaluate !== 'function') throw new Error('mathjs has no evaluate().')
  return (expression) => String(evaluate(expression))
}

async function fend(): Promise<Evaluate> {
  const glue = await peer('fend-wasm/fend_wasm_bg.js')
  const bytes = await readFile(peerPath('fend-wasm/fend_wasm_bg.wasm'))
  const imports = Object.fromEntries(
    Object.entries(glue).filter(
      (entry): entry is [string, WebAssembly.ImportValue] => typeof entry[1] === 'function',
    ),
  )
  const { instance } = await WebAssembly.instantiate(bytes, { './fend_wasm_bg.js': imports })
  const { __wbg_set_wasm: setWasm, evaluateFendWithTimeout: evaluate } = glue
  if (typeof setWasm !== 'function' || typeof evaluate !== 'function')
    throw new Error('fend-wasm has other exports.')
  setWasm(instance.exports)
  const { __wbindgen_start: start } = instance.exports
  if (typeof start === 'function') start()
  return (expression) => String(evaluate(expression, 1000))
}

/** Whether two answers are the same number, as far as the one with fewer digits goes (fend prints about ten). */
function agree(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => Number(text.replace(/^approx\. /, '')))
  if (x === undefined || y === undefined || Number.isNaN(x) || Number.isNaN(y)) return false
  return Math.abs(x - y) <= 1e-9 * Math.max(1, Math.abs(x), Math.abs(y))
}

/** Bar: at least as many evaluations a second as mathjs with BigNumber, twice as many as fend. */
export async function bench(args: string[]): Promise<void> {
  const count = Number(args[0] ?? 10_000)
  const rounds = Number(args[1] ?? 5)
  const own = ours()
  const math = await mathjs()
  const wasm = await fend()
  const chosen = new Set<string>()
  for (const expression of expressions(20_261_130)) {
    if (chosen.size === count) break
    try {
      own.evaluate(expression)
      chosen.add(expression)
    } catch {
      // A division by 0: no engine has an answer to time.
    }
  }
  const list = [...chosen]
  let withMath = 0
  let withFend = 0
  let inline = 0
  const differ: string[] = []
  for (const expression of list) {
    const value = own.evaluate(expression)
    if (own.isInline(expression)) inline++
    const isMath = agree(value, math(expression))
    const isFend = agree(value, wasm(expression))
    withMath += Number(isMath)
    withFend += Number(isFend)
    if (!isMath || !isFend)
      differ.push(`${expression} = ${value}; mathjs ${math(expression)}; fend ${wasm(expression)}`)
  }
  console.log(`${list.length} distinct expressions, such as ${list.slice(0, 3).join('   ')}`)
  console.log(`inline ${inline}; same answer as mathjs ${withMath}, as fend ${withFend}`)
  for (const line of differ.slice(0, 5)) console.log(`  differs: ${line}`)
  const runAll = (evaluate: (expression: string) => unknown) => (): void => {
    for (const expression of list) evaluate(expression)
  }
  await compare(
    [
      { name: 'talaria', run: runAll(own.evaluate) },
      { name: 'mathjs 15.2.0 BigNumber', run: runAll(math) },
      { name: 'fend-wasm 1.5.8', run: runAll(wasm) },
    ],
    {
      name: 'calc',
      rounds,
      operations: list.length,
      facts: { inline, withMath, withFend, differ: differ.slice(0, 50) },
    },
  )
}

import { median } from './harness.ts'
import { keepResults, printTable } from './report.ts'
import { load, type LoadResult } from './load.ts'
import { startBenchService, startHello } from './server.ts'

/** Bodies of each route: equally many, because the client takes time for each of them too. */
const BODIES = 12

/** Distinct plain expressions, a sum, a product and a quotient in turn, so that nothing could answer from memory. */
const expressions = Array.from({ length: BODIES }, (_, i) => {
  const shapes = [`${i} + ${i * 7}.25`, `${i}.5 * ${(i % 13) + 2}`, `(${i} + ${i * 7}.25) / ${(i % 17) + 3}`]
  return shapes[i % shapes.length] ?? ''
})

/** Rounds that only warm up. */
const WARM_UP = 3

/**
 * Requests a second at 64 connections: the routes of the shipped service with default settings against a bare
 * Fastify hello, in turn, each in its own process. Many short rounds, because a machine's speed wanders over seconds
 * and a ratio is taken within a round.
 */
export async function bench([rounds = '30', seconds = '1']: string[]): Promise<void> {
  const hello = await startHello()
  const service = await startBenchService()
  const post = (path: string, bodies: string[]): (() => Promise<LoadResult>) => {
    const url = service.url + path
    return () =>
      load({
        url,
        connections: 64,
        seconds: Number(seconds),
        method: 'POST',
        headers: service.headers,
        bodies,
      })
  }
  const texts = Array.from({ length: BODIES }, (_, i) => JSON.stringify({ text: `hello ${i}` }))
  const cases: { name: string; run: () => Promise<LoadResult> }[] = [
    { name: 'hello', run: () => load({ url: hello.url, connections: 64, seconds: Number(seconds) }) },
    { name: 'schema', run: post('/bench/schema', texts) },
    {
      name: 'calc',
      run: post(
        '/v1/calc/eval',
        expressions.map((input) => JSON.stringify({ input })),
      ),
    },
    { name: 'noop', run: post('/v1/bench/noop', texts) },
  ]
  try {
    const results = new Map<string, LoadResult[]>(cases.map(({ name }) => [name, []]))
    for (let round = -WARM_UP; round < Number(rounds); round++) {
      for (const { name, run } of round % 2 === 0 ? cases : [...cases].reverse()) {
        const result = await run()
        if (result.failed > 0) throw new Error(`${name}: ${result.failed} calls failed`)
        if (round >= 0) results.get(name)!.push(result)
      }
    }
    const ratio = (a: string, b: string): number =>
      median(results.get(a)!.map(({ perSecond }, round) => perSecond / results.get(b)![round]!.perSecond))
    printTable([
      ['route', 'per second', 'p50 ms', 'p99 ms'],
      ...cases.map(({ name }) => {
        const own = results.get(name)!
        return [
          name,
          ...(['perSecond', 'p50Ms', 'p99Ms'] as const).map((key) =>
            median(own.map((one) => one[key])).toFixed(1),
          ),
        ]
      }),
    ])
    const ratios = {
      'schema / hello': ratio('schema', 'hello'),
      'calc / hello': ratio('calc', 'hello'),
      'calc / schema': ratio('calc', 'schema'),
      'noop / calc': ratio('noop', 'calc'),
    }
    const bars = { 'schema / hello': 0.55, 'calc / hello': 0.35, 'calc / schema': 0.6, 'noop / calc': 0.8 }
    printTable([
      ['ratio', 'measured', 'bar'],
      ...Object.entries(ratios).map(([name, value]) => [
        name,
        value.toFixed(3),
        `≥ ${bars[name as keyof typeof bars]}`,
      ]),
    ])
    keepResults('front-door', { rounds: Number(rounds), results: Object.fromEntries(results), ratios })
  } finally {
    await Promise.all([hello.stop(), service.stop()])
  }
}

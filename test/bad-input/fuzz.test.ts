import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { read } from '../../bridge/operations/documents.ts'
import { filter } from '../../bridge/operations/image.ts'
import type { Operation } from '../../bridge/operation.ts'
import { repeats, seeded } from '../random.ts'
import { root } from '../root.ts'
import { FILTER, READ, Scene } from './scene.ts'

const seed = Number(process.env['TALARIA_SEED'] ?? 20_260_801)

/** Damages a file in one of the ways files are damaged on their way: flipped, cut, doubled, filled, shuffled. */
function damaged(bytes: Buffer, random: () => number): Uint8Array<ArrayBuffer> {
  const at = (limit: number): number => Math.floor(random() * limit)
  const from = at(bytes.length)
  const to = Math.min(bytes.length, from + 1 + at(random() < 0.5 ? 16 : bytes.length))
  const middle = bytes.subarray(from, to)
  const copy = Buffer.from(bytes)
  switch (at(6)) {
    case 0:
      for (let count = 1 + at(20); count > 0; count--) copy[at(copy.length)]! ^= 1 << at(8)
      return new Uint8Array(copy)
    case 1:
      return new Uint8Array(bytes.subarray(0, Math.max(1, from)))
    case 2:
      return new Uint8Array(Buffer.concat([bytes.subarray(0, to), middle, bytes.subarray(to)]))
    case 3:
      return new Uint8Array(copy.fill(at(256), from, to))
    case 4:
      return new Uint8Array(Buffer.concat([bytes.subarray(0, from), bytes.subarray(to), Buffer.from('\n')]))
    default: {
      // Numbers are what lengths, offsets and counts are made of.
      const text = bytes.toString('latin1')
      const numbers = [...text.matchAll(/\d+/g)]
      const one = numbers[at(numbers.length)]
      const other = ['0', '-1', '99999999999', '1', '65536', '2147483648'][at(6)] ?? '0'
      if (one === undefined) return new Uint8Array(copy)
      const changed = text.slice(0, one.index) + other + text.slice(one.index + one[0].length)
      return new Uint8Array(Buffer.from(changed, 'latin1'))
    }
  }
}

const kinds: [what: string, operation: Operation, route: string, mediaType: string, files: () => string[]][] =
  [
    [
      'PDFs',
      read,
      `${READ}?pages=all`,
      'application/octet-stream',
      () => [
        ...['letter', 'form', 'report'].map((name) => join(root, `samples/${name}.pdf`)),
        ...[
          'hebrew',
          'table-grid',
          'two-column',
          'enc-owner-only-aes256',
          'saslprep-r6',
          'noembed-sjis',
          'freetexts',
        ].map((name) => join(root, `test/fixtures/documents/${name}.pdf`)),
      ],
    ],
    [
      'pictures',
      filter,
      `${FILTER}?steps=${JSON.stringify([{ op: 'gaussianBlur', sigmaPx: 3 }])}`,
      'application/octet-stream',
      () => {
        const folder = join(root, 'test/fixtures/image/codec')
        const names = readdirSync(folder).filter((name) => name.endsWith('.png') && !name.startsWith('bomb'))
        return [join(root, 'samples/picture.png'), ...names.map((name) => join(folder, name))]
      },
    ],
  ]

for (const [what, operation, route, mediaType, files] of kinds) {
  test(`${what} with random damage are read or refused as declared, and never harm the service`, async (t) => {
    const scene = await Scene.open(t, { 'cache.enabled': 'false' })
    const random = seeded(seed)
    t.diagnostic(`seed ${seed}`)
    const originals = files().map((path) => readFileSync(path))
    const outcomes = new Map<string, number>()
    const one = async (round: number): Promise<void> => {
      const body = damaged(originals[Math.floor(random() * originals.length)]!, random)
      const headers = { 'content-type': mediaType, 'talaria-timeout-ms': '20000' }
      const answer = await scene.ask(route, { body, headers })
      const { code, reason } = answer.body
      // A number changed in the right place asks for more memory than a thread may have: that call is lost, no other.
      const outcome =
        answer.status === 200 ? 'read' : code === 'WORKER_LOST' ? `${code}: ${reason}` : String(code)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (answer.status === 200) return void operation.output.parse(answer.body)
      const allowed: string[] = [...operation.faults, 'EMPTY_FILE', 'DEADLINE', 'WORKER_LOST: memory']
      assert.ok(allowed.includes(outcome), `round ${round}: ${JSON.stringify(answer.body)}`)
    }
    const rounds = repeats(60, 2000)
    for (let round = 0; round < rounds; round += 4) {
      await Promise.all([round, round + 1, round + 2, round + 3].map(one))
    }
    t.diagnostic(JSON.stringify(Object.fromEntries(outcomes)))
    await scene.unharmed()
  })
}

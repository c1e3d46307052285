import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Fault } from '../../bridge/faults.ts'
import { defaultSettings, planContext } from '../../test/plan-context.ts'
import { placesPlan } from './places.ts'

function filed(t: TestContext, files: readonly string[]): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'talaria-places-')))
  t.after(() => rmSync(root, { recursive: true }))
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), 'x')
  }
  return root
}

test('each folder of a root that holds documents is a place, with its layout and naming', async (t) => {
  const root = filed(t, [
    'Invoices/2024/Acme/2024-01-02 Acme invoice 12.pdf',
    'Invoices/2024/Bolt/2024-02-02 Bolt invoice 77.pdf',
    'Invoices/2025/Acme/2025-01-02 Acme invoice 13.pdf',
    'Invoices/notes.txt',
    'Photos/trip.xyz',
    'letter.pdf',
  ])
  assert.deepEqual(await placesPlan({ roots: [root] }, planContext()), {
    places: [
      {
        path: join(root, 'Invoices'),
        documents: 4,
        types: { txt: 1, pdf: 3 },
        layout: { pattern: '{yyyy}/{name}', share: 1, example: '2024/Acme' },
        naming: {
          pattern: '{date} {name} {kind} {number}',
          share: 0.75,
          example: '2024-01-02 Acme invoice 12',
        },
      },
      { path: root, documents: 1, types: { pdf: 1 } },
    ],
    skipped: [],
  })
})

test('a walk that is cut off says so', async (t) => {
  const root = filed(t, ['a/1/x.pdf', 'a/2/x.pdf', 'a/3/x.pdf'])
  const settings = defaultSettings({ documents: { maxPlaces: 3 } })
  const { places, skipped } = await placesPlan({ roots: [root] }, planContext({ settings }))
  assert.equal(places[0]?.documents, 1)
  assert.deepEqual(
    skipped.map(({ path }) => path),
    [join(root, 'a')],
  )
})

test('a root that is not there is a fault', async () => {
  await assert.rejects(
    Promise.resolve(placesPlan({ roots: ['/nonexistent-root'] }, planContext())),
    (error) => error instanceof Fault && error.code === 'NOT_FOUND',
  )
})

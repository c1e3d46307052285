import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { root } from '../root.ts'
import { start, talaria } from './talaria.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'talaria-watch-'))
const home = join(folder, 'home')
const scans = join(folder, 'scans')
const out = join(folder, 'out')

before(async () => {
  mkdirSync(scans)
  copyFileSync(join(root, 'samples/receipt.jpg'), join(scans, 'IMG_0001.jpg'))
  writeFileSync(join(scans, 'noise.pdf'), '%PDF-1.7 and nothing more')
  const { code, stderr } = await talaria(['serve', '--detach'], { home })
  assert.equal(code, 0, stderr)
})
after(async () => {
  await talaria(['stop'], { home })
  rmSync(folder, { recursive: true, force: true })
})

const name = '2025-06-17 LANTERN & OAR receipt 004271 €30.14.pdf'

test('a trial, then once: the photograph of a receipt becomes a PDF with a name', async () => {
  const argv = ['watch', scans, '--searchable', out]
  const trial = await talaria([...argv, '--dry-run'], { home })
  assert.equal(trial.code, 3)
  assert.equal(trial.stdout, `IMG_0001.jpg would become ${name}\n`)
  assert.match(trial.stderr, /^noise\.pdf: DAMAGED: /m)
  assert.ok(!existsSync(out))
  const once = await talaria([...argv, '--once'], { home })
  assert.equal(once.stdout, `IMG_0001.jpg → ${name}\n`)
  assert.deepEqual(readdirSync(out).sort(), ['.talaria-watch.json', name])
  const read = await talaria(['documents', 'read', join(out, name)], { home })
  assert.match(read.stdout, /LANTERN & OAR/)
  const again = await talaria([...argv, '--once', '--json'], { home })
  assert.deepEqual(
    again.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).state)
      .sort(),
    ['failed', 'known'],
  )
})

test('what arrives while it watches is taken, and Ctrl-C ends it well', async () => {
  const { child, outcome } = start(['watch', scans, '--searchable', out, '--interval', '1'], { home })
  const arrived = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => resolve(chunk.toString()))
  })
  copyFileSync(join(root, 'samples/letter.pdf'), join(scans, 'letter.pdf'))
  assert.equal(await arrived, 'letter.pdf → letter.pdf (had text already)\n')
  child.kill('SIGINT')
  assert.equal((await outcome).code, 0)
})

test('what is missing or wrong on the line is told', async () => {
  for (const [argv, message] of [
    [['watch', scans], /--searchable/],
    [['watch', '--searchable', out], /Name one folder/],
    [['watch', scans, '--searchable', out, '--interval', '0'], /--interval/],
  ] as const) {
    const { code, stderr } = await talaria(argv, { home })
    assert.equal(code, 2)
    assert.match(stderr, message)
  }
  const inside = await talaria(['watch', scans, '--searchable', join(scans, 'out'), '--once'], { home })
  assert.equal(inside.code, 1)
  assert.match(inside.stderr, /INVALID_INPUT: Neither folder may lie in the other/)
})

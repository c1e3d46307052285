import assert from 'node:assert/strict'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createAssets } from '../../host/assets.ts'
import { languageFiles, languages } from './languages.ts'

const folder = mkdtempSync(join(tmpdir(), 'languages-'))
after(() => rmSync(folder, { recursive: true }))
const assets = createAssets({})

test('languages of packages and of a folder are listed once each, without the data for orientation', () => {
  for (const name of [
    'eng.traineddata',
    'swe.traineddata.gz',
    'osd.traineddata',
    'notes.txt',
    'a b.traineddata',
  ]) {
    writeFileSync(join(folder, name), '')
  }
  mkdirSync(join(folder, 'dir.traineddata'))
  const packages = languages(assets)
  assert.ok(packages.every(({ from }) => from === 'package'))
  const codes = packages.map(({ code }) => code)
  assert.deepEqual(codes, ['deu', 'eng', 'fra', 'ita', 'por', 'spa'])
  const all = languages(assets, folder)
  assert.deepEqual(
    all.map(({ code }) => code),
    [...codes, 'swe'],
  )
  const own = all.filter(({ from }) => from === 'folder').map(({ path }) => path)
  assert.deepEqual(own, [join(folder, 'eng.traineddata'), join(folder, 'swe.traineddata.gz')])
  assert.deepEqual(languages(assets, join(folder, 'nowhere')), packages)
})

test('the files of a call keep their order, each once', () => {
  const files = languageFiles(assets, ['fra', 'eng', 'fra'], folder)
  assert.deepEqual(
    files.map(({ code, from }) => [code, from]),
    [
      ['fra', 'package'],
      ['eng', 'folder'],
    ],
  )
})

test('what is not the name of a language leads to no file', () => {
  for (const code of ['../eng', 'osd', '', 'eng+fra', '/etc/passwd', 'x'.repeat(100)]) {
    assert.throws(() => languageFiles(assets, [code], folder), { code: 'UNAVAILABLE' }, code)
  }
  assert.throws(() => languageFiles(assets, ['eng'], 'relative'), { code: 'INVALID_INPUT' })
  assert.throws(
    () =>
      languageFiles(
        assets,
        Array.from({ length: 9 }, () => 'eng'),
      ),
    { code: 'INVALID_INPUT' },
  )
})

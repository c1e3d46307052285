import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Fault } from '../bridge/faults.ts'
import { environmentName, loadSettings, settingNames } from './load-settings.ts'

function home(config?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'talaria-settings-'))
  if (config !== undefined) writeFileSync(join(folder, 'config.yaml'), config)
  return folder
}

test('a flag wins over the environment, which wins over config.yaml, which wins over the default', () => {
  const folder = home('port: 1001\nblobs:\n  keepMs: 1\n  maxBytes: 2\njobs: {keepMs: 3}\n')
  const settings = loadSettings(
    { home: folder, port: '1003' },
    { TALARIA_PORT: '1002', TALARIA_BLOBS_KEEP_MS: '5' },
  )
  assert.equal(settings.port, 1003)
  assert.equal(settings.blobs.keepMs, 5)
  assert.equal(settings.blobs.maxBytes, 2)
  assert.equal(settings.jobs.keepMs, 3)
  assert.equal(settings.jobs.max, 1000)
  rmSync(folder, { recursive: true })
})

test('every setting has its own environment name', () => {
  const names = settingNames()
  assert.ok(names.includes('lanes.quick.workers') && names.includes('host'))
  assert.equal(new Set(names.map(environmentName)).size, names.length)
  assert.equal(environmentName('http.maxBodyBytes'), 'TALARIA_HTTP_MAX_BODY_BYTES')
})

for (const [what, flags, config, pattern] of [
  ['an unknown flag', { 'blobs.keep': '1' }, undefined, /no setting --blobs\.keep/],
  ['a value of the wrong type', { port: 'many' }, undefined, /Setting port/],
  ['an unknown key in config.yaml', {}, 'prot: 1\n', /prot/],
  ['config.yaml that is not YAML', {}, '{unclosed', /not YAML/],
  ['config.yaml that is a list', {}, '- a\n', /mapping/],
] as const) {
  test(`${what} is refused and named`, () => {
    const folder = home(config)
    assert.throws(
      () => loadSettings({ home: folder, ...flags }, {}),
      (error) => error instanceof Fault && error.code === 'INVALID_INPUT' && pattern.test(error.message),
    )
    rmSync(folder, { recursive: true })
  })
}

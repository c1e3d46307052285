import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemLine } from '../../scripts/check/check.ts'
import { toolFolder } from '../../scripts/check/lock-file.ts'
import { pins } from '../../scripts/check/pins.ts'
import { singleCopies } from '../../scripts/check/single-copies.ts'
import { lockFile, project } from './project.ts'

const manifest = (dependencies: object) =>
  JSON.stringify({ engines: { node: '>=20.19' }, dependencies, overrides: { zod: '$zod' } }, null, 2)

test('exact versions, digests and engines that admit Node 20.19 are kept', async (t) => {
  const root = project(t, {
    'package.json': manifest({ zod: '4.6.7' }),
    'package-lock.json': lockFile({
      'node_modules/zod': { version: '4.6.7', integrity: 'sha512-x', engines: { node: '>=18' } },
    }),
  })
  assert.deepEqual(await pins.run(root), [])
})

test('a loose version, an address, a missing digest and a newer engine are named with their lines', async (t) => {
  const root = project(t, {
    'package.json': manifest({ zod: '^4.6.7' }),
    'package-lock.json': lockFile({
      'node_modules/zod': {
        version: '4.6.7',
        resolved: 'https://registry.example/zod.tgz',
        integrity: 'sha512-x',
      },
      'node_modules/new': { version: '1.0.0', integrity: 'sha512-x', engines: { node: '>=22' } },
      'node_modules/odd': { version: '1.0.0' },
    }),
  })
  assert.deepEqual((await pins.run(root)).map(problemLine), [
    'package.json:6: zod is pinned to "^4.6.7"; an exact version is expected',
    'package-lock.json:6: zod 4.6.7: has the address https://registry.example/zod.tgz; remove its "resolved"',
    'package-lock.json:11: new 1.0.0: runs on Node >=22; 20.19.0 is promised: take an older version or override it',
    'package-lock.json:18: odd 1.0.0: has no integrity digest; install it again with npm',
  ])
})

test('the lock of the tools is held to the same rules', async (t) => {
  const root = project(t, {
    'package.json': manifest({}),
    'package-lock.json': lockFile({}),
    [`${toolFolder}/package.json`]: JSON.stringify({ dependencies: { knip: '^6.44.2' } }, null, 2),
    [`${toolFolder}/package-lock.json`]: lockFile({ 'node_modules/knip': { version: '6.44.2' } }),
  })
  assert.deepEqual((await pins.run(root)).map(problemLine), [
    `${toolFolder}/package.json:3: knip is pinned to "^6.44.2"; an exact version is expected`,
    `${toolFolder}/package-lock.json:6: knip 6.44.2: has no integrity digest; install it again with npm`,
  ])
})

test('a second copy of a native package is named with the place it lies in', async (t) => {
  const root = project(t, {
    'package-lock.json': lockFile({
      'node_modules/@napi-rs/canvas': { version: '1.1.1' },
      'node_modules/pdfjs-dist/node_modules/@napi-rs/canvas': { version: '0.1.80' },
    }),
  })
  const place = 'node_modules/pdfjs-dist/node_modules/@napi-rs/canvas'
  assert.deepEqual((await singleCopies.run(root)).map(problemLine), [
    `package-lock.json:9: a second copy of @napi-rs/canvas, 0.1.80, lies in ${place}; give it an override in package.json`,
  ])
})

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { fencedBlocks, markdownPages } from '../../scripts/check/markdown.ts'
import { root } from '../root.ts'
import { startTestService } from '../service.ts'

const run = promisify(execFile)

/** What the commands and examples of the documentation print, in part. Whoever changes one looks at the other. */
const expected = {
  commands: [
    '0.3',
    '3.142857143',
    '"pageCount"',
    '"mediaType":"image/png"',
    'documents.read',
    '"mcpServers"',
  ],
  examples: { 'faults.js': 'DIVISION_BY_ZERO false', 'first-call.js': '0.3\npage 1: ' },
}

test('the commands that the documentation shows run as they stand', async (t) => {
  const service = await startTestService(t)
  const blocks = markdownPages(root)
    .flatMap((file) => fencedBlocks(root, file))
    .filter(({ language, info }) => language === 'sh' && info === 'run')
  assert.ok(blocks.length > 0)
  let printed = ''
  for (const { file, line, text } of blocks) {
    // The test's service has a port and a home of its own; everything else is as a reader types it.
    const script = text.replaceAll('127.0.0.1:8790', new URL(service.url).host)
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: root,
      env: { ...process.env, TALARIA_HOME: service.home },
    }).catch((error: { stderr: string }) => assert.fail(`${file}:${line} failed: ${error.stderr}`))
    printed += stdout
  }
  for (const part of expected.commands) assert.ok(printed.includes(part), `${part} is printed in\n${printed}`)
})

test('every example of the documentation runs', async (t) => {
  const service = await startTestService(t)
  const files = readdirSync(join(root, 'dist/docs/examples')).filter((file) => file.endsWith('.js'))
  assert.deepEqual(files.sort(), Object.keys(expected.examples))
  for (const [file, part] of Object.entries(expected.examples)) {
    const { stdout } = await run(process.execPath, [join('dist/docs/examples', file)], {
      cwd: root,
      env: { ...process.env, TALARIA_HOME: service.home },
    })
    assert.ok(stdout.startsWith(part), `${file} prints\n${stdout}`)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from '../../bridge/catalogue.ts'
import { temporaryFolder } from '../../test/cli/folders.ts'
import { parseArguments } from './arguments.ts'
import { commandArguments } from './example-line.ts'
import { commandInput } from './operation-input.ts'
import { callOptions, fieldOptions } from './operation-options.ts'
import { execFileSync } from 'node:child_process'

/** The words of a line as a shell reads them. */
function shellWords(line: string): string[] {
  const script = 'for word in "$@"; do printf "%s\\0" "$word"; done'
  const out = execFileSync('sh', ['-c', `set -- ${line}; ${script}`], { encoding: 'utf8' })
  return out.split('\0').slice(0, -1)
}

test('the arguments made from each example say the same as its input', async (t) => {
  const cwd = temporaryFolder(t)
  for (const operation of catalogue) {
    for (const { input, title, cli } of operation.examples) {
      for (const line of [commandArguments(operation, input), cli].filter((text) => text !== undefined)) {
        const args = parseArguments(shellWords(line), [...fieldOptions(operation), ...callOptions(operation)])
        const readStdin = async () => new Uint8Array()
        const { fields } = await commandInput(operation, args, { cwd, readStdin })
        const said = JSON.parse(JSON.stringify(fields).replaceAll(`${cwd}/`, ''))
        const { path, ...rest } = { path: undefined, ...input }
        assert.deepEqual(said, path === undefined ? rest : { ...rest, source: { path } }, title)
      }
    }
  }
})

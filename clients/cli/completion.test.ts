import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { catalogue } from '../../bridge/catalogue.ts'
import { captured } from '../../test/cli/captured.ts'
import { temporaryFolder } from '../../test/cli/folders.ts'

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

async function scriptOf(t: TestContext, shell: string): Promise<{ folder: string; file: string }> {
  const { code, stdout } = await captured(['completion', shell])
  assert.equal(code, 0)
  const folder = temporaryFolder(t)
  const file = join(folder, `talaria.${shell}`)
  writeFileSync(file, stdout)
  writeFileSync(join(folder, 'letter.pdf'), '')
  return { folder, file }
}

/** What bash offers for the last word of a line: runs the completion function as bash does. */
function bashOffers(file: string, folder: string, ...words: string[]): string[] {
  const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _talaria; printf '%s\\n' "\${COMPREPLY[@]}"`
  const out = execFileSync('bash', ['--norc', '-c', script, 'bash', file, 'talaria', ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  return out.split('\n').filter(Boolean)
}

test('the bash script is valid and completes commands, verbs, options and choices', async (t) => {
  const { file, folder } = await scriptOf(t, 'bash')
  assert.equal(spawnSync('bash', ['-n', file]).status, 0)
  const offers = (...words: string[]) => bashOffers(file, folder, ...words)
  assert.deepEqual(
    offers('doc'),
    ['doctor', 'documents'].sort((a, b) => offers('doc').indexOf(a) - offers('doc').indexOf(b)),
  )
  assert.deepEqual(offers('documents', ''), ['read', 'outline', 'render', 'searchable', 'places'])
  assert.deepEqual(offers('documents', 'read', '--max'), ['--maxPages', '--maxChars', '--maxDocumentChars'])
  assert.deepEqual(offers('documents', 'read', 'letter.pdf', '--pass'), ['--password'])
  assert.deepEqual(offers('image', 'filter', '--output.format', ''), ['png'])
  assert.deepEqual(offers('completion', ''), ['bash', 'zsh'])
  assert.deepEqual(offers('jobs', 'c'), ['cancel'])
  for (const { name } of catalogue) {
    const [family = '', verb = ''] = name.split('.')
    assert.ok(offers(family, '').includes(verb), name)
  }
})

test('where a file belongs bash is left to complete files', async (t) => {
  const { file, folder } = await scriptOf(t, 'bash')
  assert.deepEqual(bashOffers(file, folder, 'documents', 'read', 'let'), [])
  assert.deepEqual(bashOffers(file, folder, 'documents', 'read', '--input', 'let'), [])
  const registered = execFileSync(
    'bash',
    ['--norc', '-c', `source "$1"; complete -p talaria`, 'bash', file],
    { encoding: 'utf8' },
  )
  assert.match(registered, /-o default/)
})

test('a word with quotes or spaces in the middle of a line does not break it', async (t) => {
  const { file, folder } = await scriptOf(t, 'bash')
  assert.deepEqual(bashOffers(file, folder, 'calc', 'eval', `it's "2 + 2" $(exit)`, '--prec'), [
    '--precision',
  ])
})

test(
  'the zsh script is valid and completes',
  { skip: has('zsh') ? false : 'zsh is not installed' },
  async (t) => {
    const { file } = await scriptOf(t, 'zsh')
    assert.equal(spawnSync('zsh', ['-n', file]).status, 0)
    // compadd and _describe stand for the terminal: they print what would be offered.
    const script = `
    compdef() { :; }
    _describe() { local name=\${@[-1]}; print -rl -- \${(P)name}; }
    _files() { print FILES; }
    _message() { print MESSAGE; }
    compadd() { shift; print -rl -- "$@"; }
    source "$1"; shift; words=("$@"); CURRENT=$#; _talaria`
    const offers = (...words: string[]) =>
      execFileSync('zsh', ['-f', '-c', script, 'zsh', file, 'talaria', ...words], { encoding: 'utf8' })
        .split('\n')
        .filter(Boolean)
    assert.ok(offers('').includes('serve:Run the service until SIGTERM or Ctrl-C'))
    assert.deepEqual(offers('documents', ''), [
      'read:Read documents page by page.',
      'render:Draw pages of a document as pictures.',
    ])
    assert.deepEqual(offers('documents', 'read', ''), ['FILES'])
    assert.deepEqual(offers('documents', 'read', '--pages', ''), ['MESSAGE'])
    assert.deepEqual(offers('image', 'filter', '--output.format', ''), ['png'])
    assert.ok(offers('documents', 'read', '--').some((offer) => offer.startsWith('--maxPages:')))
  },
)

import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { JobView } from '../../bridge/job.ts'
import { line, pdfOf } from '../pdf-builder.ts'
import { root } from '../root.ts'
import { temporaryFolder } from '../service.ts'
import { looksRight } from './looks.ts'
import { consoleLink, startBrowser } from './open-console.ts'

const report = join(root, 'samples/report.pdf')
const letter = join(root, 'samples/letter.pdf')
const locked = join(root, 'test/fixtures/documents/enc-user-rc4-128.pdf')

/** A PDF that takes a while to read: 1500 pages of 60 lines. */
function longPdf(): Buffer {
  const lines = Array.from({ length: 60 }, (_, at) =>
    line(`Row ${at}, a line of many words`, 50, 750 - at * 12),
  )
  return pdfOf(Array.from({ length: 1500 }, () => lines.join('\n')))
}

test('reading files in the console', async (t) => {
  const { service, browser, page } = await startBrowser(t)
  const folder = temporaryFolder(t)
  await page.watchRequests()
  await page.goto(await consoleLink(service))
  await page.shows('#connection', 'Connected')

  const remove = async () => {
    while ((await page.value('document.querySelectorAll(".file .remove").length')) !== 0)
      await page.click('.file .remove')
  }
  const textOf = async (path: string, number: number) => {
    const response = await service.call('/v1/documents/read', { json: { path, pages: String(number) } })
    const { documents } = (await response.json()) as { documents: Array<{ pages: Array<{ text: string }> }> }
    return documents[0]?.pages[0]?.text
  }
  const shown = 'document.querySelector(".file .page .text").textContent'

  await t.test('files that are dropped show their text page by page', async () => {
    await page.drop('.drop', report, letter)
    await page.until('document.querySelectorAll(".file.done").length === 2')
    assert.deepEqual(
      await page.value('[...document.querySelectorAll(".file h3")].map((one) => one.innerText)'),
      ['report.pdf', 'letter.pdf'],
    )
    assert.equal(await page.value(shown), await textOf(report, 1))
    assert.equal(await page.value('document.querySelectorAll(".file .page").length > 2'), true)
    await looksRight(page, 'read-files')
  })

  await t.test('the pages beyond the first few come when asked for', async () => {
    const count = 'document.querySelector(".file").querySelectorAll(".page").length'
    const before = Number(await page.value(count))
    await page.click('.file .more')
    await page.until(`${count} > ${before}`)
  })

  await t.test('the text is downloaded, as text and as Markdown', async () => {
    await browser.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
    await page.click('.file .actions [aria-label="Download as Markdown"]')
    await page.click('.file .actions [aria-label="Download as text"]')
    for (const name of ['report.md', 'report.txt']) {
      for (let tries = 0; tries < 200 && !existsSync(join(folder, name)); tries += 1) await pause(50)
    }
    const markdown = readFileSync(join(folder, 'report.md'), 'utf8')
    assert.match(markdown, /^# report\.pdf\n\n## Page 1\n/)
    const plain = readFileSync(join(folder, 'report.txt'), 'utf8')
    assert.ok(plain.startsWith(((await textOf(report, 1)) ?? '?').trim()))
    await remove()
  })

  await t.test('what means something in Markdown stays what it is', async () => {
    const path = join(folder, 'marks.pdf')
    writeFileSync(path, pdfOf([line('1. a_b * [c]', 50, 700)]))
    await page.choose('#files-field', path)
    await page.click('.file.done .actions [aria-label="Download as Markdown"]')
    const saved = join(folder, 'marks.md')
    for (let tries = 0; tries < 200 && !existsSync(saved); tries += 1) await pause(50)
    assert.equal(readFileSync(saved, 'utf8'), '# marks.pdf\n\n1\\. a\\_b \\* \\[c\\]\n')
    await remove()
  })

  await t.test('a job that is cancelled stops on the service too', async () => {
    const path = join(folder, 'long.pdf')
    writeFileSync(path, longPdf())
    await page.choose('#files-field', path)
    await page.shows('.file', 'Reading')
    await page.click('.file .cancel')
    await page.shows('.file', 'Cancelled')
    const stateOf = async () => {
      const response = await service.call('/v1/jobs', { token: service.owner })
      const { jobs } = (await response.json()) as { jobs: JobView[] }
      return jobs.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.state
    }
    while ((await stateOf()) === 'running') await pause(50)
    assert.equal(await stateOf(), 'cancelled')
    await remove()
  })

  await t.test('what cannot be read says why, and what to do', async () => {
    const path = join(folder, 'notes.7z')
    writeFileSync(path, Buffer.from('7z\xbc\xaf\x27\x1c\0\x04', 'latin1'))
    await page.drop('.drop', path)
    await page.shows('.file.failed', 'cannot read this type of file')
    await page.shows('.file.failed', 'TYPE_UNSUPPORTED')
    await page.shows('.file.failed', 'Save or print it as a PDF')
    await looksRight(page, 'read-error')
    await remove()
  })

  await t.test('a text is shown without a picture', async () => {
    const path = join(folder, 'notes.txt')
    writeFileSync(path, 'These are notes, no PDF.')
    await page.drop('.drop', path)
    await page.shows('.file.done', 'These are notes, no PDF.')
    await remove()
  })

  await t.test('a folder is not taken for a file', async () => {
    await page.drop('.drop', folder)
    await page.shows('.file.failed', 'drop the files in it')
    await remove()
  })

  await t.test('a locked file asks for its password', async () => {
    await page.choose('#files-field', locked)
    const asked = `document.activeElement?.type === 'password' && document.activeElement.value === ''`
    await page.shows('.file.failed', 'locked with a password')
    await page.until(asked)
    await page.type('wrong')
    await page.press('Enter')
    await page.shows('.file.failed', 'does not open the file')
    await page.until(asked)
    await page.type('open-me')
    await page.press('Enter')
    await page.shows('.file.done', 'The efficient staff offers')
    await remove()
  })

  await t.test('files that are pasted are read', async () => {
    const base64 = readFileSync(letter).toString('base64')
    await page.value(`(() => {
      const bytes = Uint8Array.from(atob('${base64}'), (one) => one.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], 'pasted.pdf', { type: 'application/pdf' }))
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })()`)
    await page.shows('.file.done', 'pasted.pdf')
    await remove()
  })

  await t.test('a sum is worked out, and what cannot be says why', async () => {
    await page.click('#calc-input')
    await page.type('0.1 + 0.2')
    await page.press('Enter')
    await page.shows('#calc .display', '0.3')
    await page.click('#calc summary')
    await page.shows('#calc .steps', '0.3')
    await page.value('document.querySelector("#calc-input").select()')
    await page.type('1/0')
    await page.press('Enter')
    await page.shows('#calc', 'DIVISION_BY_ZERO')
  })

  await t.test('the keyboard alone reads a file and copies its text', async () => {
    await browser.send('Browser.grantPermissions', {
      origin: service.url,
      permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'],
    })
    await page.pick(letter)
    await page.value('document.activeElement.blur()')
    await page.tabTo('#pick')
    await page.press('Enter')
    await page.shows('.file.done', 'letter.pdf')
    await page.shows('#announcer', 'letter.pdf: ')
    await page.tabTo('.file .copy')
    await page.press('Enter')
    await page.shows('.file', 'Copied')
    const copied = String(await page.value('navigator.clipboard.readText()'))
    assert.ok(copied.startsWith(((await textOf(letter, 1)) ?? '?').trim()))
    await page.tabTo('.file .remove')
    await page.press('Enter')
    await page.until('document.querySelector(".file") === null')
    assert.equal(await page.value('document.activeElement.id'), 'pick')
  })

  await t.test('nothing was asked for elsewhere, and the browser did not complain', () => {
    assert.ok(page.requests.length > 10)
    const elsewhere = page.requests.filter((url) => !url.startsWith(service.url) && !url.startsWith('blob:'))
    assert.deepEqual(elsewhere, [])
    const expected = /status of (400|404|409|415|422)/
    assert.deepEqual(
      page.mistakes.filter((mistake) => !expected.test(mistake)),
      [],
    )
  })
})

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { line, pdfOf } from '../pdf-builder.ts'
import { root } from '../root.ts'
import { temporaryFolder } from '../service.ts'
import { looksRight } from './looks.ts'
import { consoleLink, startBrowser } from './open-console.ts'

const receipt = join(root, 'test/fixtures/documents/receipt.pdf')
const report = join(root, 'samples/report.pdf')
const letter = join(root, 'samples/letter.pdf')

/** A message with a PDF in it (RFC 2046, multipart/mixed). */
const mail = [
  'From: Mara Quill <mara@example.org>',
  'To: office@example.org',
  'Subject: The letter you asked for',
  'Date: Tue, 03 Feb 2026 09:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="cut"',
  '',
  '--cut',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Here it is.',
  '--cut',
  'Content-Type: application/pdf; name="letter.pdf"',
  'Content-Disposition: attachment; filename="letter.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  readFileSync(letter).toString('base64').replace(/.{76}/g, '$&\r\n'),
  '--cut--',
  '',
].join('\r\n')

/** An invoice whose date can be read as the third of April or the fourth of March. */
const unsure = pdfOf([
  [
    line('Kestrel Timber Ltd', 50, 740),
    line('INVOICE', 50, 700),
    line('Invoice number: KT-1043', 50, 680),
    line('Invoice date: 03/04/2026', 50, 660),
    line('Total due: $1,320.00', 50, 620),
  ].join('\n'),
])

test('what is needed to file a document, in the console', async (t) => {
  const { service, browser, page } = await startBrowser(t)
  const folder = temporaryFolder(t)
  const file = (name: string, bytes: string | Uint8Array) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const putAway = async () => {
    while ((await page.value('document.querySelectorAll(".file .remove").length')) !== 0)
      await page.click('.file .remove')
  }
  const texts = (selector: string) =>
    page.value(`[...document.querySelectorAll('${selector}')].map((one) => one.innerText.trim())`)
  const inView = (selector: string) =>
    `(() => { const box = document.querySelector('${selector}')?.getBoundingClientRect()
      return box !== undefined && box.width > 0 && box.top >= 0 && box.bottom <= innerHeight })()`
  await page.watchRequests()
  await page.goto(await consoleLink(service))
  await page.shows('#connection', 'Connected')

  await t.test('a field leads to the place it was read from', async () => {
    await page.drop('.drop', receipt)
    await page.shows('.file.done .hints', 'TECHMART ELECTRONICS')
    await page.shows('.file .hints', 'fairly sure')
    await page.until('document.querySelector(".page .picture image") !== null')
    // No day on which it is due stands in a receipt.
    assert.deepEqual(await texts('.hints dt'), [
      'Kind',
      'From',
      'Number',
      'Date',
      'Total',
      'Name for the file',
    ])
    await page.click('.hints [data-field="total"]')
    await page.until(inView('.picture .found'))
    assert.deepEqual(await texts('.words .found'), ['$821.14'])
    await page.shows('#announcer', 'Total: shown on page 1.')
    await looksRight(page, 'filing-hints')
    await page.click('.hints [data-field="vendor"]')
    await page.until('document.querySelectorAll(".words .found").length === 2')
    assert.deepEqual(await texts('.words .found'), ['TECHMART', 'ELECTRONICS'])
  })

  await t.test('the keyboard does the same', async () => {
    await page.value('scrollTo(0, 0)')
    await page.tabTo('.hints [data-field="number"]')
    await page.press('Enter')
    await page.until(inView('.picture .found'))
    assert.deepEqual(await texts('.words .found'), ['TXN-98765-2024'])
  })

  await t.test('blocks are outlined by their kind, and light up beside their text', async () => {
    await page.click('.choice input[value="blocks"]')
    await page.until('document.querySelectorAll(".picture .block").length > 3')
    assert.equal(await page.value('document.querySelectorAll(".picture .word").length'), 0)
    assert.match(String(await texts('.legend li')), /^Headings \d+,Paragraphs \d+/)
    await page.hover('.picture [data-block="0"]')
    await page.until('document.querySelector(".blocks .lit") !== null')
    assert.deepEqual(await texts('.blocks .lit p'), ['TECHMART ELECTRONICS'])
    await looksRight(page, 'filing-blocks')
    await page.hover('.blocks [data-block="1"]')
    await page.until(`document.querySelector('.picture [data-block="1"].lit') !== null`)
    await page.tabTo('.blocks [data-block]')
    await page.press('ArrowRight')
    await page.until(`document.querySelector('.picture [data-block="1"].lit') !== null`)
    await page.click('.choice input[value="nothing"]')
    await page.until('document.querySelectorAll(".picture .word, .picture .block").length === 0')
  })

  await t.test('text and Markdown are copied, each by its own button', async () => {
    await browser.send('Browser.grantPermissions', {
      origin: service.url,
      permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'],
    })
    const copied = 'navigator.clipboard.readText()'
    await page.click('.page [aria-label="Copy the Markdown of receipt.pdf"]')
    await page.until(`${copied}.then((text) => text.startsWith('# TECHMART ELECTRONICS'))`)
    await page.click('.page [aria-label="Copy the text of receipt.pdf"]')
    await page.until(`${copied}.then((text) => text.startsWith('TECHMART ELECTRONICS'))`)
  })

  await t.test('in a narrow window one pane is shown at a time', async () => {
    await page.appear({ width: 420, height: 900, colours: 'light' })
    await page.until('document.querySelector(".page [role=tablist]") !== null')
    const shown = `[...document.querySelectorAll('.page [role=tabpanel]')]
      .filter((one) => one.checkVisibility()).map((one) => one.id.split('-').at(-1)).join()`
    await page.click('.page [id$="-markdown"][role="tab"]')
    await page.until(`${shown} === 'markdown'`)
    await page.shows('.page .markdown', '# TECHMART')
    await page.press('ArrowLeft')
    await page.until(`${shown} === 'text'`)
    // What was read on the picture is shown on the picture.
    await page.click('.hints [data-field="date"]')
    await page.until(`${shown} === 'picture'`)
    await page.until(inView('.picture .found'))
    await page.appear({ width: 1280, height: 900, colours: 'light' })
    await putAway()
  })

  await t.test('a field leads to a page that was not shown yet', async () => {
    await page.drop('.drop', report)
    await page.click('.file.done .hints [data-field="total"]')
    await page.until(inView('.page:nth-of-type(5) .picture .found'))
    await putAway()
  })

  await t.test('a date that can be read two ways says so', async () => {
    await page.drop('.drop', file('unsure.pdf', unsure))
    await page.shows('.file.done .hints', 'which is the day and which the month is not sure')
    const dates = String(await texts('.hints div:has([data-field="date"]) dd')).match(/2026-\d\d-\d\d/g)
    assert.deepEqual(dates?.toSorted(), ['2026-03-04', '2026-04-03'])
    await putAway()
  })

  await t.test('a picture of a receipt has its hints too', async () => {
    await page.drop('.drop', join(root, 'samples/receipt.jpg'))
    await page.shows('.file.done .hints', '30.14 EUR')
    await page.click('.hints [data-field="total"]')
    await page.until(inView('.picture .found'))
    assert.deepEqual(await texts('.words .found'), ['30.14'])
    await putAway()
  })

  await t.test('a file in a message is opened in turn', async () => {
    await page.drop('.drop', file('message.eml', mail))
    await page.shows('.file.done .attachments', 'letter.pdf')
    await page.shows('.file .words', 'Here it is.')
    await looksRight(page, 'filing-mail')
    await page.click('.attachments [aria-label="Open letter.pdf"]')
    await page.until('document.querySelectorAll(".file.done").length === 2')
    await page.shows('.file', 'letter.pdf')
    await page.shows('.file', 'from message.eml')
    await page.until(inView('.file h3'))
    await page.until('document.querySelector(".file .page .picture image") !== null')
    await putAway()
  })

  await t.test('nothing was asked for elsewhere, and the browser did not complain', () => {
    const elsewhere = page.requests.filter((url) => !url.startsWith(service.url) && !url.startsWith('blob:'))
    assert.deepEqual(elsewhere, [])
    assert.deepEqual(page.mistakes, [])
  })
})

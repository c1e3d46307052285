import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { root } from '../root.ts'
import { temporaryFolder } from '../service.ts'
import { looksRight } from './looks.ts'
import { consoleLink, startBrowser } from './open-console.ts'

const receipt = join(root, 'test/fixtures/documents/receipt.pdf')

test('where a file would be filed, in the console', async (t) => {
  const { service, browser, page } = await startBrowser(t)
  const folder = temporaryFolder(t)
  const file = (name: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), 'x')
  }
  await page.watchRequests()
  await page.goto(await consoleLink(service))
  await page.shows('#connection', 'Connected')
  await browser.send('Browser.grantPermissions', {
    origin: service.url,
    permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'],
  })

  await t.test('a dry run says where a file would go, and moves nothing', async () => {
    const year = (of: string) => [
      `Receipts/${of}/Acme/${of}-01-02 Acme receipt.pdf`,
      `Receipts/${of}/Bolt/b.pdf`,
    ]
    for (const name of [...year('2023'), ...year('2024'), 'Receipts/2024/TechMart Electronics/a.pdf'])
      file(`kept/${name}`)
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf', 'f.pdf']) file(`kept/Manuals/${name}`)
    const before = readdirSync(folder, { recursive: true })
    await page.drop('.drop', receipt)
    await page.shows('.file.done .filing', 'Where it would be filed')
    await page.click('.filing summary')
    await page.shows('.filing', 'Dry run: nothing is moved.')
    await page.click('.filing input')
    await page.type(join(folder, 'kept'))
    await page.press('Enter')
    await page.until('document.querySelectorAll(".places li").length === 2')
    const name = '2024-11-23 TECHMART ELECTRONICS receipt TXN-98765-2024 $821.14.pdf'
    assert.deepEqual(
      await page.value('[...document.querySelectorAll(".places code")].map((one) => one.innerText)'),
      [join(folder, 'kept/Receipts/2024/TechMart Electronics', name), join(folder, 'kept/Manuals', name)],
    )
    await page.shows('.places li', 'Receipts are kept in it.')
    await page.shows('.places li', '“TechMart Electronics” is the folder of this sender.')
    await looksRight(page, 'filing-plan')
    await page.click('.filing [aria-label^="Copy the path"]')
    await page.until(`navigator.clipboard.readText().then((text) => text.endsWith(${JSON.stringify(name)}))`)
    assert.deepEqual(readdirSync(folder, { recursive: true }), before)
  })

  await t.test('a folder that is not there, or has nothing, says so', async () => {
    const ask = async (path: string) => {
      await page.click('.filing input')
      await page.value('document.querySelector(".filing input").select()')
      await page.type(path)
      await page.press('Enter')
    }
    await ask(join(folder, 'none'))
    await page.shows('.filing .trouble', 'There is no folder')
    await looksRight(page, 'filing-plan-fault')
    mkdirSync(join(folder, 'empty'))
    await ask(join(folder, 'empty'))
    await page.shows('.filing', 'No documents are kept in this folder')
  })

  await t.test('nothing was asked for elsewhere, and the browser did not complain', () => {
    const elsewhere = page.requests.filter((url) => !url.startsWith(service.url) && !url.startsWith('blob:'))
    assert.deepEqual(elsewhere, [])
    assert.deepEqual(
      page.mistakes.filter((mistake) => !/status of 404/.test(mistake)),
      [],
    )
  })
})

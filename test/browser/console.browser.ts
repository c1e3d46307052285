import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { operation, type Tier } from '../../bridge/operation.ts'
import { root } from '../root.ts'
import { startTestService, type TestService } from '../service.ts'
import { Chromium } from './chromium.ts'
import type { Page } from './page.ts'

/** Folder for pictures of the console, for a person to look at: `TALARIA_PICTURES=/tmp npm test -- console.browser`. */
const pictures = process.env['TALARIA_PICTURES']

/** A text that would change the page if anything took it for markup. */
const hostile = '<img src="x" onerror="document.title=\'owned\'"><script>document.title="owned"</script>'

/** An operation of a tier, with an argument that says what it would do. */
function deed(tier: Tier) {
  return operation({
    name: `deed.${tier}`,
    tool: { name: 'deed', action: tier },
    summary: 'Do something.',
    tier: { base: tier },
    lane: 'inline',
    input: z.strictObject({ what: z.string() }),
    output: z.strictObject({ done: z.string() }),
    limits: { timeoutMs: 5000, maxInputBytes: 1024 },
    deterministic: true,
    volatile: [],
    cache: 'none',
    version: 1,
    faults: [],
    examples: [],
  })
}
const deeds = [deed('act'), deed('mutate'), deed('destructive')]
const done = ({ what }: { what: string }) => ({ done: what })

async function consoleLink(service: TestService): Promise<string> {
  const response = await service.call('/v1/console/links', { method: 'POST', token: service.owner })
  const { url } = (await response.json()) as { url: string }
  return url
}

/** Asks for a call that needs a yes; the approval it is told to wait for. */
async function askFor(service: TestService, tier: Tier, what: string): Promise<string> {
  const response = await service.call(`/v1/deed/${tier}`, { json: { what } })
  assert.equal(response.status, 409)
  const { code, approval } = (await response.json()) as { code: string; approval: { id: string } }
  assert.equal(code, 'APPROVAL_NEEDED')
  return approval.id
}

/** Contrast of every visible text against what is behind it, by WCAG 2.2 (1.4.3); the texts that fall below 4.5. */
const faintTexts = `(() => {
  const channel = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)
  const parse = (text) => text.match(/[\\d.]+/g).map(Number)
  const behind = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor)
      if (colour.length === 3 || colour[3] === 1) return colour
    }
    return [255, 255, 255]
  }
  const faint = []
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
    if (!own || !element.checkVisibility() || element.closest('.hidden-but-read, .skip, :disabled')) continue
    const [a, b] = [parse(getComputedStyle(element).color), behind(element)].map(luminance)
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    if (ratio < 4.5) faint.push(element.textContent.trim().slice(0, 40) + ' ' + ratio.toFixed(2))
  }
  return faint
})()`

/** Controls that a screen reader could not name. */
const namelessControls = `[...document.querySelectorAll('button, input, a[href], [tabindex="0"]')]
  .filter((element) => element.checkVisibility())
  .filter((element) => !(element.getAttribute('aria-label') || element.labels?.length || element.textContent.trim()))
  .map((element) => element.outerHTML.slice(0, 80))`

async function bodyText(page: Page): Promise<string> {
  return String(await page.value('document.body.innerText'))
}

test('the console', async (t) => {
  const service = await startTestService(
    t,
    {},
    {
      operations: deeds,
      plans: Object.fromEntries(deeds.map(({ name }) => [name, done])),
    },
  )
  const browser = await Chromium.launch()
  t.after(() => browser.close())
  const page = await browser.page()
  await page.appear({ width: 1280, height: 900, colours: 'light' })

  await t.test('without a session it says how to get in, and shows nothing', async () => {
    await page.goto(`${service.url}/console/`)
    await page.shows('#sign-in', 'talaria open')
    assert.equal(await page.value('document.querySelector("#console").checkVisibility()'), false)
  })

  await t.test('a one-time link opens it, once, and its code leaves the address', async () => {
    const link = await consoleLink(service)
    await page.goto(link)
    await page.shows('#connection', 'Connected')
    assert.equal(await page.value('location.href'), `${service.url}/console/`)
    assert.equal(await page.value('document.referrer'), '')
    const second = await browser.page()
    await second.goto(link)
    await second.shows('#sign-in', 'used before')
  })

  await t.test('the session outlives a reload and shows the state of the service', async () => {
    await page.goto(`${service.url}/console/`)
    await page.shows('#connection', 'Connected')
    for (const lane of ['quick', 'heavy', 'native']) await page.shows('#lanes', lane)
    for (const name of ['documents.read', 'calc.eval', 'image.filter'])
      await page.shows('#capabilities', name)
    await page.shows('#policy', 'asks first')
    await page.shows('#approvals', 'Nothing waits')
    await page.shows('#jobs', 'No jobs yet')
  })

  await t.test('a PDF that is chosen is shown page by page', async () => {
    await page.choose('#try-documents input[type=file]', join(root, 'samples/report.pdf'))
    await page.shows('#try-documents', 'report.pdf')
    await page.until('document.querySelectorAll("#try-documents .page").length > 1')
    const response = await service.call('/v1/documents/read', {
      json: { path: join(root, 'samples/report.pdf') },
    })
    const { documents } = (await response.json()) as { documents: Array<{ pages: Array<{ text: string }> }> }
    const [first] = documents[0]?.pages ?? []
    assert.ok(first !== undefined && first.text.length > 0)
    const shown = await page.value('document.querySelector("#try-documents .page .text").textContent')
    assert.equal(shown, first.text)
  })

  await t.test('an encrypted PDF asks for its password', async () => {
    await page.choose(
      '#try-documents input[type=file]',
      join(root, 'test/fixtures/documents/enc-user-rc4-128.pdf'),
    )
    await page.shows('#try-documents', 'ENCRYPTED')
    await page.type('wrong')
    await page.press('Enter')
    await page.shows('#try-documents', 'WRONG_PASSWORD')
  })

  await t.test('an expression is worked out, and what cannot be worked out says why', async () => {
    await page.click('#tab-calc')
    await page.click('#calc-input')
    await page.type('0.1 + 0.2')
    await page.press('Enter')
    await page.shows('#try-calc .display', '0.3')
    await page.value('document.querySelector("#calc-input").value = ""')
    await page.click('#calc-input')
    await page.type('1/0')
    await page.press('Enter')
    await page.shows('#try-calc', 'DIVISION_BY_ZERO')
  })

  await t.test('a picture is blurred, and more so when the slider moves', async () => {
    await page.click('#tab-blur')
    await page.click('#try-blur .chip')
    const spread = `(async () => {
      const image = document.querySelector('#try-blur img')
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const pen = canvas.getContext('2d')
      pen.drawImage(image, 0, 0)
      const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
      let steps = 0
      for (let at = 4; at < data.length; at += 4) steps += Math.abs(data[at] - data[at - 4])
      return steps
    })()`
    await page.until('document.querySelector("#try-blur img").naturalWidth === 640')
    const before = Number(await page.value(spread))
    const source = await page.value('document.querySelector("#try-blur img").src')
    await page.value('document.querySelector("#blur-sigma").focus()')
    for (let press = 0; press < 8; press += 1) await page.press('ArrowRight')
    await page.until(`document.querySelector("#try-blur img").src !== ${JSON.stringify(source)}`)
    await page.until('!document.querySelector("#try-blur").hasAttribute("aria-busy")')
    assert.ok(Number(await page.value(spread)) < before, 'neighbouring pixels differ less')
  })

  await t.test('a call that waits is shown with what will happen, and runs after Once', async () => {
    const approval = await askFor(service, 'mutate', 'paint the door')
    await page.shows('#approvals', 'paint the door')
    await page.shows('#approvals', 'mutate')
    await page.until('document.title === "(1) Talaria"')
    await page.click('#approvals .answers .primary')
    await page.shows('#approvals', 'allowed, not used yet')
    const again = await service.call('/v1/deed/mutate', {
      json: { what: 'paint the door' },
      headers: { approval },
    })
    assert.equal(again.status, 200)
    await page.until('document.title === "Talaria"')
  })

  await t.test('No refuses, and a destructive call cannot be allowed for longer than once', async () => {
    const approval = await askFor(service, 'destructive', 'burn the house')
    await page.shows('#approvals', 'burn the house')
    const labels = await page.value(
      '[...document.querySelectorAll("#approvals .answers:not([hidden]) button")].map((one) => one.textContent)',
    )
    assert.deepEqual(labels, ['Once', 'No'])
    await page.click('#approvals .answers:not([hidden]) .danger')
    await page.shows('#approvals', 'denied')
    const again = await service.call('/v1/deed/destructive', {
      json: { what: 'burn the house' },
      headers: { approval },
    })
    assert.equal(again.status, 403)
  })

  await t.test('a job is shown while it runs and can be cancelled', async () => {
    const response = await service.call('/v1/test/sleep', {
      json: { ms: 15_000 },
      headers: { prefer: 'respond-async' },
    })
    const { id } = (await response.json()) as { id: string }
    await page.shows('#jobs', 'running')
    await page.click('#jobs .job button')
    await page.shows('#jobs', 'cancelled')
    const job = (await (await service.call(`/v1/jobs/${id}`)).json()) as { state: string }
    assert.equal(job.state, 'cancelled')
  })

  await t.test('the audit log shows what was called, with its arguments', async () => {
    await service.call('/v1/deed/act', { json: { what: 'ring the bell' } })
    await page.shows('#audit', 'deed act')
    await page.shows('#audit', 'waiting for a yes')
  })

  await t.test('text from elsewhere stays text', async () => {
    await askFor(service, 'mutate', hostile)
    await page.shows('#approvals', 'onerror')
    assert.equal(await page.value('document.querySelectorAll("#approvals img, #approvals script").length'), 0)
    assert.notEqual(await page.value('document.title'), 'owned')
  })

  await t.test('a policy that does not parse is a warning', async () => {
    writeFileSync(join(service.home, 'permissions.yaml'), 'tiers: [unclosed\n', { mode: 0o600 })
    await page.shows('#notices', 'YAML')
  })

  await t.test('tabs move with the arrow keys', async () => {
    await page.value('document.querySelector("#tab-blur").focus()')
    await page.press('ArrowRight')
    assert.equal(await page.value('document.activeElement.id'), 'tab-documents')
    assert.equal(await page.value('document.querySelector("#try-documents").checkVisibility()'), true)
    assert.equal(await page.value('document.querySelector("#try-blur").checkVisibility()'), false)
  })

  await t.test('every text can be read and every control has a name, in light, dark and narrow', async () => {
    for (const colours of ['light', 'dark'] as const) {
      for (const width of [1280, 360]) {
        await page.appear({ width, height: 900, colours })
        if (pictures !== undefined) await page.picture(join(pictures, `console-${colours}-${width}.png`))
        assert.deepEqual(await page.value(faintTexts), [], `${colours}, ${width} px`)
        assert.deepEqual(await page.value(namelessControls), [])
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
        assert.equal(await page.value(overflow), 0, `nothing sticks out at ${width} px`)
      }
    }
  })

  await t.test('the browser had nothing to complain about but the faults that were shown', () => {
    const expected = /status of (400|401|404|409|422)/
    assert.deepEqual(
      page.mistakes.filter((mistake) => !expected.test(mistake)),
      [],
    )
  })

  await t.test('signing out forgets the session', async () => {
    await page.click('#sign-out')
    await page.shows('#sign-in', 'signed out')
    assert.equal(await page.value('sessionStorage.length'), 0)
    assert.ok(!(await bodyText(page)).includes('Audit log'))
  })

  await t.test('a service that goes away is said to be gone', async () => {
    await page.goto(await consoleLink(service))
    await page.shows('#connection', 'Connected')
    await service.close()
    await page.shows('#connection', 'Not connected')
  })
})

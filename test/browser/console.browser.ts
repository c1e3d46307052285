import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { operation, type Tier } from '../../bridge/operation.ts'
import type { TestService } from '../service.ts'
import { looksRight } from './looks.ts'
import { consoleLink, startBrowser } from './open-console.ts'
import type { Page } from './page.ts'

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

/** Asks for a call that needs a yes; the approval it is told to wait for. */
async function askFor(service: TestService, tier: Tier, what: string): Promise<string> {
  const response = await service.call(`/v1/deed/${tier}`, { json: { what } })
  assert.equal(response.status, 409)
  const { code, approval } = (await response.json()) as { code: string; approval: { id: string } }
  assert.equal(code, 'APPROVAL_NEEDED')
  return approval.id
}

async function bodyText(page: Page): Promise<string> {
  return String(await page.value('document.body.innerText'))
}

test('the console', async (t) => {
  const { service, browser, page } = await startBrowser(t, {
    operations: deeds,
    plans: Object.fromEntries(deeds.map(({ name }) => [name, done])),
  })

  await t.test('without a session it says how to get in, and shows nothing', async () => {
    await page.goto(`${service.url}/console/`)
    await page.shows('#sign-in', 'talaria open')
    assert.equal(await page.value('document.querySelector("#main")'), null)
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
    await page.shows('#read', 'Drop files')
    await page.click('#tab-system')
    for (const lane of ['quick', 'heavy', 'native']) await page.shows('#lanes', lane)
    for (const name of ['documents.read', 'calc.eval', 'image.filter'])
      await page.shows('#capabilities', name)
    await page.shows('#policy', 'asks first')
    await page.shows('#doctor', 'Every part works')
    await page.click('#tab-approvals')
    await page.shows('#approvals', 'Nothing waits')
    await page.click('#tab-activity')
    await page.shows('#activity', 'No jobs yet')
  })

  await t.test('a call that waits is shown with what will happen, and runs after Once', async () => {
    const approval = await askFor(service, 'mutate', 'paint the door')
    await page.shows('#waiting', '1 call waiting')
    await page.click('#waiting button')
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
      '[...document.querySelectorAll("#approvals .answers button")].map((one) => one.textContent)',
    )
    assert.deepEqual(labels, ['Yes, once', 'No'])
    await page.click('#approvals .answers .danger')
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
    await page.click('#tab-activity')
    await page.shows('#jobs', 'running')
    await page.click('#jobs .job button')
    await page.shows('#jobs', 'cancelled')
    const job = (await (await service.call(`/v1/jobs/${id}`)).json()) as { state: string }
    assert.equal(job.state, 'cancelled')
  })

  await t.test('the audit log shows what was called, with its arguments', async () => {
    await service.call('/v1/deed/act', { json: { what: 'ring the bell' } })
    await page.click('#tab-audit')
    await page.shows('#audit', 'deed act')
    await page.shows('#audit', 'waiting for a yes')
  })

  await t.test('text from elsewhere stays text', async () => {
    await askFor(service, 'mutate', hostile)
    await page.click('#tab-approvals')
    await page.shows('#approvals', 'onerror')
    assert.equal(await page.value('document.querySelectorAll("#approvals img, #approvals script").length'), 0)
    assert.notEqual(await page.value('document.title'), 'owned')
  })

  await t.test('a policy that does not parse is a warning', async () => {
    writeFileSync(join(service.home, 'permissions.yaml'), 'tiers: [unclosed\n', { mode: 0o600 })
    await page.shows('#notices', 'YAML')
  })

  await t.test('tabs move with the arrow keys', async () => {
    await page.click('#tab-system')
    await page.press('ArrowRight')
    assert.equal(await page.value('document.activeElement.id'), 'tab-read')
    assert.equal(await page.value('document.querySelector("#read").checkVisibility()'), true)
    await page.press('ArrowLeft')
    assert.equal(await page.value('document.activeElement.id'), 'tab-system')
    assert.equal(await page.value('document.querySelector("#read").checkVisibility()'), false)
  })

  await t.test('every tab can be read by everybody, in light, dark and narrow', async () => {
    for (const tab of ['read', 'activity', 'approvals', 'audit', 'system']) {
      await page.click(`#tab-${tab}`)
      await looksRight(page, tab)
    }
  })

  await t.test('after Always, calls of the action run at once', async () => {
    await page.click('#tab-approvals')
    await page.click('#approvals [aria-label^="Always"]')
    await page.shows('#approvals', 'allowed, not used yet')
    const next = await service.call('/v1/deed/mutate', { json: { what: 'paint the fence' } })
    assert.equal(next.status, 200)
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

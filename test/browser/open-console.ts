import type { TestContext } from 'node:test'
import type { Extension } from '../../service/run.ts'
import { startTestService, type TestService } from '../service.ts'
import { Chromium } from './chromium.ts'
import type { Page } from './page.ts'

/** A one-time link into the console of a service. */
export async function consoleLink(service: TestService): Promise<string> {
  const response = await service.call('/v1/console/links', { method: 'POST', token: service.owner })
  const { url } = (await response.json()) as { url: string }
  return url
}

/** A service, a browser and an empty page of it in a wide window; all end with the test. */
export async function startBrowser(
  t: TestContext,
  extension: Extension = {},
): Promise<{ service: TestService; browser: Chromium; page: Page }> {
  const service = await startTestService(t, {}, extension)
  const browser = await Chromium.launch()
  t.after(() => browser.close())
  const page = await browser.page()
  await page.appear({ width: 1280, height: 900, colours: 'light' })
  return { service, browser, page }
}

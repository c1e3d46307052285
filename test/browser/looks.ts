import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Page } from './page.ts'

/** Folder for pictures of the console, for a person to look at: `TALARIA_PICTURES=/tmp npm test -- .browser`. */
const pictures = process.env['TALARIA_PICTURES']

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
const namelessControls = `[...document.querySelectorAll('button, input, textarea, a[href], [tabindex="0"]')]
  .filter((element) => element.checkVisibility())
  .filter((element) => !(element.getAttribute('aria-label') || element.labels?.length || element.textContent.trim()))
  .map((element) => element.outerHTML.slice(0, 80))`

/**
 * Holds what the page shows now against its rules, in light and dark, wide and at 360 px: every text can be read,
 * every control has a name, nothing sticks out to the side. Leaves pictures where they are asked for.
 */
export async function looksRight(page: Page, name: string): Promise<void> {
  for (const colours of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      await page.appear({ width, height: 900, colours })
      if (pictures !== undefined) await page.picture(join(pictures, `${name}-${colours}-${width}.png`))
      assert.deepEqual(await page.value(faintTexts), [], `${name}, ${colours}, ${width} px`)
      assert.deepEqual(await page.value(namelessControls), [], name)
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      assert.equal(await page.value(overflow), 0, `nothing of ${name} sticks out at ${width} px`)
    }
  }
  await page.appear({ width: 1280, height: 900, colours: 'light' })
}

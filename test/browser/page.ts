import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'

/** How long a condition in the page may take to come true, in milliseconds; far longer than it does. */
const patienceMs = 60_000

const Mistake = z.object({
  exceptionDetails: z
    .object({ exception: z.object({ description: z.string().optional() }).optional() })
    .optional(),
  entry: z.object({ level: z.string(), text: z.string(), url: z.string().optional() }).optional(),
})
const Evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z
    .object({ text: z.string(), exception: z.object({ description: z.string() }).optional() })
    .optional(),
})

const Requested = z.object({ request: z.object({ url: z.string() }) })
const Chooser = z.object({ backendNodeId: z.int() })

/** One page of the browser. Selectors are CSS selectors; each action waits until its element is there. */
export class Page {
  readonly send: (method: string, params?: Record<string, unknown>) => Promise<unknown>
  /** Errors that the page logged: exceptions, refused by the content policy, failed requests. */
  readonly mistakes: string[] = []
  /** Addresses that the page asked for, once `watchRequests` was called. */
  readonly requests: string[] = []
  /** Files for the next dialog that picks some. */
  #toPick: string[] = []

  constructor(send: (method: string, params?: Record<string, unknown>) => Promise<unknown>) {
    this.send = send
  }

  /** Takes note of what the browser says about the page. */
  hear(method: string, params: unknown): void {
    if (method === 'Network.requestWillBeSent') this.requests.push(Requested.parse(params).request.url)
    if (method === 'Page.fileChooserOpened') {
      const { backendNodeId } = Chooser.parse(params)
      void this.send('DOM.setFileInputFiles', { backendNodeId, files: this.#toPick })
    }
    if (method !== 'Runtime.exceptionThrown' && method !== 'Log.entryAdded') return
    const { exceptionDetails, entry } = Mistake.parse(params)
    if (exceptionDetails) this.mistakes.push(exceptionDetails.exception?.description ?? 'an exception')
    if (entry?.level === 'error') this.mistakes.push(`${entry.text} ${entry.url ?? ''}`.trim())
  }

  /** Begins to note in `requests` what the page asks for. */
  async watchRequests(): Promise<void> {
    await this.send('Network.enable')
  }

  /** Loads an address in front of other pages and waits for it to be complete. */
  async goto(url: string): Promise<void> {
    // Browsers hold up timers and pictures of pages that nobody sees.
    await this.send('Page.bringToFront')
    await this.send('Page.navigate', { url })
    await this.until('document.readyState === "complete"')
  }

  /** The value of an expression in the page, as JSON; promises are awaited. */
  async value(expression: string): Promise<unknown> {
    const answer = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    const { result, exceptionDetails } = Evaluated.parse(answer)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  /** Waits until an expression is true in the page; the error shows what the page said meanwhile. */
  async until(expression: string): Promise<void> {
    const giveUpAt = Date.now() + patienceMs
    while (Date.now() < giveUpAt) {
      // While a page is being replaced there is nothing to ask.
      if ((await this.value(`Boolean(${expression})`).catch(() => false)) === true) return
      await pause(50)
    }
    const seen = await this.value('document.body.innerText').catch(() => 'nothing')
    throw new Error(`waited in vain for ${expression}; the page shows:\n${String(seen)}`)
  }

  /** Waits until the visible text of an element has this in it. */
  async shows(selector: string, text: string): Promise<void> {
    const element = `document.querySelector(${JSON.stringify(selector)})`
    await this.until(
      `${element}?.checkVisibility() && ${element}.innerText.includes(${JSON.stringify(text)})`,
    )
  }

  /** Clicks in the middle of an element, as a mouse does. */
  async click(selector: string): Promise<void> {
    const at = await this.#middleOf(selector)
    for (const type of ['mousePressed', 'mouseReleased']) {
      await this.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 })
    }
  }

  /** Moves the mouse over an element. */
  async hover(selector: string): Promise<void> {
    await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...(await this.#middleOf(selector)) })
  }

  async #middleOf(selector: string): Promise<{ x: number; y: number }> {
    const element = `document.querySelector(${JSON.stringify(selector)})`
    await this.until(`${element}?.checkVisibility() && !${element}.disabled`)
    const box = await this.value(
      `(() => { const e = ${element}; e.scrollIntoView({ block: 'center' }); const r = e.getBoundingClientRect();` +
        ' return { x: r.x + r.width / 2, y: r.y + r.height / 2 } })()',
    )
    return z.object({ x: z.number(), y: z.number() }).parse(box)
  }

  /** Types into whatever has the focus. */
  async type(text: string): Promise<void> {
    await this.send('Input.insertText', { text })
  }

  /** Presses a key by its DOM name, such as `Enter` or `ArrowRight`. */
  async press(key: string): Promise<void> {
    const code = { Enter: 13, Tab: 9, ArrowRight: 39, ArrowLeft: 37 }[key] ?? 0
    const text = key === 'Enter' ? { text: '\r' } : {}
    const stroke = { key, code: key, windowsVirtualKeyCode: code }
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke, ...text })
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke })
  }

  /** Presses Tab until an element has the focus, as one does who has no mouse. */
  async tabTo(selector: string): Promise<void> {
    const there = `document.activeElement?.matches(${JSON.stringify(selector)})`
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await this.value(there)) === true) return
      await this.press('Tab')
    }
    throw new Error(`${selector} is not reached by the Tab key`)
  }

  /** Drops files on the middle of an element, by their absolute paths. */
  async drop(selector: string, ...files: string[]): Promise<void> {
    const at = await this.#middleOf(selector)
    const data = { items: [], files, dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop']) {
      await this.send('Input.dispatchDragEvent', { type, ...at, data })
    }
  }

  /** Answers the next dialog that picks files, instead of a person. */
  async pick(...files: string[]): Promise<void> {
    this.#toPick = files
    await this.send('Page.setInterceptFileChooserDialog', { enabled: true })
  }

  /** Chooses files in a file field, by their absolute paths. */
  async choose(selector: string, ...files: string[]): Promise<void> {
    const Found = z.object({ result: z.object({ objectId: z.string() }) })
    const expression = `document.querySelector(${JSON.stringify(selector)})`
    const { objectId } = Found.parse(await this.send('Runtime.evaluate', { expression })).result
    await this.send('DOM.setFileInputFiles', { objectId, files })
  }

  /** Size of the window in CSS pixels, and the colours the person prefers. */
  async appear(look: { width: number; height: number; colours: 'light' | 'dark' }): Promise<void> {
    const { width, height, colours } = look
    await this.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    })
    // As on a phone, where they lie over the page; pictures of a page are taken without them.
    await this.send('Emulation.setScrollbarsHidden', { hidden: true })
    await this.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: colours }],
    })
  }

  /** Writes a picture of the whole page to a PNG file. */
  async picture(file: string): Promise<void> {
    const Shot = z.object({ data: z.string() })
    const answer = await this.send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: true })
    writeFileSync(file, Buffer.from(Shot.parse(answer).data, 'base64'))
  }
}

import type { Block, FormatReader } from '../content.ts'
import { walkXml } from '../package/xml.ts'

/**
 * Reads any XML as lines `Name: text`, a line for each element that holds text of its own. Faults: those of `walkXml`.
 */
export const readXml: FormatReader = (bytes, options, ctx) => {
  const blocks: Block[] = []
  const path: { name: string; text: string }[] = []
  let chars = 0
  const end = (): void => {
    const { name = '', text = '' } = path.at(-1) ?? {}
    const shown = text.replace(/\s+/g, ' ').trim()
    if (shown === '' || chars >= options.maxChars) return
    const line = `${name}: ${shown}`
    chars += line.length + 2
    blocks.push({ kind: 'paragraph', text: line })
  }
  walkXml(
    bytes,
    options,
    {
      open: (name) => path.push({ name, text: '' }),
      text: (text) => {
        const element = path.at(-1)
        if (element !== undefined && element.text.length < options.maxChars) element.text += text
      },
      close: () => {
        end()
        path.pop()
      },
    },
    () => ctx.checkpoint(),
  )
  return { sections: [{ blocks }], ...(chars >= options.maxChars && { truncated: true }) }
}

import type { Block, FormatReader } from '../content.ts'
import { fault } from '../../../bridge/faults.ts'
import { decodeText } from './encoding.ts'
import { htmlBlocks } from './html-blocks.ts'
import { attribute, isElement, parseHtml, type HtmlDocument, type HtmlElement } from './html-tree.ts'

/** Bytes of markup, pictures and scripts that are gone through for a character of text. */
const BYTES_PER_CHAR = 32

export interface HtmlOptions {
  /** Characters of text read; what is not shown but for scripts and styles counts too. */
  maxChars: number
  /** Address of the page, which links are relative to. Without it they are given as they stand. */
  baseUrl?: string
  /** Whether it is XHTML, where `<p/>` is an empty element. */
  xhtml?: boolean
  /** Called now and then; what it throws ends the reading. */
  checkpoint?: () => void
}

export interface HtmlContent {
  title?: string
  blocks: Block[]
  truncated: boolean
}

/**
 * Text of a page as a browser shows it: hidden elements, scripts and styles are left out; alternative texts, deletions
 * and notes are blocks of their own. Tables that only place things are read as what stands in them. Takes any string
 * and never fails.
 */
export function htmlContent(
  html: string,
  { maxChars, baseUrl, xhtml = false, checkpoint = () => {} }: HtmlOptions,
): HtmlContent {
  const { document, truncated } = parseHtml(html, { maxChars, xhtml, checkpoint })
  const { title, base } = headOf(document)
  const blocks = htmlBlocks(document, { baseUrl: baseOf(base, baseUrl), checkpoint })
  return { ...(title === undefined ? {} : { title }), blocks, truncated }
}

/** Reads a web page. Its encoding: the byte order mark, what it declares itself, else by statistics. */
export const readHtml: FormatReader = (bytes, { maxChars }, { checkpoint }) => {
  const most = BYTES_PER_CHAR * maxChars + 1_000_000
  const decoded = decodeText(bytes.subarray(0, most), declaredEncoding(bytes))
  if (decoded === undefined) {
    throw fault('DAMAGED', 'The web page is no text: it holds zero bytes or controls. Send the page itself.')
  }
  const xhtml = /^\s*<\?xml|^[^>]{0,200}DTD XHTML/.test(decoded.text.slice(0, 500))
  const { title, blocks, truncated } = htmlContent(decoded.text, { maxChars, xhtml, checkpoint })
  return {
    sections: [{ ...(title === undefined ? {} : { title }), blocks }],
    ...(truncated || bytes.length > most ? { truncated: true } : {}),
  }
}

/** The encoding a page names in its first kilobyte or two (HTML Standard, section 13.2.3.2). */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  const xml = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/.exec(head)?.[1]
  return xml ?? /<meta[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1]
}

function headOf(document: HtmlDocument): { title?: string; base?: string } {
  const html = document.childNodes.filter(isElement).find(({ tagName }) => tagName === 'html')
  const head = childOf(html, 'head')
  const base = childOf(head, 'base')
  const title = childOf(head, 'title') ?? childOf(childOf(html, 'body'), 'title')
  const text = title?.childNodes.map((node) => ('value' in node ? node.value : '')).join('')
  const name = text?.replace(/\s+/g, ' ').trim()
  const href = base === undefined ? undefined : attribute(base, 'href')
  return { ...(name ? { title: name } : {}), ...(href === undefined ? {} : { base: href }) }
}

const childOf = (parent: HtmlElement | undefined, name: string): HtmlElement | undefined =>
  parent?.childNodes.filter(isElement).find(({ tagName }) => tagName === name)

/** What links are relative to, by what the page says and where it is from. */
function baseOf(base: string | undefined, address: string | undefined): string | undefined {
  if (base === undefined) return address
  if (URL.canParse(base, address)) return new URL(base, address).href
  return address
}

import { append } from '../../append.ts'
import type { Block, BlockKind, FormatReader } from '../content.ts'
import { sectionText } from '../content-text.ts'
import { elements, type XmlElement } from '../package/xml.ts'
import type { OdfContext } from './odf-context.ts'
import { openOdf } from './odf-package.ts'
import { odfStyles } from './odf-styles.ts'
import { odfBlocks } from './odf-text.ts'
import { walkParts } from './xml-parts.ts'

/**
 * Reads a text of OpenDocument (.odt, .ott, .fodt): headers and footers first, each once, then the text with its notes,
 * comments, text boxes and deletions marked. Faults: DAMAGED, ENCRYPTED, ARCHIVE_BOMB, TOO_DEEP.
 */
export const readOdt: FormatReader = (bytes, options, { checkpoint }) => {
  const file = openOdf(bytes, options, checkpoint)
  const styles = odfStyles()
  const context: OdfContext = {
    styles,
    object: file.object,
    deletions: new Map(),
    maxChars: options.maxChars,
    checkpoint,
  }
  const edges: Block[] = []
  const blocks: Block[] = []
  let chars = 0
  for (const root of file.styles) {
    styles.add(root)
    append(edges, edgesOf(root, context))
  }
  const whole = walkParts(
    file.content,
    options,
    {
      isPart: (name, parent) => parent === 'text' || /^(styles|automatic-styles|master-styles)$/.test(name),
      part(element) {
        const isStyles = /^(styles|automatic-styles|master-styles)$/.test(element.name)
        if (isStyles) {
          const root = { ...element, children: [element] }
          styles.add(root)
          append(edges, edgesOf(root, context))
          return
        }
        const own = odfBlocks([element], context)
        chars += sectionText({ blocks: own }).length
        mergeCode(blocks, own)
      },
      isEnough: () => chars > options.maxChars,
    },
    checkpoint,
  )
  return { sections: [{ blocks: [...edges, ...blocks] }], ...(whole ? {} : { truncated: true }) }
}

/** Lines of code that follow each other are one block. */
function mergeCode(blocks: Block[], more: readonly Block[]): void {
  const [first, ...rest] = more
  const last = blocks.at(-1)
  if (first?.kind === 'code' && last?.kind === 'code') {
    last.text += `\n${first.text}`
    append(blocks, rest)
  } else append(blocks, more)
}

/** Headers and footers of the master pages; the same text is given once. */
function edgesOf(root: XmlElement, context: OdfContext): Block[] {
  const seen = new Set<string>()
  const pages = elements(root, 'master-styles').flatMap((group) => elements(group, 'master-page'))
  return pages.flatMap((page) =>
    elements(page).flatMap((edge): Block[] => {
      const kind = kindOf(edge.name)
      const text = kind === undefined ? '' : sectionText({ blocks: odfBlocks(elements(edge), context) })
      if (kind === undefined || text === '' || seen.has(`${kind}${text}`)) return []
      seen.add(`${kind}${text}`)
      return [{ kind, text }]
    }),
  )
}

function kindOf(name: string): BlockKind | undefined {
  if (/^header(-left|-first)?$/.test(name)) return 'header'
  return /^footer(-left|-first)?$/.test(name) ? 'footer' : undefined
}

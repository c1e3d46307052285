import type { Block, Content, FormatReader, Section } from '../content.ts'
import { sectionText } from '../content-text.ts'
import { elements, type XmlElement } from '../package/xml.ts'
import type { OdfContext } from './odf-context.ts'
import { openOdf } from './odf-package.ts'
import { odfStyles } from './odf-styles.ts'
import { odfBlocks } from './odf-text.ts'
import { walkParts } from './xml-parts.ts'

/**
 * Reads a presentation of OpenDocument (.odp, .otp, .fodp; also drawings): a section for each slide with its text, its
 * comments and what the speaker noted. Faults: DAMAGED, ENCRYPTED, ARCHIVE_BOMB, TOO_DEEP.
 */
export const readOdp: FormatReader = (bytes, options, { checkpoint }): Content => {
  const file = openOdf(bytes, options, checkpoint)
  const styles = odfStyles()
  file.styles.forEach((root) => styles.add(root))
  const context: OdfContext = {
    styles,
    object: file.object,
    deletions: new Map(),
    maxChars: options.maxChars,
    checkpoint,
    framesAreText: true,
  }
  const sections: Section[] = []
  let chars = 0
  const whole = walkParts(
    file.content,
    options,
    {
      isPart: (name, parent) =>
        (name === 'page' && (parent === 'presentation' || parent === 'drawing')) ||
        /^(styles|automatic-styles|master-styles)$/.test(name),
      part(element) {
        if (element.name === 'page') {
          const section = slide(element, context)
          sections.push(section)
          chars += sectionText(section).length
        } else styles.add({ ...element, children: [element] })
      },
      isEnough: () => chars > options.maxChars,
    },
    checkpoint,
  )
  return { sections, ...(whole ? {} : { truncated: true }) }
}

function slide(page: XmlElement, context: OdfContext): Section {
  const parts = elements(page)
  const blocks = odfBlocks(
    parts.filter(({ name }) => name !== 'notes' && name !== 'forms'),
    context,
  )
  const notes = parts.filter(({ name }) => name === 'notes').flatMap((part) => speakerNotes(part, context))
  const { name, 'style-name': style } = page.attributes
  const title = blocks.find(({ kind }) => kind === 'heading')?.text.replace(/\s+/g, ' ') ?? name
  return {
    ...(title === undefined ? {} : { title }),
    ...(context.styles.isHidden(style) ? { hidden: true } : {}),
    blocks: [...blocks, ...notes],
  }
}

/** Of the page of notes, what was written there; its picture of the slide, date and number are left out. */
function speakerNotes(notes: XmlElement, context: OdfContext): Block[] {
  const written = elements(notes).filter(
    ({ attributes }) => !/^(page|header|footer|date-time|page-number)$/.test(attributes['class'] ?? ''),
  )
  const text = sectionText({ blocks: odfBlocks(written, context) })
  return text === '' ? [] : [{ kind: 'speaker notes', text }]
}

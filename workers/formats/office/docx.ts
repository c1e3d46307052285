import type { Block, Content, FormatReader } from '../content.ts'
import { asOneBlock } from '../inline.ts'
import { element, walkTrees, type XmlElement } from '../package/xml.ts'
import { coreTitle } from './core-properties.ts'
import { docxNotes, type NoteParts } from './docx-notes.ts'
import { docxNumbering } from './docx-numbering.ts'
import type { Story } from './docx-context.ts'
import { bodyBlocks, storyBlocks } from './docx-story.ts'
import { docxStyles } from './docx-styles.ts'
import { embeddedFiles, mainBytes, openPackage, type OfficePackage } from './package.ts'
import { addBlocks, type Budget } from './section-writer.ts'

/** Depth of the children of the body. */
const BODY_CHILDREN = 2

/**
 * Reads a text document of Office Open XML (ECMA-376 part 1, section 17): headers, the body in its order, notes,
 * footers. What stands apart (comments, text boxes, deletions, hidden text) follows the paragraph or table it is in.
 * Faults: DAMAGED, ENCRYPTED, ARCHIVE_BOMB, TOO_DEEP.
 */
export const readDocx: FormatReader = (bytes, options, ctx): Content => {
  const office = openPackage(bytes, options, ctx, 'word/document.xml')
  const budget: Budget = { left: options.maxChars, spent: false }
  const blocks: Block[] = []
  const add = (more: readonly Block[]): void => addBlocks(blocks, more, budget)

  const parts = docxParts(office)
  const styles = docxStyles(office.tree(parts.styles))
  const numbering = docxNumbering(office.tree(parts.numbering))
  const storyOf = (relations: Story['relations']): Story => {
    return { office, relations, styles, numbering, notes, fields: [], read: storyBlocks }
  }
  const notes = docxNotes(office, noteParts(office, parts), storyOf)

  add(marginBlocks(office, 'header', parts.headers, storyOf))
  const story = storyOf(office.relations(office.main))
  const body = {
    depth: BODY_CHILDREN,
    tree: (child: XmlElement) => {
      if (!budget.spent) add(bodyBlocks(child, story))
    },
    done: () => budget.spent,
  }
  walkTrees(mainBytes(office), options, body, office.checkpoint)
  if (!budget.spent) add(notes.blocks())
  if (!budget.spent) add(marginBlocks(office, 'footer', parts.footers, storyOf))

  const title = blocks.some(({ kind }) => kind === 'heading') ? undefined : coreTitle(office)
  const attachments = embeddedFiles(office)
  return {
    sections: [{ ...(title === undefined ? {} : { title }), blocks }],
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(budget.spent ? { truncated: true } : {}),
  }
}

/** Parts beside the main one, by its relationships, else where they usually are. */
function docxParts(office: OfficePackage) {
  const relations = office.relations(office.main)
  const folder = office.main.slice(0, office.main.lastIndexOf('/') + 1)
  const all = (type: string): string[] => {
    const related = relations.flatMap((each) =>
      each.type === type && each.part !== undefined ? [each.part] : [],
    )
    const usual = new RegExp(`^${type}s?\\d*\\.xml$`, 'i')
    return relations.length > 0
      ? [...new Set(related)]
      : office.names.filter((name) => name.startsWith(folder) && usual.test(name.slice(folder.length)))
  }
  return {
    styles: all('styles')[0],
    numbering: all('numbering')[0],
    settings: all('settings')[0],
    footnote: all('footnotes')[0],
    endnote: all('endnotes')[0],
    comment: all('comments')[0],
    headers: all('header'),
    footers: all('footer'),
  }
}

/** Unless the settings say otherwise, endnotes are numbered in small Roman numerals (17.11.17). */
function noteParts(
  office: OfficePackage,
  { footnote, endnote, comment, settings }: ReturnType<typeof docxParts>,
): NoteParts {
  const root = office.tree(settings)
  const format = (name: string): string | undefined => {
    const properties = root === undefined ? undefined : element(root, name)
    return properties === undefined ? undefined : element(properties, 'numFmt')?.attributes['val']
  }
  return {
    parts: { footnote, endnote, comment },
    formats: { footnote: format('footnotePr') ?? 'decimal', endnote: format('endnotePr') ?? 'lowerRoman' },
  }
}

/** Headers or footers, each text once: first, even and odd pages often say the same. */
function marginBlocks(
  office: OfficePackage,
  kind: 'header' | 'footer',
  parts: readonly string[],
  storyOf: (relations: Story['relations']) => Story,
): Block[] {
  const seen = new Set<string>()
  return parts.flatMap((part) => {
    const root = office.tree(part)
    if (root === undefined) return []
    return asOneBlock(kind, storyBlocks(root, storyOf(office.relations(part)))).filter((block) => {
      const key = JSON.stringify([block.kind, block.text, block.rows])
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
  })
}

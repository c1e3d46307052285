import type { Page, PageWord } from '../../bridge/operations/documents.ts'

/** A page as hints are taken from it: its plain text, whatever form was asked for, with the places of its words. */
export interface HintPage {
  number: number
  text: string
  words?: PageWord[]
  from: Page['from']
}

/** Text of a page with the places of its words, where they were asked for. */
export type PlainText = Pick<HintPage, 'text' | 'words'>

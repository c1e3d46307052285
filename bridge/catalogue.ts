import { audit, policy } from './operations/bridge.ts'
import { evaluate } from './operations/calc.ts'
import { read } from './operations/documents.ts'
import { outline } from './operations/documents-outline.ts'
import { places } from './operations/documents-places.ts'
import { render } from './operations/documents-render.ts'
import { searchable } from './operations/documents-searchable.ts'
import { filter } from './operations/image.ts'
import { recognize } from './operations/ocr.ts'

/** Every operation there is, in the order the reference lists them. */
export const catalogue = [
  evaluate,
  read,
  outline,
  render,
  searchable,
  places,
  recognize,
  filter,
  policy,
  audit,
] as const

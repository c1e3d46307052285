import type { Label } from './labels.ts'
import type { Cell, Sheet } from './lines.ts'
import { after, below, placeOf, type Place } from './neighbours.ts'
import { isAddress, isNameLike, legalFormEnd, nameKey } from './names.ts'

/** A name as it stands in a document. */
export interface Name {
  text: string
  cell: Cell
  at: Place | undefined
}

/** Who a document names under "bill to", "sold by" and the like. */
export interface Parties {
  sellers: Name[]
  customers: Name[]
  /** Cells that belong to the blocks of customers. */
  customerCells: ReadonlySet<Cell>
}

/** Names taken of each side; more are a list. */
const maxParties = 40

/** Lines looked at under a label: a name, a department, a street, a town, a country, numbers. */
const maxLines = 8

/** Words that a colon or the end of the line must follow to be a label. */
const loose =
  /^(to|from|client|customer|company|kunde|klant|cliente|kund|du|von|van|de|an|für|pp|provider|card|guest|patient|tenant|إلى|من|עבור|от|кому|προς|catre|ort)$/i

/** Labels that a name follows without a colon: "Sold by Acme Ltd". */
const leadsToName =
  /(?:by|from|to|par|von|an|à|a|aan|door|från|fra|fra|le|att|spett|t\.?a\.?v|attn|לכבוד|sayın|sayin)\.?$/i

const nameLabel =
  /^(?:name|firma|firmenname|company(?: name)?|business name|full name|nom|raison sociale|société|naam|bedrijfsnaam|nombre|razón social|nome|ragione sociale|denominazione|razão social|nazwa|imię i nazwisko|namn|företag|navn|nimi|název|jméno|názov|meno|név|denumire|nume|наименование|название|фио|назва|піб|unvan|ünvan|ad soyad|επωνυμία|όνομα|名称|会社名|氏名|名前|相手先|单位名称|公司名称|名\s?稱|상호|상호명|성명|회사명|اسم|الاسم|اسم الشركة|שם|שם העסק|שם החברה)\s*:?\s*/iu

export function findParties(sheet: Sheet): Parties {
  const sellers: Name[] = []
  const customers: Name[] = []
  const customerCells = new Set<Cell>()
  for (const cell of sheet.cells) {
    for (const side of ['customer', 'seller'] as const) {
      if ((side === 'seller' ? sellers : customers).length >= maxParties) continue
      const rest = afterLabel(cell, side)
      if (rest === undefined) continue
      const { names, cells } = readBlock(sheet, cell, rest)
      if (side === 'seller') sellers.push(...names)
      else {
        customers.push(...names)
        for (const own of cells) customerCells.add(own)
      }
    }
  }
  return { sellers, customers, customerCells }
}

/** Where the text after a party's label begins; undefined where the cell has no such label. */
function afterLabel(cell: Cell, side: 'seller' | 'customer'): number | undefined {
  const wanted: ReadonlySet<Label> = new Set<Label>(side === 'seller' ? ['seller', 'period'] : ['customer'])
  const index = cell.labels.findIndex(({ label }) => wanted.has(label))
  const label = cell.labels[index]
  if (label === undefined) return undefined
  const word = cell.text.slice(label.start, label.end)
  if (label.label === 'period' && !/^from$/i.test(word)) return undefined
  const lead = cell.text.slice(0, label.start)
  // Two labels in one, as in "Buyer / Recipient:", count as the first.
  let end = label.end
  for (const next of cell.labels.slice(index + 1)) {
    if (wanted.has(next.label) && /^[\s/(),&-]*$/.test(cell.text.slice(end, next.start))) end = next.end
  }
  const rest = cell.text.slice(end)
  const isClosed = /^[\s)]*(?:[:：-]|$)/.test(rest)
  if (/[\p{L}\d]/u.test(lead)) {
    const named =
      side === 'seller' && /\s(?:from|by|par|von)$/i.test(word) && legalFormEnd(rest) !== undefined
    return named ? end : undefined
  }
  if (isClosed) return end + (/^[\s):：-]*/.exec(rest)?.[0].length ?? 0)
  if (loose.test(word) || !leadsToName.test(word)) return undefined
  return isNameLike(rest) ? end : undefined
}

function readBlock(sheet: Sheet, label: Cell, from: number): { names: Name[]; cells: Cell[] } {
  const names: Name[] = []
  const cells: Cell[] = [label]
  const own = label.text.slice(from).trim()
  let address = false
  let cell: Cell | undefined = label
  if (own !== '') {
    if (isNameLike(own)) names.push(nameIn(label, from))
  } else {
    const right = after(label)
    if (right && right.box !== undefined && label.box !== undefined && !hasOwnLabel(right)) {
      // The name beside its label, with the address below the name.
      const gap = right.box[0] - (label.box[0] + label.box[2])
      if (gap < 12 * label.box[3] && isNameLike(right.text, right.labels) && !startsBelow(sheet, label)) {
        names.push(nameIn(right, 0))
        cells.push(right)
        cell = right
      }
    }
  }
  for (let line = 0; line < maxLines && cell !== undefined; line += 1) {
    const next: Cell | undefined = below(sheet, cell, line === 0 ? 2.4 : 1.5)
    if (next === undefined || (next.box === undefined && next.row.apart && cells.length + names.length > 1))
      break
    if (endsBlock(next) || (address && legalFormEnd(next.text) !== undefined)) break
    cells.push(next)
    const value = valueCell(next)
    if (value) {
      if (value.cell !== next) cells.push(value.cell)
      const text = value.cell.text.slice(value.from)
      if (isAddress(text)) address = true
      else if (!address && (value.named || names.length < 2) && isName(value.cell, value.from)) {
        if (value.named) names.unshift(nameIn(value.cell, value.from, sheet))
        else names.push(nameIn(value.cell, value.from))
      }
    }
    cell = next
  }
  return { names: joined(names), cells }
}

/** Whether the block goes on right below its label rather than beside it. */
function startsBelow(sheet: Sheet, label: Cell): boolean {
  const under = below(sheet, label, 1.6)
  return under !== undefined && !hasOwnLabel(under) && isNameLike(under.text, under.labels)
}

const hasOwnLabel = ({ labels }: Cell): boolean => labels[0]?.start === 0

function isName(cell: Cell, from: number): boolean {
  const text = cell.text.slice(from)
  return isNameLike(text, from === 0 ? cell.labels : []) && !/^(?:gln|nummer|number|nr\b|no\b)/i.test(text)
}

/** What a line of a block says: behind "Name:", or the line itself; nothing for lines of numbers. */
function valueCell(cell: Cell): { cell: Cell; from: number; named: boolean } | undefined {
  const name = nameLabel.exec(cell.text)
  if (name) {
    const rest = cell.text.slice(name[0].length)
    if (rest !== '' && !name[0].includes(':')) return { cell, from: 0, named: false }
    if (rest !== '') return { cell, from: name[0].length, named: true }
    const right = after(cell)
    return right && { cell: right, from: 0, named: true }
  }
  return /:/.test(cell.text) ? undefined : { cell, from: 0, named: false }
}

const closing: ReadonlySet<Label> = new Set<Label>([
  'seller',
  'customer',
  'issued',
  'dueDate',
  'ownNumber',
  'total',
])

function endsBlock({ labels, text }: Cell): boolean {
  const [first] = labels
  if (first === undefined || first.start > 0) return false
  const isWhole = first.end - first.start > 0.8 * text.replace(/[\s:]+$/, '').length
  const isLabel = isWhole || /^[\s)]*:/.test(text.slice(first.end))
  return closing.has(first.label) && isLabel && !loose.test(text.slice(first.start, first.end))
}

/** A name set on two lines, the second of which has the legal form. */
function joined(names: readonly Name[]): Name[] {
  const [first, second] = names
  if (first === undefined) return []
  const isSplit =
    second !== undefined &&
    legalFormEnd(first.text) === undefined &&
    legalFormEnd(second.text) !== undefined &&
    second.cell.row.index - first.cell.row.index <= 6 &&
    nameKey(first.text) !== nameKey(second.text)
  return [isSplit ? { ...first, text: `${first.text} ${second.text}` } : first]
}

function nameIn(cell: Cell, from: number, sheet?: Sheet): Name {
  const text = cell.text
    .slice(from)
    .trim()
    .replace(/[\s,;:]+$/, '')
  if (sheet) {
    // A label set beside the middle of a name on two lines: its first line stands above, at the same left edge.
    const over = sheet.rows[cell.row.index - 1]?.cells.find(
      (other) =>
        other.box &&
        cell.box &&
        Math.abs(other.box[0] - cell.box[0]) < 2 &&
        cell.box[1] - other.box[1] < 1.8 * cell.box[3],
    )
    if (
      over &&
      over.column === 0 &&
      isNameLike(over.text, over.labels) &&
      legalFormEnd(over.text) === undefined
    ) {
      return { text: `${over.text} ${text}`, cell, at: placeOf(cell, from) }
    }
  }
  return { text, cell, at: placeOf(cell, from) }
}

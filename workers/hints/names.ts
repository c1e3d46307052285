import { fold } from './fold.ts'
import { isKind, type Label } from './labels.ts'
import type { Cell } from './lines.ts'

/**
 * Legal forms of companies as they end a name. Short ones count only as they are written, in capitals; the others in
 * any case.
 */
const longForms =
  'ltd\\.? ?şti\\.?|limited şirketi|s\\. ?a\\. de c\\. ?v\\.?|s\\. de r\\. ?l\\.(?: de c\\. ?v\\.)?|s\\.a\\.r\\.l\\.?|s\\.a\\.s\\.u?\\.?|gmbh(?: ?& ?co\\.?(?: ?kg(?:aa)?| ?ohg)?)?|g\\.m\\.b\\.h\\.?|mbh|ug \\(haftungsbeschränkt\\)|gesellschaft mbh|e\\.\\s?v\\.|a\\.\\s?g\\.|e\\.\\s?k\\.|e\\.\\s?g\\.|vvag|' +
  'limited|ltd\\.?|llc|l\\.l\\.c\\.?|llp|plc|[il]nc\\.?|incorporated|corp\\.?|corporation|pty\\.?(?: ?ltd\\.?| limited)?|(?:pvt|private|pte)\\.? ?(?:ltd\\.?|limited)|(?:&|and) co\\.?(?: kg)?|(?:&|and) sons|company|' +
  's\\.?à\\.?r\\.?l\\.?|s\\.a\\.r\\.l\\.?|sarl|s\\.a\\.s\\.?(?:u\\.?)?|eurl|s\\.c\\.?i?\\.?|s\\.n\\.c\\.?|' +
  's\\.?r\\.?l\\.?s?|s\\.p\\.a\\.?|s\\.a\\.s\\.?|s\\. ?l\\. ?u?\\.?|s\\. ?a\\. ?u?\\.?|s\\.l\\.l\\.?|s\\. ?coop\\.?|ltda\\.?|lda\\.?|eireli|unipessoal|' +
  'b\\.v\\.?|n\\.v\\.?|v\\.o\\.f\\.?|bvba|b\\.v\\.b\\.a\\.|c\\.v\\.|sp\\. ?z ?o\\. ?o\\.?|spółka z o\\.o\\.|sp\\. ?j\\.|sp\\. ?k\\.|s\\.c\\.|spółka akcyjna|spółka jawna|spółka komandytowa|' +
  'a\\/s|aps|oyj?|o\\.y\\.|ab \\(publ\\)|tmi|i\\/s|k\\/s|p\\/s|s\\.r\\.o\\.?|spol\\. s r\\. ?o\\.|a\\.s\\.|v\\.o\\.s\\.|k\\.s\\.|kft\\.?|zrt\\.?|nyrt\\.?|bt\\.|d\\.o\\.o\\.?|d\\.d\\.|' +
  'a\\.ş\\.?|anonim şirketi|ltd\\.? ?şti\\.?|limited şirketi|a\\.e\\.?|α\\.ε\\.?|ε\\.π\\.ε\\.?|ι\\.κ\\.ε\\.?|ο\\.ε\\.?|ε\\.ε\\.?|α\\.β\\.ε\\.ε\\.?|ооо|зао|пао|оао|тов|тзов|прат|фоп|' +
  'בע"מ|בע״מ|בעמ|ע"ר|ذ\\.م\\.م\\.?|ش\\.م\\.م|ش\\.م\\.ع|ش\\.ذ\\.م\\.م|llc-fz|fz-llc|fzco|w\\.l\\.l\\.?|s\\.p\\.c\\.?|株式会社|有限会社|合同会社|\\(株\\)|\\(有\\)|有限公司|有限责任公司|股份有限公司|股份公司|주식회사|유한회사|\\(주\\)|\\(유\\)|co\\., ?ltd\\.?|sdn\\.? bhd\\.?|jsc|pjsc'
const shortForms =
  'AG|KG|OHG|UG|SE|GbR|eG|eV|KGaA|SA|SAS|SASU|SNC|SCI|SCOP|SpA|SPA|SRL|Srl|SL|SLU|BV|NV|VOF|AB|HB|KB|AS|ASA|ANS|DA|ENK|Oy|Oyj|Ky|ME|EPP|MEI|EI|SC|IVS|AE|OE|EE|ΑΕ|ΕΠΕ|ΙΚΕ|ΟΕ|ΑΒΕΕ|АО|ИП|ТОВ|ФОП|ПП|LP|PC|PLLC|PA'

const longForm = new RegExp(`(?<![\\p{L}\\d])(?:${longForms})(?![\\p{L}\\d])`, 'iu')
const eastern = /株式会社|有限会社|合同会社|\(株\)|\(有\)|有限公司|股份公司|주식회사|유한회사|\(주\)|\(유\)/
const shortForm = new RegExp(
  `(?<=[\\p{L}\\d.&»"”] )(?:${shortForms})(?=$|[,.;·|)]|\\s[-–·|•●]|\\s(?:in|i)\\s| & Co)`,
  'u',
)
const leadingForm = /^(?:ООО|ЗАО|ПАО|ОАО|АО|ИП|ТОВ|ФОП|ПП|ПрАТ|UAB|SIA|PT|CV|شركة|חברת)\s\S/u

/** Where the legal form of a company stands in a text: the end of it; undefined where there is none. */
export function legalFormEnd(text: string): number | undefined {
  if (leadingForm.test(text)) return text.length
  const before = eastern.exec(text)
  // 株式会社 and the like may stand before the name as well.
  if (before && before.index <= 1) return /^\S*?(?:사|\))\s\S+|^\S+/.exec(text)?.[0].length
  const match = before ?? longForm.exec(text) ?? shortForm.exec(text)
  return match ? match.index + match[0].length : undefined
}

const legalSuffix =
  /[\s,]+(?:gmbh(?: ?& ?co\.?(?: ?kg)?)?|ag|kg|ug|ohg|e\.? ?v\.?|pty\.? ?ltd\.?|pty\.? limited|(?:pvt|private|pte)\.? ?(?:ltd\.?|limited)|co\.,? ?ltd\.?|ltd\.?|limited|llc|l\.l\.c\.?|llp|plc|inc\.?|incorporated|s\.?à?\.?r\.?l\.?s?\.?|s\.?a\.?s\.?|s\.?a\.?|s\.? ?l\.? ?u?\.?|s\.?p\.?a\.?|b\.?v\.?|n\.?v\.?|ab|a\/s|aps|as|asa|oyj?|hb|sp\. ?z ?o\. ?o\.?|s\.?r\.?o\.?|a\.?s\.?|kft\.?|zrt\.?|d\.o\.o\.?|a\.ş\.?|ltd\.? ?şti\.?|ltda\.?|lda\.?|me|sarl|eurl)$/i

/** A company's name without its legal form, as people say it; never empty. */
export function shortName(name: string): string {
  const short = name
    .replace(/^(?:ООО|ЗАО|ПАО|ОАО|АО|ИП|ТОВ|ФОП|UAB|PT)\s+/u, '')
    .replace(legalSuffix, '')
    .replace(
      /(?:株式会社|有限会社|合同会社|\(株\)|\(有\)|股份有限公司|有限责任公司|有限公司|주식회사|\(주\))/g,
      '',
    )
    .replace(/[«»“”"]/g, '')
    .trim()
    .replace(/[\s,]+$/, '')
  return short === '' ? name : short
}

/** A name as names are compared: letters and digits only, folded. */
export const nameKey = (name: string): string => fold(name).replace(/[^\p{L}\d]/gu, '')

const street =
  /(?:straße|strasse|str\.|gasse|platz|allee|weg|ring|damm|ufer|straat|laan|plein|gatan|vägen|gata|veien|vej|gade|katu|tie|utca|út|ulica|ul\.|ulice|sokak|caddesi|cad\.|улица|ул\.|вул\.|проспект|пр-т)\s?\d|^\d+[a-z]?,? (?:\p{L}+ )*(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|way|court|ct|place|pl|quay|rue|chemin|boulevard|bd|place|avenue|allée|impasse|quai)\b|\b(?:street|road|avenue|lane|drive|rue|chemin|calle|c\/|via|viale|piazza|corso|rua|av\.|avenida|plaza|boulevard|plot|suite|floor|p\.?o\.? box|postfach|unit)\b/iu
const postcode =
  /(?<!\d)\d{4,6}(?!\d)|\b\d{2}-\d{3}\b|\b\d{3} \d{2}\b|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\b\d{4} ?[A-Z]{2}\b|〒|[都道府県市区町村]\p{L}*\d|[省市区路街号]\p{L}*\d*号|[시도군구동로길]\s?\d/u

/** Whether a line is part of an address: a street with its number, a town with its post code. */
export function isAddress(text: string): boolean {
  if (legalFormEnd(text) !== undefined) return false
  return street.test(text) || postcode.test(text) || (/\p{L} \d+[a-z]?$/iu.test(text) && text.length < 40)
}

const contact = /@|https?:|www\.|\b[\w-]+\.(?:com|org|net|de|fr|nl|es|it|eu|co|uk|io)\b|\+\d{2}/i
const notName =
  /^(?:dear|hello|hi|sehr geehrte|guten tag|bonjour|madame,|beste|geachte|estimad|gentile|egregio|thank|vielen dank|merci|page|seite|pagina|página|side|sida|sivu|strana|tel|fax|copyright|©|\(c\)|powered by|created|erstellt|mr\.?|mrs\.?|ms\.?|herrn?|frau|familie|monsieur|madame|mme|m\.|sr\.?|sra\.?|sig\.?|dhr\.?|mevr\.?|pan|pani|note|notes|bemerkung|hinweis|betreff|subject|re:|stylesheet|beispiel|sample|example|draft|copy|kopie|original|duplicate|duplicata)(?:\b|\s)/i

/** Labels that may be part of a name ("Total", "Data", "Company" are in those of companies). */
const partsOfNames: ReadonlySet<Label> = new Set<Label>([
  'date',
  'seller',
  'customer',
  'mark',
  'period',
  'aside',
  'net',
])

/** Whether a text could be the name of a person or a company, by its form alone. */
export function isNameLike(text: string, labels: Cell['labels'] = []): boolean {
  const trimmed = text.trim()
  const letters = trimmed.match(/\p{L}/gu)?.length ?? 0
  if (letters < 2 || trimmed.length > 80 || trimmed.split(/\s+/).length > 9) return false
  if (contact.test(trimmed) || notName.test(trimmed) || /[:?!=]|\d{5}/.test(trimmed)) return false
  const hasForm = legalFormEnd(trimmed) !== undefined
  // A legal form alone is no name.
  if (hasForm) return letters > 3 && /\p{L}.*\p{L}/u.test(trimmed.replace(longForm, '').replace(eastern, ''))
  if (/[.,;]$/.test(trimmed) || /^[a-zà-ž]/.test(trimmed) || isAddress(trimmed)) return false
  if ((trimmed.match(/\d/g)?.length ?? 0) > 0.3 * letters) return false
  const covered = labels
    .filter(({ label }) => !partsOfNames.has(label))
    .reduce((sum, { start, end }) => sum + end - start, 0)
  if (labels.some(({ label, start, end }) => isKind(label) && end - start >= 0.4 * trimmed.length))
    return false
  return covered < 0.5 * trimmed.length
}

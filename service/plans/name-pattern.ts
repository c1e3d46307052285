import type { Pattern } from '../../bridge/operations/documents-places.ts'

/** What a part of a name can be, tried in this order. */
const tokens: readonly (readonly [token: string, form: RegExp])[] = [
  ['{date}', /(?:19|20)\d\d([-._]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\d)/y],
  ['{date}', /(?:0?[1-9]|[12]\d|3[01])([-.])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d(?!\d)/y],
  ['{yyyy-mm}', /(?:19|20)\d\d[-._](?:0[1-9]|1[0-2])(?!\d)/y],
  ['{quarter}', /[QT][1-4](?![\p{L}\d])/uy],
  ['{total}', /(?:[$€£¥]\s?\d[\d.,]*\d|\d[\d.,' ]*\d\s?(?:[$€£¥]|EUR|USD|GBP|CHF)(?!\p{L}))/uy],
  ['{yyyy}', /(?:19|20)\d\d(?![\p{L}\d]|[-/.]\d)/uy],
  [
    '{month}',
    /(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?!\p{L})/iuy,
  ],
  [
    '{kind}',
    /(?:invoices?|receipts?|statements?|quotes?|credit[ _-]?notes?|payslips?|contracts?|orders?|rechnung(?:en)?|quittung(?:en)?|angebote?|vertrag|verträge|factures?|re[çc]us?|devis|contrats?|facturas?|recibos?|fatture|fattura|facturen|factuur)(?!\p{L})/iuy,
  ],
  ['{number}', /#?(?:\p{L}{1,6}[-/_]?)?\d[\p{L}\d]*(?:[-/.]\p{L}?\d[\p{L}\d]*)*/uy],
  ['{name}', /\p{L}[\p{L}\p{M}'’&]*/uy],
]

/** The pattern of a name without its ending: what its parts are, and what stands between them. */
export function patternOf(name: string): string {
  let pattern = ''
  for (let at = 0; at < name.length;) {
    const found = tokens.find(([, form]) => {
      form.lastIndex = at
      return form.test(name)
    })
    if (found === undefined) {
      pattern += name.charAt(at)
      at += 1
    } else {
      pattern += found[0]
      at = found[1].lastIndex
    }
  }
  // Several words are one name.
  return pattern.replace(/\{name\}(?:[ ._&,-]+\{name\})+/g, '{name}')
}

/** The pattern that most of the names follow, where at least a third do; undefined where no two names agree. */
export function usualPattern(
  names: readonly string[],
  pattern: (name: string) => string,
): Pattern | undefined {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const own = pattern(name)
    groups.set(own, [...(groups.get(own) ?? []), name])
  }
  const [best] = [...groups].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
  const example = best?.[1][0]
  if (best === undefined || example === undefined) return undefined
  const share = best[1].length / names.length
  if (best[1].length < 2 || share < 1 / 3) return undefined
  return { pattern: best[0], share: Math.round(share * 100) / 100, example }
}

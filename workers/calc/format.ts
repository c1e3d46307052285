import { fault } from '../../bridge/faults.ts'
import type { Lexer } from './lexer.ts'
import { formatWords } from './precedence.ts'
import type { Format } from './program.ts'

const numberFormats = new Map<string, Format>([
  ['hex', { kind: 'base', bits: 4 }],
  ['hexadecimal', { kind: 'base', bits: 4 }],
  ['octal', { kind: 'base', bits: 3 }],
  ['oct', { kind: 'base', bits: 3 }],
  ['binary', { kind: 'base', bits: 1 }],
  ['bin', { kind: 'base', bits: 1 }],
  ['decimal', { kind: 'decimal' }],
  ['dec', { kind: 'decimal' }],
  ['fraction', { kind: 'fraction' }],
  ['percent', { kind: 'percent' }],
  ['%', { kind: 'percent' }],
  ['degrees', { kind: 'degrees' }],
  ['degree', { kind: 'degrees' }],
  ['deg', { kind: 'degrees' }],
  ['°', { kind: 'degrees' }],
  ['radians', { kind: 'radians' }],
  ['rad', { kind: 'radians' }],
])
const placeWords = new Set(['dp', 'decimals', 'decimal', 'places', 'place'])
const digitWords = new Set(['sf', 'sd', 'digits', 'digit', 'figures', 'significant'])
const secondWords = new Set(['place', 'places', 'figures', 'digits'])
const articles = new Set(['a', 'an'])

/** "in hex", "to 2 decimals", "as a fraction" behind the expression. */
export function parseFormat(lexer: Lexer): Format | undefined {
  if (!lexer.seesName(formatWords)) return undefined
  const word = lexer.symbol
  lexer.advance()
  if (lexer.seesName(articles)) lexer.advance()
  const count = lexer.seenNumber()
  if (count?.d === 1n) return parsePlaces(lexer, Number(count.n))
  const format = numberFormats.get(lexer.symbol.toLowerCase())
  if (format === undefined) {
    if (!lexer.seesName())
      throw lexer.unexpected(`A form such as "hex", "fraction" or "2 decimals" after "${word}"`)
    throw fault('UNKNOWN_UNIT', `The unit or form "${lexer.symbol.slice(0, 60)}" is not known.`, {
      name: lexer.symbol.slice(0, 60),
      position: lexer.start,
    })
  }
  lexer.advance()
  return format
}

function parsePlaces(lexer: Lexer, count: number): Format {
  lexer.advance()
  const kind = lexer.seesName(placeWords) ? 'places' : lexer.seesName(digitWords) ? 'digits' : undefined
  if (kind === undefined) throw lexer.unexpected('"decimals" or "digits"')
  lexer.advance()
  if (lexer.seesName(secondWords)) lexer.advance()
  if (count > 1000 || (kind === 'digits' && count < 1)) {
    throw fault('SYNTAX', `From ${kind === 'digits' ? 1 : 0} to 1000 were expected; ${count} were asked for.`)
  }
  return { kind, count }
}

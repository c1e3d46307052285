/**
 * Phrases by which a licence text is known, with its SPDX name. A file may hold several texts. Titles of the GNU
 * licences are matched as titles (a line of their own), since other texts mention them in passing.
 */
const phrases: ReadonlyArray<readonly [phrase: RegExp, licence: string]> = [
  [/Permission is hereby granted, free of charge, to any person/, 'MIT'],
  [/Apache License,?\s+Version 2\.0/i, 'Apache-2.0'],
  [/Redistribution and use in source and binary forms/, 'BSD-3-Clause'],
  [/Permission to use, copy, modify, and(\/or)? distribute this software/i, 'ISC'],
  [/Mozilla Public License,? (Version|v\.) ?2\.0/i, 'MPL-2.0'],
  [/Blue Oak Model License/i, 'BlueOak-1.0.0'],
  [/This is free and unencumbered software released into the public domain/, 'Unlicense'],
  [/CC0 1\.0 Universal/, 'CC0-1.0'],
  [/SIL OPEN FONT LICENSE/i, 'OFL-1.1'],
  [/^\s*GNU AFFERO GENERAL PUBLIC LICENSE\s*$/m, 'AGPL'],
  [/^\s*GNU (LESSER|LIBRARY) GENERAL PUBLIC LICENSE\s*$/m, 'LGPL'],
  [/^\s*GNU GENERAL PUBLIC LICENSE\s*$/m, 'GPL'],
]

/** SPDX names of the licences whose text is in a file; none where no text is known. */
export function licencesInText(text: string): string[] {
  // Line breaks and comment stars fall within phrases; titles need their lines.
  const flat = text.replaceAll(/[\s*]+/g, ' ')
  return phrases
    .filter(([phrase]) => phrase.test(phrase.multiline ? text : flat))
    .map(([, licence]) => licence)
}

/**
 * Whether an SPDX expression as package.json writes it (`MIT`, `(MIT OR GPL-3.0)`, `MIT AND Apache-2.0`) can be
 * met with the licences allowed: with one side of OR, with both sides of AND.
 */
export function expressionIsMet(expression: string, allowed: ReadonlySet<string>): boolean {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0
  const either = (): boolean => {
    let met = both()
    while (tokens[at]?.toUpperCase() === 'OR') {
      at += 1
      const right = both()
      met = met || right
    }
    return met
  }
  const both = (): boolean => {
    let met = one()
    while (tokens[at]?.toUpperCase() === 'AND') {
      at += 1
      const right = one()
      met = met && right
    }
    return met
  }
  const one = (): boolean => {
    const token = tokens[at] ?? ''
    at += 1
    if (token !== '(') return allowed.has(token)
    const met = either()
    at += 1
    return met
  }
  return tokens.length > 0 && either() && at >= tokens.length
}

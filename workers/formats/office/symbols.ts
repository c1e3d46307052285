/**
 * Letters of the fonts Symbol and Wingdings in Unicode. Office files name them by their code in the font, most often
 * moved to U+F000 (ECMA-376 part 1, section 17.3.3.30). The values are those of Adobe's symbol.txt and of Unicode's
 * list for Wingdings (WG2 N4115).
 */
const symbol = {
  0x20: ' !∀#∃%&∍()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼',
  0xa0: '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\uf8ff〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭',
}
const wingdings = {
  0x20: ' 🖉✂✁👓🕭🕮🕯🕿✆🖂🖃📪📫📬📭🖿🗀🗎🗏🗐🗄⏳🖮🖰🖲🖳🖴🖫🖬✇✍🖎✌👌👍👎☜☞☝☟🖐☺😐☹💣☠🏳🏱✈☼💧❄🕆✞🕈✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓🙰🙵●🔾■□🞐❑❒⬧⧫◆❖⬥⌧⮹⌘🏵🏶🙶🙷',
  0x80: '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿🙢🙠🙡🙣🙞🙜🙝🙟·•▪⚪🞆🞈◉◎🔿▪◻🟂✦★✶✴✹✵⯐⌖⟡⌑⯑✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗🙖🙐🙑🙒🙓⌫⌦⮘⮚⮙⮛⮈⮊⮉⮋🡨🡪🡩🡫🡬🡭🡯🡮🡸🡺🡹🡻🡼🡽🡿🡾⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂🢬🢭🗶✓🗷🗹',
}

const tables = new Map([
  ['symbol', codes(symbol)],
  ['wingdings', codes(wingdings)],
])

function codes(runs: Readonly<Record<number, string>>): ReadonlyMap<number, string> {
  return new Map(
    Object.entries(runs).flatMap(([first, letters]) =>
      [...letters].map((letter, index): [number, string] => [Number(first) + index, letter]),
    ),
  )
}

/** Whether the letters of a font are not what their codes say. */
export const isSymbolFont = (font: string | undefined): boolean => tables.has(font?.toLowerCase() ?? '')

/** A letter by its code in a font, as far as the font is known; else the letter of that code. */
export function symbolLetter(code: number, font: string | undefined): string {
  if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) return ''
  const own = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code
  const letter = tables.get(font?.toLowerCase() ?? '')?.get(own)
  if (letter !== undefined) return letter
  // Fonts that are not known keep the plain letters where those have them.
  return own < code && own >= 0x20 && own < 0x7f ? String.fromCharCode(own) : String.fromCodePoint(code)
}

/** Text set in a font of symbols; in any font, letters moved to U+F000 where it is known what they show. */
export function symbolText(text: string, font: string | undefined): string {
  if (isSymbolFont(font))
    return Array.from(text, (letter) => symbolLetter(letter.codePointAt(0) ?? 0, font)).join('')
  return text
}

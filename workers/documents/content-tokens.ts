/** Classes of characters (ISO 32000-1, 7.2.2): white space and brackets that say nothing here, the others one by one. */
const PLAIN = 0
const BLANK = 1
const DELIMITER = 2
const classes = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) classes[code] = BLANK
for (const char of '()<>[]{}/%') classes[char.charCodeAt(0)] = DELIMITER

/**
 * The tokens of a content stream; strings come whole, comments and the data of inline pictures not at all, so that
 * nothing within them is taken for an operator. One pass, whatever the content.
 */
export function* tokens(content: string): Generator<string> {
  const endOfPicture = /\sEI(?=\s|$)/g
  let at = 0
  while (at < content.length) {
    const start = at
    const code = content.charCodeAt(at)
    const kind = classes[code] ?? PLAIN
    if (kind === BLANK) {
      at += 1
      continue
    }
    if (kind === PLAIN || code === SLASH) {
      at += 1
      while (at < content.length && (classes[content.charCodeAt(at)] ?? PLAIN) === PLAIN) at += 1
    } else if (code === OPEN) at = endOfString(content, at)
    else if (code === PERCENT) {
      at = endOfLine(content, at)
      continue
    } else if (code === LESS && content.charCodeAt(at + 1) !== LESS) {
      const end = content.indexOf('>', at)
      at = end < 0 ? content.length : end + 1
    } else {
      // Arrays and dictionaries are no more than what is in them.
      at += code === LESS ? 2 : 1
      continue
    }
    const piece = content.slice(start, at)
    if (piece === 'ID') {
      endOfPicture.lastIndex = at
      at = endOfPicture.test(content) ? endOfPicture.lastIndex : content.length
    }
    yield piece
  }
}

const [SLASH, OPEN, PERCENT, LESS] = Array.from('/(%<', (char) => char.charCodeAt(0))

/** The place after the bracket that closes the string at `at`; brackets within it are balanced or escaped. */
function endOfString(content: string, at: number): number {
  let depth = 0
  for (let place = at; place < content.length; place += 1) {
    const char = content[place]
    if (char === '\\') place += 1
    else if (char === '(') depth += 1
    else if (char === ')' && --depth === 0) return place + 1
  }
  return content.length
}

function endOfLine(content: string, at: number): number {
  let place = at
  while (place < content.length && content[place] !== '\n' && content[place] !== '\r') place += 1
  return place
}

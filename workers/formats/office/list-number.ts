/** Largest number written in Roman numerals, and longest run of letters; beyond them digits. */
const MAX_ROMAN = 3999
const MAX_LETTERS = 30

const romans = 'm1000 cm900 d500 cd400 c100 xc90 l50 xl40 x10 ix9 v5 iv4 i1'
  .split(' ')
  .map((pair): [string, number] => [pair.replace(/\d/g, ''), Number(pair.replace(/\D/g, ''))])

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ordinals: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}

/** Letters that some formats count with. */
const alphabets = new Map(
  Object.entries({
    lowerLetter: 'abcdefghijklmnopqrstuvwxyz',
    upperLetter: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    russianLower: 'абвгдежзиклмнопрстуфхцчшщыэюя',
    russianUpper: 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ',
    ganada: '가나다라마바사아자차카타파하',
    chosung: 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
    aiueoFullWidth:
      'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
    irohaFullWidth:
      'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
    ideographTraditional: '甲乙丙丁戊己庚辛壬癸',
    ideographZodiac: '子丑寅卯辰巳午未申酉戌亥',
    arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
    arabicAbjad: 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ',
  }),
)

/**
 * A number as lists and notes show it, by the name of its format (ECMA-376 part 1, section 17.18.59). Formats that
 * are not known are written in digits.
 */
export function listNumber(value: number, format: string): string {
  const digits = String(value)
  if (value < 1) return format === 'none' ? '' : digits
  switch (format) {
    case 'none':
    case 'bullet':
      return ''
    case 'decimalZero':
      return digits.padStart(2, '0')
    case 'lowerRoman':
      return roman(value)
    case 'upperRoman':
      return roman(value).toUpperCase()
    case 'ordinal':
      return digits + (/1[1-3]$/.test(digits) ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th'))
    case 'cardinalText':
      return value < 100 ? capital(cardinal(value)) : digits
    case 'ordinalText':
      return value < 100 ? capital(ordinal(value)) : digits
    case 'numberInDash':
      return `- ${digits} -`
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return value <= 20 ? String.fromCodePoint(0x245f + value) : digits
    case 'decimalEnclosedParen':
      return value <= 20 ? String.fromCodePoint(0x2473 + value) : digits
    case 'decimalFullWidth':
      return digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'japaneseCounting':
    case 'taiwaneseCounting':
    case 'taiwaneseCountingThousand':
    case 'koreanDigital2':
      return value < 100 ? chinese(value) : digits
    case 'symbol':
    case 'chicago':
      return chicago(value) ?? digits
    default:
      return lettered(value, format) ?? digits
  }
}

/** a … z, aa, bb: the letter is repeated, not counted on (17.18.59, lowerLetter). */
function lettered(value: number, format: string): string | undefined {
  const letters = [...(alphabets.get(format) ?? '')]
  const times = Math.ceil(value / letters.length)
  return letters.length === 0 || times > MAX_LETTERS
    ? undefined
    : (letters[(value - 1) % letters.length] ?? '').repeat(times)
}

function roman(value: number): string {
  if (value > MAX_ROMAN) return String(value)
  let text = ''
  let left = value
  for (const [letters, worth] of romans) {
    text += letters.repeat(Math.floor(left / worth))
    left %= worth
  }
  return text
}

function cardinal(value: number): string {
  if (value < 20) return units[value] ?? ''
  const rest = value % 10
  return `${tens[Math.floor(value / 10)] ?? ''}${rest === 0 ? '' : `-${units[rest] ?? ''}`}`
}

function ordinal(value: number): string {
  const words = cardinal(value).split('-')
  const last = words.pop() ?? ''
  const nth = ordinals[last] ?? `${last.replace(/y$/, 'ie')}th`
  return [...words, nth].join('-')
}

function chinese(value: number): string {
  const [ten, one] = [Math.floor(value / 10), value % 10]
  const digit = (n: number): string => '零一二三四五六七八九'[n] ?? ''
  if (ten === 0) return digit(one)
  return `${ten === 1 ? '' : digit(ten)}十${one === 0 ? '' : digit(one)}`
}

/** Marks of footnotes: *, †, ‡, §, then doubled. */
function chicago(value: number): string | undefined {
  const times = Math.ceil(value / 4)
  return times > MAX_LETTERS ? undefined : ('*†‡§'[(value - 1) % 4] ?? '').repeat(times)
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

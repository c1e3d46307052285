// Draws the bundled samples (samples/): a letter, a filled form, a report of six pages and a picture. They are
// committed; run `node scripts/samples.mjs` after changing this file. Everything in them is made up.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { ensure } from './ensure.mjs'
import { root } from './build.mjs'

await ensure()
const { addPages, line, PdfBuilder } = await import('../dist/test/pdf-builder.js')

/** Widths of Helvetica in thousandths of the font size, for the characters 32 to 126 (Adobe core font metrics). */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]

const widthOf = (text, size) =>
  [...text].reduce((sum, char) => sum + ((widths[char.charCodeAt(0) - 32] ?? 556) * size) / 1000, 0)

/** Breaks a text into lines that fit `width` points. */
function wrap(text, width, size) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`
    if (widthOf(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Draws paragraphs from (x, y) downwards; gives the drawing and where it ended. */
function paragraphs(texts, { x, y, width, size = 10.5, leading = 14.5 }) {
  let drawn = ''
  let at = y
  for (const text of texts) {
    for (const row of wrap(text, width, size)) {
      drawn += line(row, x, at, size)
      at -= leading
    }
    at -= leading / 2
  }
  return { drawn, y: at }
}

const right = (text, x, y, size = 10.5, font = 'F1') => line(text, x - widthOf(text, size), y, size, font)
const rule = (x0, x1, y) => `0.6 w ${x0} ${y} m ${x1} ${y} l S\n`

function letter() {
  const body = paragraphs(
    [
      'Dear Ms Quill,',
      'Thank you for your visit to the lamp works on 4 March. As agreed, we are pleased to offer the overhaul of the ' +
        'rotating lens of Northlight tower, with new mercury-free bearings and a spare drive belt.',
      'The work takes nine days. A keeper must be present on the first and the last of them. We would begin on ' +
        'Monday, 6 October 2025, and leave the lamp dark for no more than two nights.',
      'The price is 18,460.00 EUR, of which 30 % (5,538.00 EUR) is due when you place the order and the rest within ' +
        '30 days of the handover. This offer stands until 31 July 2025.',
      'If the harbour office needs a copy of our insurance papers, a short note to office@lampworks.example is enough.',
      'With kind regards,',
    ],
    { x: 72, y: 500, width: 452 },
  )
  return [
    line('Ferris & Daughters Lamp Works', 72, 730, 16, 'F2') +
      line('12 Quay Street, Port Ember', 72, 712, 9) +
      rule(72, 540, 704) +
      line('Ada Quill', 72, 660) +
      line('Northlight Harbour Trust', 72, 645.5) +
      line('1 Breakwater Lane', 72, 631) +
      line('Port Ember', 72, 616.5) +
      right('17 June 2025', 540, 580) +
      line('Offer 2025-0417: overhaul of the Northlight lens', 72, 540, 12, 'F2') +
      body.drawn +
      line('Ines Ferris', 72, body.y - 30) +
      line('Ines Ferris, head of works', 72, body.y - 44.5, 9),
  ]
}

const sections = [
  ['Summary', 'Three of five tide gauges were replaced in 2024; readings now agree within four millimetres.'],
  [
    'Methods',
    'Each gauge was compared with a staff reading taken by hand at slack water, morning and evening.',
  ],
  [
    'Results',
    'The eastern gauge ran eleven minutes late all winter because its clock had never been told of leap days.',
  ],
  [
    'Discussion',
    'A gauge that is late but steady is worth more than one that is right on average and wrong every day.',
  ],
  [
    'Costs',
    'The replacements cost less than planned, since two housings could be used again after cleaning.',
  ],
  [
    'Next steps',
    'The last two gauges follow in spring, when the ferry leaves the northern pier free for a week.',
  ],
]
const filler = [
  'Readings were logged every six minutes and kept on two machines in different buildings.',
  'Staff readings were taken by four people, whose habits were compared before the season began.',
  'Where wind drove the water up the channel, the affected hours are marked in the annex.',
  'No reading was corrected after the fact; doubtful ones carry a mark and a reason.',
  'The clock of every gauge is set from the radio signal at noon and checked at midnight.',
  'A short outage in August left a gap of ninety minutes that no model was asked to fill.',
  'Old and new gauges stood side by side for thirty days before the old ones were taken down.',
]

function report() {
  return sections.map(([title, lead], index) => {
    const number = index + 1
    const shift = (offset) => filler.map((_, at) => filler[(at + offset) % filler.length])
    const first = paragraphs([lead, ...shift(index)], { x: 60, y: 660, width: 232, size: 10, leading: 13.5 })
    const second = paragraphs(shift(index + 3), { x: 320, y: 660, width: 232, size: 10, leading: 13.5 })
    const head =
      line('Tide gauges of Port Ember: report for 2024', 60, 740, 9) +
      line(`${number}  ${title}`, 60, 695, 18, 'F2') +
      right(`Page ${number} of ${sections.length}`, 552, 40, 9)
    return (
      head + first.drawn + second.drawn + (title === 'Costs' ? costs(Math.min(first.y, second.y) - 20) : '')
    )
  })
}

function costs(top) {
  const rows = [
    ['Item', 'Number', 'Each (EUR)', 'Sum (EUR)'],
    ['Gauge, radar', '3', '2,150.00', '6,450.00'],
    ['Housing, cleaned', '2', '85.00', '170.00'],
    ['Cable, metres', '140', '3.20', '448.00'],
    ['Total', '', '', '7,068.00'],
  ]
  const edges = [60, 340, 440, 552]
  return rows
    .map((cells, at) => {
      const y = top - at * 18
      const font = at === 0 || at === rows.length - 1 ? 'F2' : 'F1'
      const drawn = cells.map((cell, column) =>
        cell === ''
          ? ''
          : column === 0
            ? line(cell, 60, y, 10, font)
            : right(cell, edges[column], y, 10, font),
      )
      return drawn.join('') + rule(60, 552, y - 5)
    })
    .join('')
}

function form() {
  const pdf = new PdfBuilder()
  const fields = [
    { name: 'name', label: 'Name', value: 'Bo Marsh', y: 640 },
    { name: 'vessel', label: 'Vessel', value: 'Grey Petrel', y: 600 },
    { name: 'length', label: 'Length (m)', value: '11.4', y: 560 },
    { name: 'arrival', label: 'Arrival', value: '2025-08-02', y: 520 },
  ]
  const font = pdf.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  const resources = `/Resources<</Font<</Helv ${font} 0 R>>>>`
  const widgets = fields.map(({ name, value, y }) => {
    const look = pdf.addStream(`/Tx BMC q BT /Helv 11 Tf 2 6 Td (${value}) Tj ET Q EMC`, {
      entries: `/Type/XObject/Subtype/Form/BBox[0 0 260 20]${resources}`,
    })
    return pdf.add(
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name})/V(${value})/DA(/Helv 11 Tf 0 g)/F 4` +
        `/Rect[180 ${y - 6} 440 ${y + 14}]/AP<</N ${look} 0 R>>>>`,
    )
  })
  const tick = (on) =>
    pdf.addStream(on ? '1.5 w 2 2 m 12 12 l 2 12 m 12 2 l S' : '', {
      entries: '/Type/XObject/Subtype/Form/BBox[0 0 14 14]',
    })
  const box = (name, on, x, y) =>
    pdf.add(
      `<</Type/Annot/Subtype/Widget/FT/Btn/T(${name})/V/${on ? 'Yes' : 'Off'}/AS/${on ? 'Yes' : 'Off'}/F 4` +
        `/Rect[${x} ${y - 3} ${x + 14} ${y + 11}]/AP<</N<</Yes ${tick(true)} 0 R/Off ${tick(false)} 0 R>>>>>>`,
    )
  const boxes = [box('shorePower', true, 180, 480), box('crane', false, 300, 480)]
  const note = pdf.add(
    '<</Type/Annot/Subtype/Text/Rect[470 640 490 660]/F 4/T(Harbour office)' +
      '/Contents(Berth 7 is free from noon; please confirm by radio.)>>',
  )
  const labels = fields.map(({ label, y }) => line(label, 72, y)).join('')
  const content =
    line('Berth request', 72, 720, 18, 'F2') +
    line('Please fill in one form for each vessel.', 72, 695) +
    labels +
    line('Services', 72, 480) +
    line('Shore power', 200, 480) +
    line('Crane', 320, 480)
  const all = [...widgets, ...boxes, note].map((number) => `${number} 0 R`).join(' ')
  const formFields = [...widgets, ...boxes].map((number) => `${number} 0 R`).join(' ')
  const catalog = `/AcroForm<</Fields[${formFields}]/DA(/Helv 11 Tf 0 g)/DR<</Font<</Helv ${font} 0 R>>>>>>`
  return pdf.build(addPages(pdf, [{ content, entries: `/Annots[${all}]` }], catalog))
}

/** A lighthouse at dusk, 320 by 240 pixels, as an 8-bit RGB PNG (ISO/IEC 15948). */
function picture() {
  const [width, height] = [320, 240]
  const rows = Buffer.alloc(height * (1 + 3 * width))
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows.set(pixel(x, y), y * (1 + 3 * width) + 1 + 3 * x)
    }
  }
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length, 0)
    body.copy(framed, 4)
    framed.writeUInt32BE(crc32(body), body.length + 4)
    return framed
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function pixel(x, y) {
  const half = 10 + (y - 70) / 12
  if (y >= 70 && y < 185 && Math.abs(x - 210) < half)
    return Math.floor((y - 70) / 23) % 2 === 0 ? [236, 230, 220] : [178, 52, 44]
  if (y >= 52 && y < 70 && Math.abs(x - 210) < 8) return [255, 226, 122]
  if (y >= 44 && y < 52 && Math.abs(x - 210) < 12 - (52 - y)) return [60, 50, 58]
  if (y >= 185 && Math.abs(x - 210) < 60 - (y - 185) / 4 && y < 200) return [58, 54, 62]
  const beam = x < 205 && Math.abs(y - 61) < (205 - x) / 7
  if (y >= 190) return [20 + (y - 190) / 3, 44 + (y - 190) / 2, 78 + (y % 6) * 4].map(Math.round)
  const glow = y / 190
  const sky = [40 + 170 * glow, 52 + 90 * glow, 104 + 30 * glow]
  return sky.map((value) => Math.round(beam ? value + (255 - value) * 0.35 : value))
}

/** A PDF of pages. */
function pages(contents) {
  const pdf = new PdfBuilder()
  return pdf.build(addPages(pdf, contents))
}

const folder = join(root, 'samples')
mkdirSync(folder, { recursive: true })
const samples = {
  'letter.pdf': pages(letter()),
  'report.pdf': pages(report()),
  'form.pdf': form(),
  'picture.png': picture(),
}
for (const [name, bytes] of Object.entries(samples)) {
  writeFileSync(join(folder, name), bytes)
  console.log(`${name}: ${bytes.length} bytes`)
}

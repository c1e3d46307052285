// Draws the bundled samples that must be recognised: a photographed receipt and a two-column scan as a PDF. They are
// committed; run `node scripts/scanned-samples.mjs` after changing this file. It needs the DejaVu fonts on the machine.
// Everything in them is made up.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import { root } from './build.mjs'

if (!GlobalFonts.has('DejaVu Sans Mono')) throw new Error('The DejaVu fonts are not installed.')
const samples = join(root, 'samples')

/** Pseudo-random numbers, so that a second run draws the same grain (xorshift32, Marsaglia 2003). */
let state = 20_261_130
function random() {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) / 2 ** 32
}

const receipt = [
  ['center', 'LANTERN & OAR', 34],
  ['center', 'Provisions for the coast', 20],
  ['center', '7 Quay Street, Port Ember', 20],
  ['rule'],
  ['row', 'Smoked mackerel', '6.40'],
  ['row', 'Oat biscuits  2 x 1.85', '3.70'],
  ['row', 'Lamp oil 1 l', '9.95'],
  ['row', 'Twine, tarred', '2.25'],
  ['row', 'Tea, black 250 g', '5.10'],
  ['rule'],
  ['row', 'Subtotal', '27.40'],
  ['row', 'VAT 10 %', '2.74'],
  ['row', 'TOTAL EUR', '30.14'],
  ['rule'],
  ['row', 'Cash', '40.00'],
  ['row', 'Change', '9.86'],
  ['center', '17 June 2025  14:32', 20],
  ['center', 'Receipt 004271', 20],
  ['center', 'Thank you for your visit', 20],
]

function drawReceipt() {
  const [width, height] = [560, 900]
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = '#f8f5ee'
  ctx.fillRect(0, 0, width, height)
  ctx.fillStyle = '#26221e'
  let y = 70
  for (const [kind, text, more] of receipt) {
    if (kind === 'rule') {
      ctx.fillRect(40, y - 14, width - 80, 2)
      y += 22
      continue
    }
    const size = kind === 'center' ? more : 23
    ctx.font = `${size}px "DejaVu Sans Mono"`
    ctx.textAlign = kind === 'center' ? 'center' : 'left'
    ctx.fillText(text, kind === 'center' ? width / 2 : 40, y)
    if (kind === 'row') {
      ctx.textAlign = 'right'
      ctx.fillText(more, width - 40, y)
    }
    y += size + 20
  }
  return canvas
}

/** The receipt as a hand-held photograph has it: askew, a little in perspective, unevenly lit, with grain. */
function photograph(paper) {
  const [width, height] = [900, 1200]
  const source = paper.getContext('2d').getImageData(0, 0, paper.width, paper.height).data
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  const image = ctx.createImageData(width, height)
  // Where each pixel of the photograph lies on the paper: a projective map, solved once by hand for these corners.
  const angle = (-4.5 * Math.PI) / 180
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [cx, cy] = [x - width / 2, y - height / 2]
      const w = 1 + 0.00008 * cx - 0.00006 * cy
      const px = (Math.cos(angle) * cx - Math.sin(angle) * cy) / w / 1.22 + paper.width / 2
      const py = (Math.sin(angle) * cx + Math.cos(angle) * cy) / w / 1.22 + paper.height / 2
      const light = 0.62 + (0.4 * (x + 0.6 * y)) / (width + 0.6 * height)
      const grain = (random() - 0.5) * 14
      const at = (y * width + x) * 4
      for (let c = 0; c < 3; c++) {
        const table = [104, 78, 58][c] + 10 * Math.sin(y / 23 + Math.sin(x / 90))
        const value = sample(source, paper.width, paper.height, px, py, c) ?? table
        image.data[at + c] = Math.max(0, Math.min(255, value * light + grain))
      }
      image.data[at + 3] = 255
    }
  }
  ctx.putImageData(image, 0, 0)
  return canvas.toBuffer('image/jpeg', 82)
}

/** Bilinear sample of one channel, or undefined beside the paper. */
function sample(pixels, width, height, x, y, channel) {
  if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) return undefined
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const at = (dx, dy) => pixels[((top + dy) * width + left + dx) * 4 + channel]
  const [fx, fy] = [x - left, y - top]
  return (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy
}

const columns = [
  [
    'The keeper of Northlight writes the state of the lamp into a book every evening. The oldest of these books was',
    'begun in 1871 and is written in three hands. It tells of fog for eleven days in May, of a ship that took the',
    'wrong channel, and of oil that came late. Nothing in it is explained, for those who read it knew the rest.',
    'Between the lines one finds the price of wicks, a recipe for bread, and the first mention of the harbour choir.',
  ],
  [
    'When the tower was given electric light in 1932 the books were put into a chest and forgotten. They were found',
    'again under a sail in 2019. The harbour trust had each page photographed, and volunteers copied the text by hand.',
    'It took two winters. Now anybody can look up what the weather was on the day a grandmother was born, or how',
    'many lamps were lit along the quay on the night of the great frost. The chest itself stands in the library.',
  ],
]

/** A page of two columns as a flat scanner has it: 150 dots per inch, grey, half a degree askew. */
function drawScan() {
  const [width, height] = [1240, 1754]
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = '#fbfbf9'
  ctx.fillRect(0, 0, width, height)
  ctx.translate(width / 2, height / 2)
  ctx.rotate((0.5 * Math.PI) / 180)
  ctx.translate(-width / 2, -height / 2)
  ctx.fillStyle = '#1c1c1c'
  ctx.font = '46px "DejaVu Serif"'
  ctx.fillText('The books of Northlight', 110, 190)
  ctx.font = '23px "DejaVu Serif"'
  columns.forEach((paragraphs, column) => {
    let y = 290
    for (const row of wrap(ctx, paragraphs.join(' '), 470)) {
      ctx.fillText(row, 110 + column * 550, y)
      y += 38
    }
  })
  return canvas
}

function wrap(ctx, text, width) {
  const rows = ['']
  for (const word of text.split(' ')) {
    const longer = rows.at(-1) === '' ? word : `${rows.at(-1)} ${word}`
    if (ctx.measureText(longer).width <= width) rows[rows.length - 1] = longer
    else rows.push(word)
  }
  return rows
}

/** A PDF of one page that is nothing but a JPEG, as scanners write them (ISO 32000-1, 8.9.5). */
function pdfOfPicture(jpeg, width, height) {
  const drawing = 'q 595.2 0 0 841.9 0 0 cm /Im Do Q'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595.2 841.9] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
  ]
  const parts = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  objects.forEach((object, i) => {
    offsets.push(length())
    parts.push(Buffer.from(`${i + 1} 0 obj\n${object}`, 'latin1'))
    if (i === 4) parts.push(jpeg, Buffer.from('\nendstream'))
    parts.push(Buffer.from('\nendobj\n'))
  })
  const start = length()
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

writeFileSync(join(samples, 'receipt.jpg'), photograph(drawReceipt()))
const scan = drawScan()
writeFileSync(
  join(samples, 'scan.pdf'),
  pdfOfPicture(scan.toBuffer('image/jpeg', 70), scan.width, scan.height),
)

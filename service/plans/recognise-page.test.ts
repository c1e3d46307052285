import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fault } from '../../bridge/faults.ts'
import { fakePlanContext, type FakePlanContext } from '../../test/fake-leaves.ts'
import type { PageMeasures } from '../../workers/ocr/prepare/measure.ts'
import type { PrepareTask } from '../../workers/ocr/prepare/prepare.ts'
import type { Engine, Recognition } from '../../workers/recognition.ts'
import type { Orientation } from '../../workers/ocr/tesseract/orientation.ts'
import type { TesseractInput } from '../../workers/ocr/tesseract/recognise.ts'
import { recognisePage, type PageOptions } from './recognise-page.ts'

const page = { digest: `sha256:${'2'.repeat(64)}`, width: 100, height: 200 }
const clean: PageMeasures = {
  skewDegrees: 0,
  skewSureness: 1,
  lightRange: 0.02,
  contrast: 0.9,
  textHeight: 30,
  lines: 12,
  columns: 1,
  dark: false,
  blank: false,
  noisy: false,
}
const auto: PageOptions = { languages: 'auto', engine: 'auto', deskew: true }

function said(
  engine: Engine,
  text: string,
  confidence: number,
  rotation: 0 | 90 | 180 | 270 = 0,
): Recognition {
  const words = text.split(' ').map((word) => ({ text: word, box: [10, 20, 30, 5] as never, confidence }))
  const lines = text === '' ? [] : [{ text, box: [10, 20, 30, 5] as never, confidence, words }]
  return { engine, lines, confidence, rotation }
}

/** One word a line. */
function lines(engine: Engine, ...words: [text: string, confidence: number][]): Recognition {
  const read = words.map(([text, confidence], index) => {
    const box = [10, 20 + 10 * index, 30, 5] as never
    return { text, box, confidence, words: [{ text, box, confidence }] }
  })
  return { engine, lines: read, confidence: 0.8, rotation: 0 }
}

interface Answers {
  measure?: Partial<PageMeasures>
  tesseract?: (task: TesseractInput, turn: number) => Recognition
  ppocr?: () => Recognition
  orientation?: Orientation
}

function context({
  measure = {},
  tesseract,
  ppocr,
  orientation = { rotation: 0, confidence: 0 },
}: Answers): FakePlanContext {
  let turn = 0
  return fakePlanContext({
    'ocr.measure': (task: { page: object }) => ('flat' in task.page ? clean : { ...clean, ...measure }),
    'ocr.rectify': ({ page }: { page: object }) => ({
      page: { ...page, flat: true, width: 50, height: 100 },
      toSource: [2, 0, 0, 0, 2, 0, 0, 0, 1],
    }),
    'ocr.prepare': (task: PrepareTask) => {
      turn = task.turn
      const [width, height] = [task.page.width * task.scale, task.page.height * task.scale]
      return { page: { digest: page.digest, width, height }, toSource: [1, 0, 0, 1, 0, 0] }
    },
    ...(tesseract && { 'ocr.tesseract': (task: TesseractInput) => tesseract(task, turn) }),
    ...(ppocr && { 'ocr.ppocr': ppocr }),
    'ocr.orientation': () => orientation,
  })
}

const leavesOf = (ctx: FakePlanContext): string[] => ctx.asked.map(({ leaf }) => leaf)

test('a blank page is not read', async () => {
  const ctx = context({ measure: { blank: true } })
  const read = await recognisePage(page, auto, ctx)
  assert.deepEqual([read.text, read.confidence, read.engine], ['', 0, 'none'])
  assert.deepEqual(leavesOf(ctx), ['ocr.measure'])
})

test('a clean page is read once, as one block, without steps it does not need', async () => {
  const ctx = context({ tesseract: () => said('tesseract', 'plain words', 0.95) })
  const read = await recognisePage(page, auto, ctx)
  assert.deepEqual([read.text, read.engine, read.languages], ['plain words', 'tesseract', ['eng']])
  assert.deepEqual(read.lines[0]?.[0], { text: 'plain', box: [10, 20, 30, 5], confidence: 0.95 })
  assert.deepEqual(leavesOf(ctx), ['ocr.measure', 'ocr.prepare', 'ocr.tesseract'])
  const [, prepare, tesseract] = ctx.asked
  assert.deepEqual(prepare?.input, {
    page,
    turn: 0,
    deskewDegrees: 0,
    flatten: false,
    invert: false,
    scale: 1,
  })
  assert.equal(tesseract?.input['mode'], 'block')
})

test('what is measured decides how the page is prepared', async () => {
  const measure = { skewDegrees: 2.5, lightRange: 0.6, dark: true, textHeight: 12, columns: 2 }
  const ctx = context({ measure, tesseract: () => said('tesseract', 'words', 0.95) })
  const read = await recognisePage(page, auto, ctx)
  assert.equal(read.skewDegrees, 2.5)
  const [, prepare, tesseract] = ctx.asked
  assert.deepEqual(
    { ...prepare?.input, scale: 0 },
    { page, turn: 0, deskewDegrees: 2.5, flatten: true, invert: true, scale: 0 },
  )
  assert.ok(Number(prepare?.input['scale']) > 2)
  assert.equal(tesseract?.input['mode'], 'auto')
  const asIs = context({ measure, tesseract: () => said('tesseract', 'words', 0.95) })
  assert.equal((await recognisePage(page, { ...auto, deskew: false }, asIs)).skewDegrees, 2.5)
  assert.equal(asIs.asked[1]?.input['deskewDegrees'], 0)
})

test('where the first program is not sure the second is asked, and the surer one is taken', async () => {
  const tesseract = (): Recognition => said('tesseract', 'w0rds', 0.6)
  const better = await recognisePage(
    page,
    auto,
    context({ tesseract, ppocr: () => said('ppocr', 'words', 0.93) }),
  )
  assert.deepEqual([better.text, better.engine], ['words', 'ppocr'])
  const worse = await recognisePage(page, auto, context({ tesseract, ppocr: () => said('ppocr', 'w', 0.5) }))
  assert.deepEqual([worse.text, worse.engine], ['w0rds', 'tesseract'])
})

test('where both are half sure, each line is that of the likelier one', async () => {
  const read = await recognisePage(
    page,
    auto,
    context({
      tesseract: () => lines('tesseract', ['good', 0.93], ['w0rse', 0.3]),
      ppocr: () => lines('ppocr', ['g00d', 0.6], ['better', 0.9]),
    }),
  )
  assert.deepEqual([read.text, read.engine], ['good\nbetter', 'ppocr'])
})

test('a second program that takes too long, or is not there, loses nothing of what the first read', async () => {
  for (const code of ['DEADLINE', 'UNAVAILABLE'] as const) {
    const ctx = context({
      measure: { noisy: true },
      ppocr: () => said('ppocr', 'half sure', 0.8),
      tesseract: () => {
        throw fault(code, 'The test says so.')
      },
    })
    assert.equal((await recognisePage(page, auto, ctx)).text, 'half sure')
    const limits = ctx.asked.filter(({ leaf }) => leaf === 'ocr.tesseract').map(({ timeoutMs }) => timeoutMs)
    assert.deepEqual(limits, [20_000])
  }
  const alone = context({
    ppocr: () => said('ppocr', '', 0),
    tesseract: () => {
      throw fault('DEADLINE', 'The test says so.')
    },
  })
  await assert.rejects(recognisePage(page, auto, alone), { code: 'DEADLINE' })
})

test('photographs, bad light, small print and pages that lean go to the second program first', async () => {
  for (const measure of [
    { lightRange: 0.6 },
    { skewDegrees: -4 },
    { textHeight: 9 },
    { noisy: true },
  ] satisfies Partial<PageMeasures>[]) {
    const ctx = context({ measure, ppocr: () => said('ppocr', 'words', 0.95) })
    assert.equal((await recognisePage(page, auto, ctx)).engine, 'ppocr')
    assert.deepEqual(leavesOf(ctx), ['ocr.measure', 'ocr.ppocr'])
  }
})

test('what neither program takes for text is none', async () => {
  const ctx = context({
    measure: { noisy: true },
    ppocr: () => said('ppocr', 'i', 0.3),
    tesseract: () => said('tesseract', '~~', 0.2),
  })
  assert.deepEqual((await recognisePage(page, auto, ctx)).text, '')
})

test('a page that lies on its side is read again upright', async () => {
  const ctx = context({
    tesseract: (_task, turn) =>
      turn === 90 ? said('tesseract', 'upright', 0.96) : said('tesseract', 'x', 0.2),
    ppocr: () => said('ppocr', 'uprght', 0.7, 90),
  })
  const read = await recognisePage(page, auto, ctx)
  assert.deepEqual([read.text, read.rotation, read.engine], ['upright', 90, 'tesseract'])
})

test('a text in another language is read again in it', async () => {
  const french = 'le prix des lampes est dans une lettre que nous avons pour vous et qui est sur la table'
  const ctx = context({
    tesseract: ({ languages }) => said('tesseract', `${french} (${languages[0]})`, 0.95),
  })
  const read = await recognisePage(page, auto, ctx)
  assert.deepEqual(read.languages, ['fra'])
  assert.match(read.text, /\(fra\)$/)
  const told = context({
    tesseract: ({ languages }) => said('tesseract', `${french} (${languages[0]})`, 0.95),
  })
  assert.deepEqual((await recognisePage(page, { ...auto, languages: ['eng'] }, told)).languages, ['eng'])
})

test('a program that is not there is done without, unless it was asked for', async () => {
  const missing = (): never => {
    throw fault('UNAVAILABLE', 'The package is not installed.')
  }
  const left = await recognisePage(
    page,
    auto,
    context({ tesseract: missing, ppocr: () => said('ppocr', 'words', 0.9) }),
  )
  assert.equal(left.engine, 'ppocr')
  const right = await recognisePage(
    page,
    auto,
    context({ tesseract: () => said('tesseract', 'w', 0.5), ppocr: missing }),
  )
  assert.equal(right.engine, 'tesseract')
  await assert.rejects(recognisePage(page, { ...auto, engine: 'ppocr' }, context({ ppocr: missing })), {
    code: 'UNAVAILABLE',
  })
  await assert.rejects(recognisePage(page, auto, context({ tesseract: missing, ppocr: missing })), {
    code: 'UNAVAILABLE',
  })
})

test('Tesseract alone looks which way up a page stands, where it is not sure', async () => {
  const tesseract: Answers['tesseract'] = (_task, turn) =>
    turn === 270 ? said('tesseract', 'upright', 0.96) : said('tesseract', 'x', 0.2)
  const orientation: Orientation = { rotation: 270, confidence: 0.8 }
  const alone = await recognisePage(
    page,
    { ...auto, engine: 'tesseract' },
    context({ tesseract, orientation }),
  )
  assert.deepEqual([alone.text, alone.rotation], ['upright', 270])
  const unsure = { ...orientation, confidence: 0.3 }
  const left = await recognisePage(
    page,
    { ...auto, engine: 'tesseract' },
    context({ tesseract, orientation: unsure }),
  )
  assert.equal(left.text, '')
})

test('a named language is kept to: by the program that has it, and with a fault where it is not there', async () => {
  const french: PageOptions = { ...auto, languages: ['fra'] }
  const sure = context({
    measure: { lightRange: 0.6 },
    tesseract: () => said('tesseract', 'été', 0.85),
    ppocr: () => said('ppocr', 'ete', 0.99),
  })
  assert.equal((await recognisePage(page, french, sure)).text, 'été')
  const turned = context({
    tesseract: (_task, turn) => (turn === 90 ? said('tesseract', 'été', 0.9) : said('tesseract', 'x', 0.1)),
    ppocr: () => said('ppocr', 'ete', 0.99, 90),
  })
  const upright = await recognisePage(page, french, turned)
  assert.deepEqual([upright.text, upright.rotation], ['été', 90])
  const missing = context({
    tesseract: () => {
      throw fault('UNAVAILABLE', 'There is no language "pol".')
    },
    ppocr: () => said('ppocr', 'words', 0.99),
  })
  await assert.rejects(recognisePage(page, { ...auto, languages: ['pol'] }, missing), { code: 'UNAVAILABLE' })
})

test('a page of large letters is reduced before it is read, and its boxes are those of the page', async () => {
  const ctx = context({ measure: { textHeight: 128 }, tesseract: () => said('tesseract', 'LARGE', 0.95) })
  const read = await recognisePage(page, auto, ctx)
  assert.deepEqual(leavesOf(ctx), ['ocr.measure', 'ocr.prepare', 'ocr.prepare', 'ocr.tesseract'])
  assert.deepEqual([ctx.asked[1]?.input['scale'], ctx.asked[2]?.input['scale']], [0.5, 1])
  assert.deepEqual(read.lines, [[{ text: 'LARGE', box: [20, 40, 60, 10], confidence: 0.95 }]])
})

test('large letters on a page that lies on its side', async () => {
  const ctx = context({
    measure: { textHeight: 128, lightRange: 0.5 },
    ppocr: () => said('ppocr', 'LARGE', 0.95, 90),
  })
  const read = await recognisePage(page, auto, ctx)
  assert.deepEqual([read.rotation, read.lines[0]?.[0]?.box], [90, [20, 40, 60, 10]])
})

const sheet = [
  { x: 5, y: 5 },
  { x: 90, y: 10 },
  { x: 95, y: 190 },
  { x: 3, y: 180 },
]

test('a sheet photographed at an angle is warped and measured again, and its words are led back', async () => {
  const measure = { sheet, skewDegrees: -3 } as Partial<PageMeasures>
  const ctx = context({ measure, tesseract: () => said('tesseract', 'words', 0.95) })
  const read = await recognisePage(page, auto, ctx)
  const [, , again] = ctx.asked
  assert.deepEqual(leavesOf(ctx), [
    'ocr.measure',
    'ocr.rectify',
    'ocr.measure',
    'ocr.prepare',
    'ocr.tesseract',
  ])
  assert.equal(Reflect.get(Object(again?.input['page']), 'flat'), true)
  assert.equal(ctx.asked[3]?.input['deskewDegrees'], 0)
  assert.deepEqual(read.lines, [[{ text: 'words', box: [20, 40, 60, 10], confidence: 0.95 }]])
  assert.equal(read.skewDegrees, -3)
})

test('where the warped sheet is not read surely, the page is read as it is, and the surer reading taken', async () => {
  const measure = { sheet } as Partial<PageMeasures>
  const answers = [0.5, 0.96]
  const ctx = context({
    measure,
    tesseract: () => said('tesseract', 'w', answers.shift() ?? 0),
    ppocr: () => said('ppocr', 'w', 0.6),
  })
  const read = await recognisePage(page, auto, ctx)
  assert.deepEqual([read.engine, read.confidence], ['tesseract', 0.96])
  assert.deepEqual(read.lines[0]?.[0]?.box, [10, 20, 30, 5])
})

test('a page that is to be left askew is not warped either', async () => {
  const measure = { sheet } as Partial<PageMeasures>
  const ctx = context({ measure, tesseract: () => said('tesseract', 'words', 0.95) })
  await recognisePage(page, { ...auto, deskew: false }, ctx)
  assert.deepEqual(leavesOf(ctx), ['ocr.measure', 'ocr.prepare', 'ocr.tesseract'])
})

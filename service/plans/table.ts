import type { Plan } from '../plan.ts'
import { evaluatePlan } from './calc.ts'
import { readPlan } from './documents.ts'
import { filterPlan } from './image.ts'
import { recognizePlan } from './ocr.ts'
import { outlinePlan } from './outline.ts'
import { placesPlan } from './places.ts'
import { renderPlan } from './render.ts'
import { searchablePlan } from './searchable.ts'

/** The plan of each operation that needs nothing but its input and context. */
export const plans: Readonly<Record<string, Plan<never>>> = {
  'calc.eval': evaluatePlan,
  'documents.outline': outlinePlan,
  'documents.places': placesPlan,
  'documents.read': readPlan,
  'documents.render': renderPlan,
  'documents.searchable': searchablePlan,
  'image.filter': filterPlan,
  'ocr.recognize': recognizePlan,
}

import { TIERS, type Facts, type Operation, type Tier } from './operation.ts'

/** What a policy says of a tier: run at once, ask a person first, or refuse. */
export const MODES = ['allow', 'confirm', 'deny'] as const
export type Mode = (typeof MODES)[number]
export type Modes = Readonly<Record<Tier, Mode>>

/** The modes when no policy says otherwise. */
export const DEFAULT_MODES: Modes = Object.freeze({
  read: 'allow',
  act: 'allow',
  mutate: 'confirm',
  destructive: 'confirm',
})

const rank: Record<Tier, number> = { read: 0, act: 1, mutate: 2, destructive: 3 }

/** The more dangerous of two tiers. */
export function higherTier(a: Tier, b: Tier): Tier {
  return rank[a] >= rank[b] ? a : b
}

/** Whether `tier` is at least as dangerous as `least`. */
export function atLeast(tier: Tier, least: Tier): boolean {
  return rank[tier] >= rank[least]
}

/** Whether a text names a tier. */
export function isTier(text: unknown): text is Tier {
  return TIERS.some((tier) => tier === text)
}

/** Whether a text is a mode of the policy file. */
export function isMode(text: unknown): text is Mode {
  return MODES.some((mode) => mode === text)
}

const noFacts: Facts = { existingPaths: [] }

/** The tier of one call: the declared base, raised by its input and the facts where the operation says so. */
export function tierOf(operation: Pick<Operation, 'tier'>, input: unknown, facts: Facts = noFacts): Tier {
  const { base } = operation.tier
  return operation.tier.rise === undefined ? base : higherTier(base, operation.tier.rise(input, facts))
}

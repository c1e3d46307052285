import { createLanes } from '../../service/lanes/lanes.ts'
import type { LeafRequest } from '../../service/lanes/lane.ts'
import { SettingsSchema } from '../../service/settings.ts'
import { laneLeaves } from '../leaves/lane-leaves.ts'

/** A service that is about to be killed: starts a child, has it busy with the given leaf, and tells its id. */
const canary = { leaf: 'lane.noop', input: 1, expect: 1 }
const lanes = createLanes({
  settings: SettingsSchema.parse({ home: '/nowhere', lanes: { native: { workers: 1, queue: 10 } } }).lanes,
  leaves: laneLeaves,
  canaries: { quick: canary, heavy: canary, native: canary },
})
const request = (leaf: string, input: unknown): LeafRequest => ({
  leaf,
  lane: 'native',
  input,
  files: new Map(),
  signal: new AbortController().signal,
  deadline: Date.now() + 60_000,
  priority: 'interactive',
  client: 'orphan',
})
const { output } = await lanes.run(request('lane.process', {}))
const [leaf] = process.argv.slice(2)
if (leaf !== undefined && leaf !== 'idle') void lanes.run(request(leaf, { ms: 60_000 }))
setTimeout(() => process.send?.(output), 100)

import type { LeafLocation } from '../../workers/leaves.ts'

const at = (file: string, name: string): LeafLocation => ({
  url: new URL(file, import.meta.url).href,
  export: name,
})

/** Leaves that do harm, for fault tests; never part of the shipped set. */
export const testLeaves: Record<string, LeafLocation> = {
  'probe.spin': at('./spin.js', 'spin'),
  'probe.allocate': at('./allocate.js', 'allocate'),
  'probe.crash': at('./crash.js', 'crash'),
}

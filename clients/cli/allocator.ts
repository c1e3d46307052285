/** How glibc keeps memory (mallopt(3)); other systems do not look at these. See docs/decisions/0009. */
const GLIBC: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}

/** An environment in which a process gives back the memory it lets go of; what the user set stays as it is. */
export function frugalEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...GLIBC, ...env }
}

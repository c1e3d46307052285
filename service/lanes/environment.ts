/** Variables a worker may need: finding programs and fonts, language, time zone, temporary files, libraries. */
const PASSED = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'FONTCONFIG_PATH',
  'FONTCONFIG_FILE',
  'XDG_CACHE_HOME',
  'XDG_DATA_HOME',
  'XDG_CONFIG_HOME',
]

/** The environment of threads and child processes: tokens and keys of the service's own environment stay out. */
export function workerEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const name of PASSED) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}

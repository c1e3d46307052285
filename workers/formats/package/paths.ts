/**
 * Path in an archive that a reference in one of its files points to, its query and fragment left out (RFC 3986, 5.2).
 * Steps that would leave the archive stay at its top.
 */
export function resolvePath(from: string, reference: string): string {
  const path = reference.replaceAll('\\', '/').replace(/[#?].*$/s, '')
  const steps = path.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

/** A path with what is written as `%20` in its own letters; as it stands where it is not written so throughout. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

import { fault } from '../../../bridge/faults.ts'
import type { FormatOptions } from '../content.ts'
import { Zip } from '../package/zip.ts'
import { parseXml, type XmlElement } from '../package/xml.ts'

/** An OpenDocument file: an archive of parts, or all in one flat XML file (OpenDocument 1.3, part 2). */
export interface OdfPackage {
  content: Uint8Array
  /** Root elements in which styles are defined. */
  styles: XmlElement[]
  /** The root of an embedded object; undefined where there is none. */
  object(path: string): XmlElement | undefined
}

/** Opens an OpenDocument file. Faults: DAMAGED, ENCRYPTED, ARCHIVE_BOMB, TOO_DEEP. */
export function openOdf(bytes: Uint8Array, options: FormatOptions, checkpoint: () => void): OdfPackage {
  if (isXml(bytes)) return { content: bytes, styles: [], object: () => undefined }
  const zip = new Zip(bytes, options)
  const manifest = zip.read('META-INF/manifest.xml')
  const encrypted = manifest !== undefined && Buffer.from(manifest).includes('encryption-data')
  if (encrypted) throw fault('ENCRYPTED', 'The document needs a password. Save it without one.')
  const content = zip.read('content.xml')
  if (content === undefined) {
    const detail = 'The document is damaged: content.xml is missing. Save it anew, or send an intact copy.'
    throw fault('DAMAGED', detail)
  }
  const root = (name: string): XmlElement | undefined => {
    const part = zip.read(name)
    return part === undefined ? undefined : parseXml(part, options, checkpoint)
  }
  const styles = root('styles.xml')
  return {
    content,
    styles: styles === undefined ? [] : [styles],
    object: (path) => root(`${path.replace(/^\.\//, '')}/content.xml`),
  }
}

/** Whether it starts with an angle bracket, after a byte order mark. */
function isXml(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  return /^(\xef\xbb\xbf)?\s*</.test(head)
}

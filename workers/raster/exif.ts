import { Fault } from '../../bridge/faults.ts'
import { Directory, tiffFields } from './tiff-directory.ts'

/** What EXIF says of the picture it comes with. */
export interface Exif {
  /** 1 to 8 (CIPA DC-008, 4.6.4 A): how rows and columns are to be read; 1 is upright. */
  orientation: number
  dpi?: number | undefined
}

/** Reads an EXIF block, which is a small TIFF file; one that is broken says nothing. */
export function readExif(block: Uint8Array): Exif {
  try {
    const fields = tiffFields(block)
    const directory = new Directory(fields, fields.u32(4))
    return { orientation: directory.orientation, dpi: directory.dpi }
  } catch (error) {
    if (error instanceof Fault) return { orientation: 1 }
    throw error
  }
}

/** Types of files in which pages are handed out for people to look at. */
export type PictureFormat = 'png' | 'jpeg'

/** Quality of JPEG pictures, 0 to 100: letters show no fringes at a third of the bytes of the best. */
export const jpegQuality = 85

/** A page as a picture file in colour. */
export interface PagePicture {
  /** Digest of the file. */
  picture: string
  /** In pixels. */
  width: number
  height: number
  /** Of the upright page, in points; of a picture, its own pixels. */
  widthPt: number
  heightPt: number
  /** Pixels an inch of what was written, where a picture says how many it has. */
  dpi?: number
}

import type { Canvas } from '@napi-rs/canvas'
import type { LeafContext } from '../leaf.ts'
import { jpegQuality, type PagePicture, type PictureFormat } from '../page-picture.ts'

/** Writes what is on a canvas as a picture file. */
export async function pictureFile(
  canvas: Canvas,
  format: PictureFormat,
  ctx: LeafContext,
): Promise<Pick<PagePicture, 'picture' | 'width' | 'height'>> {
  ctx.checkpoint()
  const bytes = format === 'png' ? await canvas.encode('png') : await canvas.encode('jpeg', jpegQuality)
  return { picture: ctx.files.write(new Uint8Array(bytes)), width: canvas.width, height: canvas.height }
}

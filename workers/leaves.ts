/**
 * Where each leaf lives: name -> module (relative to this file, as built) and export. A worker imports a module
 * at the first call, so a thread that only reads PDFs never loads a picture codec.
 */
export interface LeafLocation {
  /** Address of the module. */
  url: string
  /** Name of the exported leaf. */
  export: string
}

const at = (file: string, name: string): LeafLocation => ({
  url: new URL(file, import.meta.url).href,
  export: name,
})

export const leaves: Record<string, LeafLocation> = {
  'calc.eval': at('./calc/eval.js', 'evaluate'),
  'documents.file': at('./formats/read-file.js', 'readFile'),
  'documents.hints': at('./hints/hints.js', 'hints'),
  'documents.pageImages': at('./documents/page-images.js', 'pageImages'),
  'documents.pdfInfo': at('./documents/pdf-info.js', 'pdfInfo'),
  'documents.pdfOutline': at('./documents/pdf-outline.js', 'pdfOutline'),
  'documents.picturePdf': at('./documents/searchable/picture-pdf.js', 'picturePdf'),
  'documents.textLayer': at('./documents/searchable/add-text-layer.js', 'addTextLayer'),
  'documents.pdfText': at('./documents/pdf-text.js', 'pdfText'),
  'image.filter': at('./image/filter.js', 'filter'),
  'ocr.orientation': at('./ocr/tesseract/orientation.js', 'orientation'),
  'ocr.tesseract': at('./ocr/tesseract/recognise.js', 'recognise'),
  'ocr.languages': at('./ocr/tesseract/list.js', 'list'),
  'ocr.ppocr': at('./ocr/ppocr/ppocr.js', 'ppocr'),
  'raster.pdfPage': at('./raster/pdf-page.js', 'pdfPage'),
  'raster.pdfPicture': at('./raster/pdf-page.js', 'pdfPicture'),
  'raster.pictureCount': at('./raster/shown-picture.js', 'pictureCount'),
  'raster.shownPicture': at('./raster/shown-picture.js', 'shownPicture'),
  'raster.storedPicture': at('./raster/stored-picture.js', 'storedPicture'),
  'raster.picture': at('./raster/picture.js', 'picture'),
  'ocr.measure': at('./ocr/prepare/measure.js', 'measure'),
  'ocr.rectify': at('./ocr/prepare/rectify.js', 'rectify'),
  'ocr.prepare': at('./ocr/prepare/prepare.js', 'prepare'),
  'probe.noop': at('./probe/echo.js', 'noop'),
  'probe.echo': at('./probe/echo.js', 'echo'),
  'probe.draw': at('./probe/draw.js', 'draw'),
  'probe.infer': at('./probe/infer.js', 'infer'),
}

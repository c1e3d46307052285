import type { FormatReader } from './content.ts'
export type FileFormat = 'pdf' | 'docx'
export function formatOf(
  bytes: Uint8Array,
  input: { name?: string | undefined },
): { format: FileFormat; mediaType: string } {
  throw new Error(String(bytes.length) + input.name)
}
export async function readerOf(format: FileFormat): Promise<FormatReader> {
  throw new Error(format)
}

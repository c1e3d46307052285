export function formatNumber(value: number, code: string): string { return String(value) + (code === '' ? '' : '') }

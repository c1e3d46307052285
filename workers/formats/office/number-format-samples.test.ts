import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatNumber } from './number-format.ts'

// Values as Excel shows them in en-US, in a cell that is wide enough.
const shown: [number, string, string][] = [
  [1234.5, 'General', '1234.5'],
  [0.1 + 0.2, 'General', '0.3'],
  [1e-7, 'General', '0.0000001'],
  [1234567.891, '#,##0.00', '1,234,567.89'],
  [1.005, '0.00', '1.01'],
  [-5, '#,##0_);(#,##0)', '(5)'],
  [0.256, '0.0%', '25.6%'],
  [12345.678, '0.00E+00', '1.23E+04'],
  [12345.678, '##0.0E+0', '12.3E+3'],
  [3.25, '# ?/?', '3 1/4'],
  [1500000, '0.0,,"M"', '1.5M'],
  [5551234567, '(###) ###-####', '(555) 123-4567'],
  [7, '[<10]"few";"many"', 'few'],
  [42, '[$€-407] #,##0.00', '€ 42.00'],
  [0, '0;-0;"zero"', 'zero'],
  [45720, 'm/d/yyyy', '3/4/2025'],
  [45720.5, 'yyyy-mm-dd hh:mm', '2025-03-04 12:00'],
  [45720, 'dddd, mmmm d, yyyy', 'Tuesday, March 4, 2025'],
  [45720.75, 'h:mm AM/PM', '6:00 PM'],
  [1.5, '[h]:mm', '36:00'],
  [60, 'yyyy-mm-dd', '1900-02-29'],
  [1, 'yyyy-mm-dd', '1900-01-01'],
  [45720.123456, 'mm:ss.0', '57:46.6'],
]

for (const [value, code, expected] of shown) {
  test(`${value} as ${code}`, () => assert.equal(formatNumber(value, code, false), expected))
}

test('days are counted from 1904 where the workbook says so', () => {
  assert.equal(formatNumber(45720 - 1462, 'd-mmm-yy', true), '4-Mar-25')
})

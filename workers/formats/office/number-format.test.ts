import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtinFormat } from './number-format-builtin.ts'
import { serialOf } from './number-format-date.ts'
import { formatNumber, formatText } from './number-format.ts'

/** Expected texts are those of Excel set for US English; most are confirmed by SheetJS SSF 0.11.2. */
function shows(cases: readonly [value: number, code: string, text: string][]): void {
  for (const [value, code, text] of cases)
    assert.equal(formatNumber(value, code), text, `${value} as ${code}`)
}

test('General: eleven characters, whole numbers in full', () => {
  shows([
    [0, 'General', '0'],
    [-1.5, 'General', '-1.5'],
    [1 / 3, 'General', '0.333333333'],
    [0.1 + 0.2, 'General', '0.3'],
    [1234567.891234, 'General', '1234567.891'],
    [4006381333931, 'General', '4006381333931'],
    [1e20, 'General', '1E+20'],
    [0.00001234, 'General', '0.00001234'],
    [1.23456789e-7, 'General', '1.23457E-07'],
  ])
})

test('decimals, thousands, percent, scaling; halves are rounded by the decimal number', () => {
  shows([
    [1234.5678, '#,##0.00', '1,234.57'],
    [-1234.5678, '#,##0.00', '-1,234.57'],
    [1.005, '0.00', '1.01'],
    [99.995, '0.00', '100.00'],
    [-0.5, '0', '-1'],
    [0, '#.##', '.'],
    [0.5, '.00', '.50'],
    [0.025, '0.00%', '2.50%'],
    [1234567, '0.0,,"M"', '1.2M'],
    [1234567, '#,##0,', '1,235'],
    [7, '00000', '00007'],
    [123456789, '000-00-0000', '123-45-6789'],
    [5551234567, '(###) ###-####', '(555) 123-4567'],
    [1e20, '0', '100000000000000000000'],
  ])
})

test('scientific, also in thousands, carries over when it rounds up', () => {
  shows([
    [198000000, '0.00E+00', '1.98E+08'],
    [0.999999, '0.00E+00', '1.00E+00'],
    [12345, '##0.0E+0', '12.3E+3'],
    [0.00012, '0.0E-0', '1.2E-4'],
    [0, '0.00E+00', '0.00E+00'],
  ])
})

test('fractions', () => {
  shows([
    [2.5, '# ?/?', '2 1/2'],
    [0.333, '# ??/??', '1/3'],
    [Math.PI, '# ??/??', '3 1/7'],
    [Math.PI, '# ???/???', '3 16/113'],
    [2.5, '?/?', '5/2'],
    [1.1, '# ?/16', '1 2/16'],
    [2.99, '# ?/?', '3'],
    [0, '# ?/?', '0'],
  ])
})

test('sections by sign and by condition, literals, currencies', () => {
  const accounting = builtinFormat(44)
  shows([
    [1599.99, '$#,##0.00;[Red]($#,##0.00)', '$1,599.99'],
    [-1599.99, '$#,##0.00;[Red]($#,##0.00)', '($1,599.99)'],
    [0, '0;-0;"none"', 'none'],
    [1234.5, accounting, '$1,234.50'],
    [-1234.5, accounting, '$(1,234.50)'],
    [0, accounting, '$-'],
    [1500, '[>=1000]#,##0.0,"K";0', '1.5K'],
    [15, '[>=1000]#,##0.0,"K";0', '15'],
    [-5, '[<0]"minus "0;0', 'minus 5'],
    [12.5, '#,##0.00 [$€-407]', '12.50 €'],
    [12.5, '[$CHF] 0.00', 'CHF 12.50'],
    [3, '0 \\m\\²', '3 m²'],
    [5, ';;;', ''],
  ])
})

test('dates and times', () => {
  const at = 43831.7601273148
  shows([
    [at, 'm/d/yyyy', '1/1/2020'],
    [at, 'yyyy-mm-dd hh:mm:ss', '2020-01-01 18:14:35'],
    [at, 'dddd, mmmm d, yyyy', 'Wednesday, January 1, 2020'],
    [at, 'ddd d-mmm-yy', 'Wed 1-Jan-20'],
    [at, 'h:mm AM/PM', '6:14 PM'],
    [at, 'h A/P', '6 P'],
    [at, 'mmmmm', 'J'],
    [at, 'mm:ss.000', '14:35.000'],
    [at, '[$-F800]dddd\\, mmmm d\\, yyyy', 'Wednesday, January 1, 2020'],
    [at, '[$-409]d/m/yy;@', '1/1/20'],
    [1.5, '[h]:mm', '36:00'],
    [0.0625, '[mm]:ss', '90:00'],
    [0.5, '[ss]', '43200'],
    [0.999999, 'hh:mm', '00:00'],
    [-3, 'm/d/yyyy', '-3'],
    [3_000_000, 'm/d/yyyy', '3000000'],
  ])
})

test('both date systems, with the day that never was', () => {
  shows([
    [0, 'm/d/yyyy', '1/0/1900'],
    [1, 'ddd m/d/yyyy', 'Sun 1/1/1900'],
    [59, 'm/d/yyyy', '2/28/1900'],
    [60, 'm/d/yyyy', '2/29/1900'],
    [61, 'm/d/yyyy', '3/1/1900'],
    [2_958_465, 'm/d/yyyy', '12/31/9999'],
  ])
  assert.equal(formatNumber(0, 'ddd m/d/yyyy', true), 'Fri 1/1/1904')
  assert.equal(serialOf('2020-01-01T12:00:00', false), 43831.5)
  assert.equal(serialOf('1900-01-01', false), 1)
  assert.equal(serialOf('1904-01-02', true), 1)
  assert.equal(serialOf('12:00', false), 0.5)
  assert.equal(serialOf('soon', false), undefined)
})

test('text goes through the section for text', () => {
  assert.equal(formatText('Ada', 'General'), 'Ada')
  assert.equal(formatText('Ada', '0.00'), 'Ada')
  assert.equal(formatText('Ada', '"Dr. "@'), 'Dr. Ada')
  assert.equal(formatText('Ada', '0;-0;0;@" (text)"'), 'Ada (text)')
  assert.equal(formatText('Ada', ';;;'), '')
})

test('formats that make no sense end, and show something', () => {
  for (const code of [
    '',
    '"',
    '\\',
    '[',
    '[]',
    '[[',
    ';;;;;;',
    '/',
    '?/',
    '/?',
    'E+',
    '0E+',
    ',',
    '.',
    '_',
    '*',
    '@@',
    '0'.repeat(5000),
  ]) {
    for (const value of [0, -1.5, 1e300, 1e-300, 12345.678])
      assert.equal(typeof formatNumber(value, code), 'string')
  }
})

import { fault } from '../../bridge/faults.ts'
import { multiply as multiplyNums } from './algebra.ts'
import * as combinatorics from './combinatorics.ts'
import { floorOf, sign } from './digits.ts'
import * as exponentiation from './exponentiation.ts'
import { gcd } from './integer.ts'
import * as operators from './operators.ts'
import * as powers from './powers.ts'
import * as rational from './rational.ts'
import { HALF, ONE, Rational, whole, ZERO } from './rational.ts'
import * as real from './real.ts'
import { formOf, type Num } from './real.ts'
import { roundToWhole } from './rounding.ts'
import { read, tooLarge, type Run } from './run.ts'
import { lnOfFactorial } from './stirling.ts'
import * as trigonometry from './trigonometry.ts'
import { checked, Factorial, numberOf, wholeOf, type Value } from './value.ts'

/** A function of the language. */
export interface FunctionSpec {
  readonly name: string
  /** Fewest and most arguments. */
  readonly least: number
  readonly most: number
  /** Whether its values are mostly irrational, for the cost bound. */
  readonly isIrrational: boolean
  readonly apply: (args: readonly Value[], run: Run) => Value
}

const table = new Map<string, FunctionSpec>()

/** The function of a name, as it is written or in lower case. */
export function functionNamed(name: string): FunctionSpec | undefined {
  return table.get(name) ?? table.get(name.toLowerCase())
}

function define(
  names: string,
  [least, most]: [number, number],
  apply: FunctionSpec['apply'],
  isIrrational = false,
): void {
  const all = names.split(' ')
  for (const name of all) table.set(name, { name: all[0] ?? name, least, most, apply, isIrrational })
}

const many = Number.POSITIVE_INFINITY
const minusOne = whole(-1)
const argument = (args: readonly Value[], i: number): Value => args[i] ?? ZERO
const add = (a: Num, b: Num, run: Run): Num => numberOf(operators.add(a, b, run), run)
const multiply = (a: Num, b: Num, run: Run): Num => numberOf(operators.multiply(a, b, run), run)
const divide = (a: Num, b: Num, run: Run): Num => numberOf(operators.divide(a, b, run), run)
const numbers = (args: readonly Value[], run: Run): Num[] => args.map((value) => numberOf(value, run))

function ofOne(names: string, apply: (x: Num, run: Run) => Num, isIrrational = false): void {
  define(names, [1, 1], (args, run) => apply(numberOf(argument(args, 0), run), run), isIrrational)
}

function ofTwo(names: string, apply: (x: Num, y: Num, run: Run) => Num): void {
  define(names, [2, 2], (args, run) => {
    const [x = ZERO, y = ZERO] = numbers(args, run)
    return apply(x, y, run)
  })
}

ofOne('abs', (x, run) => (sign(x, run) < 0 ? real.scale(x, minusOne) : x))
ofOne('sign sgn', (x, run) => whole(sign(x, run)))
ofOne('floor', (x, run) => whole(floorOf(x, run)))
ofOne('ceil ceiling', (x, run) => whole(-floorOf(real.scale(x, minusOne), run)))
ofOne('trunc int', (x, run) => whole(truncated(x, run)))
ofOne('frac', (x, run) => add(x, whole(-truncated(x, run)), run))

function truncated(x: Num, run: Run): bigint {
  if (x instanceof Rational) return rational.truncate(x)
  return sign(x, run) < 0 ? -floorOf(real.scale(x, minusOne), run) : floorOf(x, run)
}

/** x rounded to a number of digits after the point, the middle away from 0 unless the mode says else. */
function roundToPlaces(x: Num, places: bigint, run: Run): Num {
  if (places > BigInt(run.limits.maxDigits) || -places > BigInt(run.limits.maxDigits)) {
    throw tooLarge('The rounded number', run.limits)
  }
  const unit = rational.wholePower(whole(10), -places)
  const units = divide(x, unit, run)
  if (units instanceof Rational) {
    if (units.d === 2n) read(run, 'round goes away from 0 in the middle, 2.5 to 3')
    return rational.times(whole(roundToWhole(units.n, units.d, 'half_up')), unit)
  }
  return rational.times(whole(floorOf(real.add(units, HALF), run)), unit)
}

define('round', [1, 2], (args, run) =>
  roundToPlaces(
    numberOf(argument(args, 0), run),
    args.length > 1 ? wholeOf(argument(args, 1), 'round', run) : 0n,
    run,
  ))

const extreme = (names: string, wanted: -1 | 1): void =>
  define(names, [1, many], (args, run) =>
    numbers(args, run).reduce((best, x) => (operators.order(x, best, run) === wanted ? x : best)),
  )
extreme('min', -1)
extreme('max', 1)

const total = (xs: Num[], run: Run): Num => xs.reduce((sum, x) => add(sum, x, run), ZERO)
define('sum add', [1, many], (args, run) => total(numbers(args, run), run))
define('product prod', [1, many], (args, run) =>
  numbers(args, run).reduce((all, x) => multiply(all, x, run), ONE))
define('mean average avg', [1, many], (args, run) =>
  divide(total(numbers(args, run), run), whole(args.length), run))
define('median', [1, many], (args, run) => {
  const sorted = numbers(args, run).sort((a, b) => operators.order(a, b, run))
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? ZERO
  return sorted.length % 2 === 1 ? upper : divide(add(sorted[middle - 1] ?? ZERO, upper, run), whole(2), run)
})

define('gcd gcf hcf', [1, many], (args, run) =>
  whole(args.reduce((common, value) => gcd(common, wholeOf(value, 'gcd', run), run.checkpoint), 0n)))
define('lcm', [1, many], (args, run) =>
  args.reduce<Rational>((common, value) => {
    const x = wholeOf(value, 'lcm', run)
    if (x === 0n || common.n === 0n) return ZERO
    const size = (common.n / gcd(common.n, x, run.checkpoint)) * x
    return checked(whole(size < 0n ? -size : size), run)
  }, ONE))
define('mod', [2, 2], (args, run) => operators.modulo(argument(args, 0), argument(args, 1), run))
ofTwo('rem remainder', (x, y, run) =>
  add(x, multiply(y, whole(-truncated(divide(x, y, run), run)), run), run),
)
ofTwo('quo div', (x, y, run) => whole(truncated(divide(x, y, run), run)))
define('ncr comb combinations binomial binom', [2, 2], (args, run) =>
  combinatorics.choose(argument(args, 0), argument(args, 1), run))
define('npr perm permutations', [2, 2], (args, run) =>
  combinatorics.permutations(argument(args, 0), argument(args, 1), run))
define('factorial fact', [1, 1], (args, run) => combinatorics.factorial(argument(args, 0), 1, run))
define(
  'pow power',
  [2, 2],
  (args, run) => exponentiation.power(argument(args, 0), argument(args, 1), run),
  true,
)

ofOne('sqrt', (x, run) => exponentiation.rootOf(x, 2n, run), true)
ofOne('cbrt', (x, run) => exponentiation.rootOf(x, 3n, run), true)
define(
  'root nthroot',
  [2, 2],
  (args, run) => {
    const order = wholeOf(argument(args, 1), 'The order of a root', run)
    if (order <= 0n) throw fault('DOMAIN', `The order of a root is a whole number from 1; it was ${order}.`)
    return exponentiation.rootOf(numberOf(argument(args, 0), run), order, run)
  },
  true,
)
ofOne('exp', powers.expOf, true)

/** ln of a value; of a long factorial without multiplying it out. */
function natural(value: Value, run: Run): Num {
  const isLong = value instanceof Factorial && value.step === 1 && value.n >= 2000
  return isLong ? lnOfFactorial(value.n) : powers.lnOf(numberOf(value, run), run)
}

/** The logarithm of x to a base. Fault DOMAIN for a base that has none. */
function logarithm(x: Value, base: Num, run: Run): Num {
  const below = powers.lnOf(base, run)
  if (sign(below, run) === 0) throw fault('DOMAIN', 'There is no logarithm to base 1.')
  return divide(natural(x, run), below, run)
}

define('ln', [1, 1], (args, run) => natural(argument(args, 0), run), true)

define(
  'log',
  [1, 2],
  (args, run) => {
    const x = argument(args, 0)
    if (args.length > 1) return logarithm(x, numberOf(argument(args, 1), run), run)
    read(run, 'log is the natural logarithm; log10 and log(x, b) have other bases')
    return natural(x, run)
  },
  true,
)
define('log10 lg', [1, 1], (args, run) => logarithm(argument(args, 0), whole(10), run), true)
define('log2 lb', [1, 1], (args, run) => logarithm(argument(args, 0), whole(2), run), true)

const toRadians = (x: Num, run: Run): Num =>
  run.angle === 'deg' ? multiplyNums(x, trigonometry.piTimes(trigonometry.DEGREE), run) : x
const fromRadians = (x: Num, run: Run): Num => (run.angle === 'deg' ? trigonometry.inDegrees(x, run) : x)

ofOne('sin', (x, run) => trigonometry.sinOf(toRadians(x, run), run), true)
ofOne('cos', (x, run) => trigonometry.cosOf(toRadians(x, run), run), true)
ofOne('tan', (x, run) => trigonometry.tanOf(toRadians(x, run), run), true)
ofOne('sec', (x, run) => divide(ONE, trigonometry.cosOf(toRadians(x, run), run), run), true)
ofOne('csc cosec', (x, run) => divide(ONE, trigonometry.sinOf(toRadians(x, run), run), run), true)
ofOne(
  'cot',
  (x, run) =>
    divide(trigonometry.cosOf(toRadians(x, run), run), trigonometry.sinOf(toRadians(x, run), run), run),
  true,
)
ofOne('asin arcsin', (x, run) => fromRadians(trigonometry.asinOf(x, run), run), true)
ofOne('acos arccos', (x, run) => fromRadians(trigonometry.acosOf(x, run), run), true)
ofOne('atan arctan', (x, run) => fromRadians(trigonometry.atanOf(x, run), run), true)
define(
  'atan2',
  [2, 2],
  (args, run) => {
    const [y = ZERO, x = ZERO] = numbers(args, run)
    const right = sign(x, run)
    const up = sign(y, run)
    if (right === 0 && up === 0) throw fault('DOMAIN', 'atan2(0, 0) has no direction.')
    const half = new Rational(up < 0 ? -1n : 1n, 2n)
    if (right === 0) return fromRadians(trigonometry.piTimes(half), run)
    const arc = trigonometry.atanOf(divide(y, x, run), run)
    return fromRadians(right > 0 ? arc : add(arc, trigonometry.piTimes(whole(up < 0 ? -1 : 1)), run), run)
  },
  true,
)
define(
  'hypot',
  [1, many],
  (args, run) =>
    exponentiation.rootOf(
      total(
        numbers(args, run).map((x) => multiply(x, x, run)),
        run,
      ),
      2n,
      run,
    ),
  true,
)

const mirroredExp = (x: Num, run: Run): [Num, Num] => [
  powers.expOf(x, run),
  powers.expOf(real.scale(x, minusOne), run),
]
ofOne(
  'sinh',
  (x, run) => {
    const [up, down] = mirroredExp(x, run)
    return real.scale(real.add(up, real.scale(down, minusOne)), HALF)
  },
  true,
)
ofOne(
  'cosh',
  (x, run) => {
    const [up, down] = mirroredExp(x, run)
    return real.scale(real.add(up, down), HALF)
  },
  true,
)
ofOne(
  'tanh',
  (x, run) => {
    const [up, down] = mirroredExp(x, run)
    return divide(real.add(up, real.scale(down, minusOne)), real.add(up, down), run)
  },
  true,
)
ofOne(
  'asinh arsinh arcsinh',
  (x, run) => {
    const isNegative = sign(x, run) < 0
    const size = isNegative ? real.scale(x, minusOne) : x
    const arc = powers.lnOf(
      add(size, exponentiation.rootOf(add(multiply(size, size, run), ONE, run), 2n, run), run),
      run,
    )
    return isNegative ? real.scale(arc, minusOne) : arc
  },
  true,
)
ofOne(
  'acosh arcosh arccosh',
  (x, run) => {
    if (operators.order(x, ONE, run) < 0)
      throw fault('DOMAIN', `acosh needs a number from 1; it was given ${formOf(x)}.`)
    return powers.lnOf(
      add(x, exponentiation.rootOf(add(multiply(x, x, run), minusOne, run), 2n, run), run),
      run,
    )
  },
  true,
)
ofOne(
  'atanh artanh arctanh',
  (x, run) => {
    const above = add(ONE, x, run)
    const below = add(ONE, real.scale(x, minusOne), run)
    if (sign(above, run) <= 0 || sign(below, run) <= 0) {
      throw fault('DOMAIN', `atanh needs a number between -1 and 1; it was given ${formOf(x)}.`)
    }
    return real.scale(powers.lnOf(divide(above, below, run), run), HALF)
  },
  true,
)

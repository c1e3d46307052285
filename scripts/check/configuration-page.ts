import { z } from 'zod'
import { schemaRows, type SchemaRow } from '../../bridge/schema-rows.ts'
import { environmentName, settingNames } from '../../service/load-settings.ts'
import { SettingsSchema } from '../../service/settings.ts'

const units: ReadonlyArray<
  readonly [suffix: string, steps: ReadonlyArray<readonly [size: number, unit: string]>]
> = [
  [
    'Bytes',
    [
      [1024 ** 3, 'GiB'],
      [1024 ** 2, 'MiB'],
      [1024, 'KiB'],
    ],
  ],
  [
    'Ms',
    [
      [3_600_000, 'h'],
      [60_000, 'min'],
      [1000, 's'],
    ],
  ],
]

/** A default with its size in words: `86400000` milliseconds is `86400000` (24 h). */
function readable({ name, presence }: SchemaRow): string {
  const value = Number(presence.replaceAll('`', ''))
  const [, steps] = units.find(([suffix]) => name.endsWith(suffix)) ?? []
  const [size, unit] = steps?.find(([step]) => value >= step && value % step === 0) ?? []
  if (size === undefined || unit === undefined) return presence === 'optional' ? 'none' : presence
  return `${presence} (${value / size} ${unit})`
}

/** The page docs/configuration.md: every setting, what it is called at each place, its default and its meaning. */
export function configurationPage(): string {
  const known = new Set(settingNames())
  const rows = schemaRows(z.toJSONSchema(SettingsSchema, { io: 'output', unrepresentable: 'any' }))
    .filter(({ name }) => known.has(name))
    .map(
      (row) => `| \`${row.name}\` | \`${environmentName(row.name)}\` | ${readable(row)} | ${row.meaning} |`,
    )
  return [
    '<!-- Written by `npm run reference`; change service/settings.ts instead. -->',
    '# Configuration',
    'Talaria runs without any. A setting is looked for in three places, and the first that has it wins:',
    [
      '1. a flag of `talaria serve` or `npm start --`: `--blobs.keepMs 3600000`,',
      '2. the environment: `TALARIA_BLOBS_KEEP_MS=3600000`,',
      '3. `config.yaml` in the state folder:',
    ].join('\n'),
    '```yaml\nblobs:\n  keepMs: 3600000\nlanes:\n  heavy:\n    workers: 1\n```',
    'A setting that does not exist or does not fit stops the start with a message that names it. Lists are written ' +
      'with commas in flags and in the environment. What may be done, and what must be asked for, is not set here ' +
      'but in the [policy](threat-model.md#the-policy).',
    ['| Setting | Environment | Default | Meaning |', '| --- | --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n')
}

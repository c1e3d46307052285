// `npm run format`: lays out every file, as `npm run check` wants it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './build.mjs'
import { installTools } from './ensure.mjs'

installTools()
const prettier = join(root, 'scripts/check/tools/node_modules/prettier/bin/prettier.cjs')
const { status } = spawnSync(process.execPath, [prettier, '--write', '.'], { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)

import { fileURLToPath } from 'node:url'
import { Fault } from '../../bridge/faults.ts'
import type { Client } from '../client.ts'
import { connect, type Command, type Context } from './command.ts'
import { showFault } from './faults-shown.ts'
import { connectionOptions } from './operation-options.ts'
import { readable } from './output.ts'
import { EXIT } from './usage.ts'

/** Files that come with the package. */
const samples = fileURLToPath(new URL('../../../samples/', import.meta.url))

/** `talaria demo`: the main job on bundled samples. */
export const demo: Command = {
  name: 'demo',
  summary: 'Show what it does on the bundled samples',
  options: connectionOptions.filter(({ name }) => name !== 'json'),
  async run(context) {
    const { client } = await connect(context)
    return showDemo(client, context)
  },
}

/** Shows the text of a PDF page by page, exact arithmetic and a blurred picture. Returns the exit code. */
export async function showDemo(
  client: Client,
  context: Pick<Context, 'terminal' | 'signal'>,
): Promise<number> {
  const { terminal, signal } = context
  const letter = `${samples}letter.pdf`
  const picture = `${samples}picture.png`
  const steps = [{ op: 'gaussianBlur' as const, sigmaPx: 4 }]
  const scenes: { line: string; run: () => Promise<unknown> }[] = [
    {
      line: 'documents read samples/letter.pdf --pages all',
      run: () => client.documents.read({ source: { path: letter }, pages: 'all' }, { signal }),
    },
    {
      line: 'calc eval "(0.1 + 0.2) * 10^20 / 3"',
      run: () => client.calc.eval({ input: '(0.1 + 0.2) * 10^20 / 3' }, { signal }),
    },
    {
      line: `image filter samples/picture.png --steps '${JSON.stringify(steps)}'`,
      run: () => client.image.filter({ source: { path: picture }, steps }, { signal }),
    },
  ]
  let code: number = EXIT.ok
  for (const [index, { line, run }] of scenes.entries()) {
    if (index > 0) await terminal.print()
    await terminal.print(terminal.style('dim', `$ talaria ${line}`))
    try {
      await terminal.write(readable(await run(), terminal))
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Fault)) throw error
      code = showFault(error, terminal)
    }
  }
  return code
}

// Runs one leaf in a child process: the parent sends {url, export, input} and hears {output} or {error}.
import { leafContext } from '../leaf-context.ts'

process.once('message', (task: { url: string; export: string; input: unknown }) => {
  const answer = async (): Promise<{ output: unknown } | { error: string }> => {
    try {
      const module = await import(task.url)
      return { output: await module[task.export](task.input, leafContext()) }
    } catch (error) {
      return { error: String(error) }
    }
  }
  void answer().then((message) => process.send?.(message, () => process.disconnect()))
})

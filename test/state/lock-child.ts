/** Opens the home named by its argument, says `held` or the code of the fault, and keeps it until stdin ends. */
import { Fault } from '../../bridge/faults.ts'
import { Home } from '../../service/stores/home.ts'

try {
  const home = await Home.open(process.argv[2] ?? '')
  await home.announce({ port: 4321, version: '0.0.0', startedAt: new Date() })
  process.stdout.write('held\n')
  process.stdin.resume()
  process.stdin.on('end', () => void home.close())
} catch (error) {
  process.stdout.write(`${error instanceof Fault ? error.code : String(error)}\n`)
}

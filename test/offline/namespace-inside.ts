import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makePlaces } from '../contract/cases.ts'
import { root } from '../root.ts'
import { startProcess } from '../service-process.ts'
import { temporaryFolder } from '../service.ts'
import { askEverything } from './everything.ts'

// Run by namespace.test.ts in a network namespace of its own, which it shares with nobody but the service. What native
// code does shows here too: the kernel counts what it could not send.

/** Packets that had nowhere to go, and datagrams sent at all, since the namespace began (proc(5), /proc/net/snmp). */
function sent(): { withoutRoute: number; datagrams: number } {
  const read = (file: string, name: string): number => {
    const lines = readFileSync(`/proc/self/net/${file}`, 'utf8').split('\n')
    const flat = lines.find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}\t`))
    if (flat !== undefined) return Number(flat.split(/\s+/)[1])
    const [protocol, counter = ''] = name.split('.')
    const [head, values] = lines
      .filter((line) => line.startsWith(`${protocol}: `))
      .map((line) => line.split(' '))
    return Number(values?.[head?.indexOf(counter) ?? -1])
  }
  return {
    withoutRoute: read('snmp', 'Ip.OutNoRoutes') + read('snmp6', 'Ip6OutNoRoutes'),
    datagrams: read('snmp', 'Udp.OutDatagrams') + read('snmp6', 'Udp6OutDatagrams'),
  }
}

const program = [join(root, 'dist/test/offline/service-main.js')]

test('asked everything there is, nothing is sent', async (t) => {
  const folder = temporaryFolder(t, 'talaria-alone')
  const home = join(folder, 'home')
  mkdirSync(home, { mode: 0o700 })
  assert.deepEqual(sent(), { withoutRoute: 0, datagrams: 0 })
  const service = await startProcess(t, home, {}, program)
  await askEverything(service, makePlaces(folder, home))
  await service.end('SIGTERM')
  assert.deepEqual(sent(), { withoutRoute: 0, datagrams: 0 })
})

test('what reaches out is counted, wherever it does it', async (t) => {
  const service = await startProcess(t, join(temporaryFolder(t, 'talaria-alone'), 'home'), {}, program)
  for (const from of ['main', 'quick', 'heavy', 'native']) {
    const before = sent()
    const response = await service.call('/v1/test/dial', { json: { from, wait: true } })
    assert.deepEqual(await response.json(), { code: 'ENETUNREACH' })
    const after = sent()
    assert.ok(after.withoutRoute > before.withoutRoute && after.datagrams > before.datagrams, from)
  }
  await service.end('SIGTERM')
})

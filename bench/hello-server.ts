import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

// The least that Fastify can do: what the front door is compared with.
const app = fastify({ logger: false })
app.get('/', async () => ({ hello: 'world' }))
await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`ready at http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`)
process.on('SIGTERM', () => process.exit(0))

import { createReadStream, statSync } from 'node:fs'
import { extname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { fault } from '../../bridge/faults.ts'
import { openapi } from '../../bridge/openapi.ts'
import type { Caller } from '../calls.ts'
import type { Service } from '../service.ts'
import { addBatchRoute } from './batch-route.ts'
import { addBlobRoutes } from './blob-routes.ts'
import { docsPage } from './docs-page.ts'
import { addJobRoutes } from './job-routes.ts'
import { addMcpRoute } from './mcp-route.ts'
import { addOperationRoutes } from './operation-routes.ts'
import { makeOriginCheck } from './origin.ts'
import { addOwnerRoutes } from './owner-routes.ts'
import { faultOf, sendProblem } from './problems.ts'
import { makeRateLimit } from './rate-limit.ts'
import { requestLine } from './request-line.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set before the body is read, on every route that needs a token. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Whether the route answers without a token. */
    open?: boolean
  }
}

/** For routes that answer without a token: they show nothing of the user's and change nothing. */
const OPEN = { config: { open: true } }

const PAGE_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

let requestCount = 0
const runId = Date.now().toString(36)

/** The front door: every route over one service. It is not listening yet. */
export function createApp(service: Service): FastifyInstance {
  const { settings, callers, log } = service
  const app = fastify({
    logger: false,
    genReqId: () => `${runId}-${(++requestCount).toString(36)}`,
    bodyLimit: settings.http.maxBodyBytes,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    http: {
      headersTimeout: settings.http.headersTimeoutMs,
      requestTimeout: 0,
      connectionsCheckingInterval: Math.max(100, Math.min(5000, settings.http.headersTimeoutMs / 2)),
      maxHeaderSize: 16 * 1024,
    },
  })
  app.server.maxConnections = settings.http.maxConnections

  // Bodies are read by the routes themselves, with limits on size, silence and pace.
  app.removeAllContentTypeParsers()
  // JSON is named because Fastify takes the header of any other type apart for each request.
  app.addContentTypeParser(['application/json', '*'], (_request, _payload, done) => done(null))

  const checkOrigin = makeOriginCheck(settings.allowedHosts)
  const checkRate = makeRateLimit(settings.http.ratePerSecond)
  app.decorateRequest('caller', null as unknown as Caller)
  const admit = (request: FastifyRequest): void => {
    checkOrigin(request.headers)
    if (request.routeOptions.config.open) return
    request.caller = callers.identify(request.headers)
    checkRate(request.caller.id)
    if (service.closing) {
      throw fault('SHUTTING_DOWN', 'The service is shutting down.', { retryAfterMs: 2000 })
    }
  }
  // These two run for every request: calling back is cheaper than answering a promise.
  app.addHook('onRequest', (request, _reply, done) => {
    try {
      admit(request)
      done()
    } catch (error) {
      done(faultOf(error))
    }
  })
  const { logLine } = service
  if (logLine !== undefined) {
    app.addHook('onResponse', (request, reply, done) => {
      logLine(requestLine(request, reply))
      done()
    })
  }
  app.setErrorHandler((error, request, reply) => {
    const failure = faultOf(error)
    if (failure.code === 'INTERNAL')
      log.error({ event: 'mistake', id: request.id, err: failure.cause ?? error })
    if (failure.code === 'SHUTTING_DOWN' || failure.code === 'DEADLINE' || hasMuchToSend(request)) {
      reply.header('connection', 'close')
      reply.raw.once('finish', () => setTimeout(() => request.raw.destroy(), 500).unref())
    }
    return sendProblem(reply, failure)
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      reply,
      fault('NOT_FOUND', `There is no ${request.method} ${request.url.split('?')[0]}; see /docs.`),
    ),
  )

  addOperationRoutes(app, service)
  addBatchRoute(app, service)
  addBlobRoutes(app, service)
  addJobRoutes(app, service)
  addOwnerRoutes(app, service)
  addMcpRoute(app, service)
  addStateRoutes(app, service)
  addPages(app, service)
  return app
}

/** A small body that was not read is let run out, so that a refused caller keeps its connection. */
const SMALL_BODY_BYTES = 64 * 1024

/** Whether an answer now should end the connection, because the sender would go on sending a body nobody wants. */
function hasMuchToSend({ raw, headers }: FastifyRequest): boolean {
  return !raw.complete && !(Number(headers['content-length']) <= SMALL_BODY_BYTES)
}

function addStateRoutes(app: FastifyInstance, service: Service): void {
  app.get('/healthz', OPEN, async () => ({ ok: true }))
  app.get('/readyz', OPEN, async (_request, reply) => {
    const readiness = await service.readiness()
    return reply.code(readiness.ready ? 200 : 503).send(readiness)
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(service.metrics.contentType).send(await service.metrics.text()),
  )
  app.get('/v1/status', async () => service.status())
}

function addPages(app: FastifyInstance, service: Service): void {
  const operations = [...service.operations.values()]
  const document = JSON.stringify(openapi(operations, service.version))
  const page = docsPage(operations, service.version)
  app.get('/openapi.json', OPEN, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  )
  app.get('/docs', OPEN, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      )
      .send(page),
  )
  app.get('/', OPEN, (_request, reply) => reply.redirect('/console/'))
  app.get('/console', OPEN, (_request, reply) => reply.redirect('/console/'))
  const folder = fileURLToPath(new URL('../../clients/console/', import.meta.url))
  app.get<{ Params: { '*': string } }>('/console/*', OPEN, (request, reply) => {
    const name = normalize(request.params['*'] || 'index.html')
    const path = join(folder, name)
    const type = PAGE_TYPES[extname(name)]
    if (type === undefined || name.startsWith('..') || name.includes(`..${sep}`) || !isFile(path)) {
      throw fault('NOT_FOUND', `The console has no ${name}.`)
    }
    return reply
      .type(type)
      .header('content-security-policy', PAGE_POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-cache')
      .send(createReadStream(path))
  })
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** A server on a free port that answers as told and remembers what it was asked; it ends with the test. */
export async function answering(
  t: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
): Promise<{ url: string; port: number; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = []
  const listener: RequestListener = (request, response) => {
    requests.push(request)
    request.resume()
    answer(request, response, requests.length)
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, requests }
}

/** Answers with problem details. */
export function problem(
  response: ServerResponse,
  status: number,
  code: string,
  more: Record<string, unknown> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/problem+json' })
  response.end(JSON.stringify({ title: 'A test', status, code, detail: `This is ${code}.`, ...more }))
}

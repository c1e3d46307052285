import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '../contract/cases.ts'
import { root } from '../root.ts'
import { startTestService, temporaryFolder, type CallInit, type TestService } from '../service.ts'

export const READ = '/v1/documents/read'
export const FILTER = '/v1/image/filter'

/** An answer as bad input gets it: its status, and its JSON. */
export interface Answer {
  status: number
  body: Record<string, unknown>
}

/** A service with folders of its own, and the proofs that each bad input is followed by. */
export class Scene {
  readonly service: TestService
  readonly folder: string
  readonly #spool: string

  private constructor(service: TestService, folder: string, spool: string) {
    this.service = service
    this.folder = folder
    this.#spool = spool
  }

  static async open(t: TestContext, flags: Record<string, string> = {}): Promise<Scene> {
    const folder = temporaryFolder(t, 'talaria-bad')
    const spool = flags['lanes.spool'] ?? join(folder, 'spool')
    mkdirSync(spool, { recursive: true })
    return new Scene(await startTestService(t, { 'lanes.spool': spool, ...flags }), folder, spool)
  }

  /** Writes a file and gives its path. */
  file(name: string, bytes: Uint8Array | string): string {
    const path = join(this.folder, name)
    writeFileSync(path, bytes)
    return path
  }

  async ask(route: string, init: CallInit): Promise<Answer> {
    const response = await this.service.call(route, init)
    const body: unknown = await response.json()
    assert.ok(isRecord(body))
    return { status: response.status, body }
  }

  /** Holds that a call is refused with a code, that it left nothing behind, and that the next calls work. */
  async refused(code: string, route: string, init: CallInit): Promise<Record<string, unknown>> {
    const { status, body } = await this.ask(route, init)
    assert.equal(body['code'], code, JSON.stringify(body))
    assert.equal(body['status'], status)
    await this.unharmed()
    return body
  }

  /** Nothing is held, spooled or half-written, and every kind of lane does its work. */
  async unharmed(): Promise<void> {
    await this.nothingLeft()
    const { status, body } = await this.ask(READ, { json: { path: join(root, 'samples/letter.pdf') } })
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(JSON.stringify(body), /Ferris & Daughters/)
    assert.equal((await this.ask('/v1/calc/eval', { json: { input: '1+1' } })).body['result'], '2')
    await this.nothingLeft()
  }

  async nothingLeft(): Promise<void> {
    // The answer is sent before the files of its call are let go.
    for (let tries = 0; this.#left().length > 0 && tries < 100; tries++) await sleep(20)
    assert.deepEqual(this.#left(), [])
  }

  #left(): string[] {
    const { budget } = this.service.service
    const spooled = readdirSync(this.#spool).flatMap((run) =>
      run.startsWith('talaria-spool-')
        ? readdirSync(join(this.#spool, run)).map((call) => `spool/${run}/${call}`)
        : [],
    )
    const blobs = readdirSync(join(this.service.home, 'blobs'), { recursive: true, encoding: 'utf8' })
    return [
      ...(budget.heldBytes === 0 ? [] : [`${budget.heldBytes} bytes held`]),
      ...spooled,
      ...blobs.filter((name) => name.includes('.tmp-')).map((name) => `blobs/${name}`),
    ]
  }
}

/** A file in the ways files come: by path, as a raw body, in a form, as a blob. */
export async function* everyWay(
  scene: Scene,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  mediaType: string,
): AsyncGenerator<[way: string, init: CallInit]> {
  yield ['path', { json: { source: { path: scene.file(name, bytes) } } }]
  yield ['raw body', { body: bytes, headers: { 'content-type': mediaType } }]
  const form = new FormData()
  form.set('file', new Blob([bytes], { type: mediaType }), name)
  yield ['form', { body: form }]
  const put = await scene.service.call('/v1/blobs', {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': mediaType },
  })
  if (!put.ok) return
  const { blob } = Object(await put.json())
  yield ['blob', { json: { source: { blob, name } } }]
}

/**
 * Writes down every attempt of its process to reach another: sockets, datagrams, name look-ups, programs started.
 * The offline tests preload it (`--import …/recorder.js?log=<file>`) into a service; it then preloads itself into
 * every thread and child process, however bare the environment they are given. The attempts go on as they would.
 */
import childProcess from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import workerThreads, { threadId } from 'node:worker_threads'

/** One line of the record. */
export interface Seen {
  what: 'loaded' | 'connect' | 'datagram' | 'lookup' | 'program'
  /** Host, path or program; empty where there is none. */
  where: string
  pid: number
  /** 0 is the main thread. */
  thread: number
}

const self = import.meta.url
const log = new URL(self).searchParams.get('log')

function record(what: Seen['what'], where: unknown = ''): void {
  if (log === null) return
  const line: Seen = { what, where: String(where), pid: process.pid, thread: threadId }
  appendFileSync(log, `${JSON.stringify(line)}\n`)
}

type Call = (...given: unknown[]) => unknown

/** Puts a function before a method that sees its arguments and may give others. */
function before(owner: object, name: string, see: (given: unknown[]) => unknown[] | void): void {
  const original: unknown = Reflect.get(owner, name)
  if (typeof original !== 'function') return
  const call: Call = function (this: unknown, ...given) {
    return Reflect.apply(original, this, see(given) ?? given)
  }
  Reflect.set(owner, name, call)
}

/** Where `connect` goes: it takes a port and a host, a path, options, or all of that already sorted out in a list. */
function target(given: unknown[]): unknown {
  const [first, second] = given
  if (Array.isArray(first)) return target(first)
  if (typeof first === 'object' && first !== null) {
    return Reflect.get(first, 'path') ?? Reflect.get(first, 'host') ?? 'localhost'
  }
  return typeof first === 'number' || /^\d+$/.test(String(first)) ? (second ?? 'localhost') : first
}

function lastText(given: unknown[]): unknown {
  return given.findLast((one) => typeof one === 'string') ?? 'localhost'
}

before(net.Socket.prototype, 'connect', (given) => record('connect', target(given)))
for (const name of ['send', 'connect']) {
  before(dgram.Socket.prototype, name, (given) => record('datagram', lastText(given)))
}
for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(resolver)) {
    if (/^(lookup|resolve|reverse)/.test(name)) before(resolver, name, ([host]) => record('lookup', host))
  }
}

// Programs: fork, spawn and the rest all come through here. Ours are given the recorder as their first option.
before(childProcess.ChildProcess.prototype, 'spawn', ([options]) => {
  const { file, args } = Object(options)
  record('program', file)
  if (file !== process.execPath || !Array.isArray(args)) return
  args.splice(1, 0, '--import', self)
})

workerThreads.Worker = class extends workerThreads.Worker {
  constructor(file: string | URL, options: workerThreads.WorkerOptions = {}) {
    const { execArgv = [] } = options
    super(file, { ...options, execArgv: [...execArgv, '--import', self] })
  }
}
syncBuiltinESMExports()
record('loaded')

import { Data, Effect } from "effect"
import * as net from "node:net"
import { InvalidSetting, type Settings } from "./Settings.ts"

const sentences: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `port ${port} of ${host} is in use by another program`,
  EACCES: (host, port) => `this user may not listen on port ${port} of ${host}`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine`,
  ENOTFOUND: (host) => `${host} is not the name of a machine`
}

/** A port that the server cannot listen on. */
export class PortUnavailable extends Data.TaggedError("PortUnavailable")<{
  readonly host: string
  readonly port: number
  readonly flag: string
  readonly code: string
}> {
  override get message(): string {
    const sentence = sentences[this.code]?.(this.host, this.port) ??
      `cannot listen on ${this.host}:${this.port}: ${this.code}`
    return `${sentence}; choose another with ${this.flag}`
  }
}

const tryPort = (host: string, port: number, flag: string): Effect.Effect<void, PortUnavailable> =>
  Effect.async((resume) => {
    const probe = net.createServer()
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.message
      const named = code === "EADDRNOTAVAIL" || code === "ENOTFOUND" ? "--host" : flag
      resume(Effect.fail(new PortUnavailable({ host, port, flag: named, code })))
    })
    probe.listen({ host, port }, () => probe.close(() => resume(Effect.void)))
  })

/**
 * Fails if a port is taken, before anything is created: a server that cannot listen must not create keys that are shown
 * only once.
 */
export const ensurePortsFree = (
  { host, port, researchPort }: Settings
): Effect.Effect<void, PortUnavailable | InvalidSetting> =>
  port !== 0 && port === researchPort
    ? Effect.fail(new InvalidSetting({ setting: "--research-port", reason: `is ${port}, the port of the core API` }))
    : Effect.zipRight(tryPort(host, port, "--port"), tryPort(host, researchPort, "--research-port"))

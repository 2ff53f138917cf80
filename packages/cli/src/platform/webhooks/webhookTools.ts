import { deliveryHeaders, verifyDelivery } from "@auspex/adapters-http/outbound"
import { Clock, Deferred, Effect, Queue, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import type { CommandHandler, CommonFlags, Invocation } from "../../kit/invocation/Invocation.ts"
import { printable } from "../../kit/output/printable.ts"
import { printNote, printRecord, printText } from "../../kit/output/print.ts"
import { readInput } from "../../kit/connection/readInput.ts"

// For integrators: they work without a server or a database of this platform.

/** The largest body that `auspex listen` reads; deliveries are smaller. */
const bodyBytesMax = 64 * 1_024

const wrong = (message: string) => Effect.fail(new WrongUsage({ message }))

const secretOf = (call: Invocation<{ readonly secretFile?: string }>) =>
  Effect.gen(function*() {
    const { secretFile } = call.flags
    if (secretFile === undefined) return yield* wrong("--secret-file is missing: the file that holds the secret")
    const held = (yield* readInput(call.io, secretFile)).trim()
    const secret = held.startsWith("whsec_") ? Buffer.from(held.slice(6), "base64").toString("latin1") : held
    return /^[0-9a-f]{64}$/.test(secret)
      ? secret
      : yield* wrong(`${secretFile} does not hold a secret: 64 hexadecimal characters, or the same as whsec_…`)
  })

const wholeOf = (name: string, text: string, min: number, max: number) =>
  /^\d{1,12}$/.test(text) && Number(text) >= min && Number(text) <= max
    ? Effect.succeed(Number(text))
    : wrong(`${name} "${text}" is not a whole number from ${min} to ${max}`)

/** Whether a text can stand in a header as it is: printable ASCII, without spaces at its ends. */
const isHeaderValue = (text: string) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)

const nowSeconds = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1_000))

interface SignFlags extends CommonFlags {
  readonly secretFile?: string
  readonly id?: string
  readonly event?: string
  readonly timestamp?: string
}

const Body = Schema.parseJson(Schema.Struct({ event: Schema.String }))

/** `auspex sign`: the headers with which this platform would send a body. */
export const signBody = ((call: Invocation<SignFlags>) =>
  Effect.gen(function*() {
    const secret = yield* secretOf(call)
    const body = yield* readInput(call.io, call.args[0]!)
    const parsed = Schema.decodeOption(Body)(body)
    const { id = randomUUID(), event = parsed._tag === "Some" ? parsed.value.event : "webhook.test", timestamp } =
      call.flags
    for (const [name, value] of Object.entries({ id, event })) {
      if (!isHeaderValue(value))
        return yield* wrong(`the ${name} is not the value of a header; give one with --${name}`)
    }
    const headers = deliveryHeaders({
      id,
      event,
      sequence: null,
      body,
      timestamp: timestamp === undefined
        ? yield* nowSeconds
        : yield* wholeOf("--timestamp", timestamp, 0, 99_999_999_999)
    }, [secret])
    yield* printRecord(call, { headers }, headers)
  })) satisfies CommandHandler

interface VerifyFlags extends CommonFlags {
  readonly secretFile?: string
  readonly header?: ReadonlyArray<string>
  readonly at?: string
}

const headerOf = (line: string): readonly [string, string] | undefined => {
  const at = line.indexOf(":")
  return at < 1 ? undefined : [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]
}

/** `auspex verify`: whether a received body and its headers are genuine. Ends as refused when they are not. */
export const verifyBody = ((call: Invocation<VerifyFlags>) =>
  Effect.gen(function*() {
    const secret = yield* secretOf(call)
    const body = yield* readInput(call.io, call.args[0]!)
    const headers: Record<string, string> = {}
    for (const line of call.flags.header ?? []) {
      const header = headerOf(line)
      if (header === undefined) return yield* wrong(`--header "${line}" is not "Name: value"`)
      headers[header[0]] = header[1]
    }
    const { at } = call.flags
    const now = at === undefined ? yield* nowSeconds : yield* wholeOf("--at", at, 0, 99_999_999_999)
    const problem = verifyDelivery(headers, body, secret, now)
    const result = { valid: problem === undefined, ...(problem === undefined ? {} : { problem }) }
    yield* printRecord(call, result, result)
    return problem === undefined ? "ok" as const : "refused" as const
  })) satisfies CommandHandler

interface ListenFlags extends CommonFlags {
  readonly secretFile?: string
  readonly port?: string
  readonly host?: string
  readonly answer?: string
  readonly count?: string
}

interface Received {
  readonly request: IncomingMessage
  readonly body: string
}

const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** A server that answers every delivery with `status` and passes it on. */
const listening = (flags: { readonly host: string; readonly port: number; readonly status: number }) =>
  Effect.gen(function*() {
    const received = yield* Queue.unbounded<Received>()
    const failed = yield* Deferred.make<never, WrongUsage>()
    const server = yield* Effect.acquireRelease(
      Effect.sync(() =>
        createServer((request, response) => {
          if (request.method !== "POST") {
            response.writeHead(405, { allow: "POST" }).end()
            return
          }
          bodyOf(request).then(
            (body) => {
              response.writeHead(body === undefined ? 413 : flags.status).end()
              if (body !== undefined) Queue.unsafeOffer(received, { request, body })
            },
            // The sender broke off; there is nobody to answer.
            () => request.destroy()
          )
        })
      ),
      (server: Server) =>
        Effect.async<void>((resume) => {
          server.closeAllConnections()
          server.close(() => resume(Effect.void))
        })
    )
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === "EADDRINUSE" ? "the port is in use" : cause.message
      Deferred.unsafeDone(failed, wrong(`cannot listen on ${flags.host}:${flags.port}: ${reason}`))
    })
    yield* Effect.raceFirst(
      Effect.async<void>((resume) => {
        server.listen(flags.port, flags.host, () => resume(Effect.void))
      }),
      Deferred.await(failed)
    )
    return { received, port: (server.address() as AddressInfo).port }
  })

const textOf = (header: string | ReadonlyArray<string> | undefined): string => [header ?? ""].flat().join(", ")

const verdictOf = (headers: IncomingMessage["headers"], body: string, secret: string | undefined, now: number) =>
  secret === undefined ? "not checked" : verifyDelivery(headers, body, secret, now) ?? "genuine"

/** `auspex listen`: a local receiver that checks deliveries and prints them as they come. */
export const listenForDeliveries = ((call: Invocation<ListenFlags>) =>
  Effect.scoped(Effect.gen(function*() {
    const { answer = "204", count, host = "127.0.0.1", output, port = "8799", secretFile } = call.flags
    const secret = secretFile === undefined ? undefined : yield* secretOf(call)
    const status = yield* wholeOf("--answer", answer, 200, 599)
    const most = count === undefined ? Infinity : yield* wholeOf("--count", count, 1, 1_000_000)
    const { port: actual, received } = yield* listening({
      host,
      port: yield* wholeOf("--port", port, 0, 65_535),
      status
    })
    yield* printNote(call, `listening on http://${host}:${actual}; every delivery is answered with ${status}`)
    for (let seen = 0; seen < most; seen++) {
      const { body, request: { headers, url } } = yield* received.take
      const verdict = verdictOf(headers, body, secret, yield* nowSeconds)
      const shown = {
        event: textOf(headers["x-ws-event"]),
        sequence: textOf(headers["x-ws-sequence"]),
        id: textOf(headers["webhook-id"]),
        path: url ?? "/",
        signature: verdict,
        body
      }
      const line = output === "table" || output === undefined
        ? `${printable(shown.event)}  ${shown.sequence === "" ? "" : `#${printable(shown.sequence)}  `}${verdict}  ${
          printable(shown.id)
        }\n${printable(body)}`
        : JSON.stringify(shown)
      yield* printText(call, line)
    }
  }))) satisfies CommandHandler

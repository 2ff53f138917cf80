import { ExportStorePgLive } from "@auspex/adapters-pg"
import { type ExportFormat, type ExportName, type ExportRequest, Exports } from "@auspex/domain/exports"
import { type Failure, Refusal, type StorageUnavailable } from "@auspex/domain/kernel"
import { Context, Effect, Layer, type Scope, Stream } from "effect"
import { say } from "../output/answer.ts"
import type { CommandIo } from "../invocation/CommandIo.ts"
import type { TargetFlags } from "../invocation/Invocation.ts"
import { TargetUnavailable } from "../invocation/CommandFailure.ts"
import { migratedDatabase, settingsForTarget } from "./localConnection.ts"
import { reachableTarget, type Target, targetOf, targetText } from "./Target.ts"

/** An export as it comes. */
export type ExportBytes = Stream.Stream<Buffer, TargetUnavailable | StorageUnavailable>

type Opened = Effect.Effect<ExportBytes, Refusal | StorageUnavailable | TargetUnavailable, Scope.Scope>

/** Opens an export after a row, or from its begin. */
export type ExportOpener = (name: ExportName, format: ExportFormat, request: ExportRequest) => Opened

const waitsMax = 20
const waitSecondsMax = 120

const urlOf = (server: string, name: ExportName, format: ExportFormat, { cursor, from, to }: ExportRequest): string => {
  const query = new URLSearchParams({ format })
  if (from !== undefined) query.set("from", from.toISOString())
  if (to !== undefined) query.set("to", to.toISOString())
  if (cursor !== undefined) query.set("cursor", cursor)
  return `${server}/api/export/${name}?${query.toString()}`
}

const failuresOf = (body: unknown): Refusal["failures"] | undefined => {
  const { code, error, failures } = (body ?? {}) as {
    code?: unknown
    error?: unknown
    failures?: ReadonlyArray<Failure>
  }
  if (typeof code !== "string" || typeof error !== "string") return undefined
  const [first, ...rest] = failures ?? []
  return first === undefined ? [{ code: code as Failure["code"], message: error }] : [first, ...rest]
}

const remoteExport =
  (server: string, speak: (line: string) => Effect.Effect<void>): ExportOpener => (name, format, request) => {
    const gone = (what: string) => new TargetUnavailable({ message: `the server at ${server} ${what}` })
    const ask = (waits: number): Effect.Effect<Response, Refusal | TargetUnavailable, Scope.Scope> =>
      Effect.gen(function*() {
        const controller = yield* Effect.acquireRelease(
          Effect.sync(() => new AbortController()),
          (open) => Effect.sync(() => open.abort())
        )
        const response = yield* Effect.tryPromise({
          try: () => fetch(urlOf(server, name, format, request), { signal: controller.signal }),
          catch: () => gone("does not answer")
        })
        if (response.status === 200) return response
        const wait = Number(response.headers.get("retry-after") ?? Number.NaN)
        const body: unknown = yield* Effect.promise(() => response.json().catch(() => undefined))
        if (response.status === 429 && wait <= waitSecondsMax && waits < waitsMax) {
          yield* speak(`the server asks to wait ${wait} s`)
          yield* Effect.sleep(wait * 1_000)
          return yield* ask(waits + 1)
        }
        const failures = failuresOf(body)
        return yield* failures === undefined
          ? gone("answers something else than this version of Auspex would")
          : new Refusal({ failures })
      })
    return Effect.map(ask(0), (response) =>
      Stream.fromReadableStream({
        evaluate: () => response.body as ReadableStream<Uint8Array>,
        onError: () => gone("broke off in the middle of its answer")
      }).pipe(Stream.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))))
  }

const localExport = (target: Exclude<Target, { kind: "server" }>, env: CommandIo["env"]) =>
  Effect.gen(function*() {
    const settings = yield* settingsForTarget(target, env)
    const context = yield* Layer.build(
      Exports.layer.pipe(Layer.provide(ExportStorePgLive), Layer.provide(migratedDatabase(settings)))
    )
    const opener: ExportOpener = (name, format, request) =>
      Effect.map(
        Context.get(context, Exports).write(name, format, request),
        Stream.map((piece) => Buffer.from(piece))
      )
    return opener
  })

/** Exports of whatever the flags and the environment name; no key is needed. It stays open while the scope is. */
export const exportOpener = (io: CommandIo, flags: TargetFlags) =>
  Effect.gen(function*() {
    const wanted = yield* targetOf(flags, io.env)
    const target = yield* reachableTarget(wanted)
    if (target.kind === "server") {
      if (wanted.kind === "directory") {
        yield* say({ io }, `${wanted.dataDir} is held by a running server: going through ${target.url}`)
      }
      return remoteExport(target.url, (line) => say({ io }, line))
    }
    if (!target.named) yield* say({ io }, `using ${targetText(target)}`)
    return yield* localExport(target, io.env)
  })

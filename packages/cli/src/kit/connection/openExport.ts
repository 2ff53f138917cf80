import type { ExportFormat, ExportName, ExportRequest } from "@auspex/domain/exports"
import { StorageUnavailable } from "@auspex/domain/kernel"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Effect, type Scope, Stream } from "effect"
import type { TargetUnavailable } from "../invocation/CommandFailure.ts"
import { type ApiFailure, failureOf, refusalOr, unavailable } from "./ApiClient.ts"
import type { Connection } from "./Connection.ts"
import { withRetryAfter } from "./withRetryAfter.ts"

/** The bytes of an export. */
export type ExportBytes = Stream.Stream<Buffer, TargetUnavailable | StorageUnavailable>

/** Opens an export after a row, or from its start; it stays open until the scope closes. */
export type ExportOpener = (
  name: ExportName,
  format: ExportFormat,
  request: ExportRequest
) => Effect.Effect<ExportBytes, ApiFailure, Scope.Scope>

/** Opens exports of a platform; needs no key. */
export const exportOpener = (
  { http, target }: Connection,
  printNote: (line: string) => Effect.Effect<void>
): ExportOpener => {
  const client = HttpClient.withScope(withRetryAfter(printNote, 0)(http))
  const bytesOf = (response: HttpClientResponse.HttpClientResponse): ExportBytes =>
    response.stream.pipe(
      Stream.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      Stream.catchAll(({ cause }): ExportBytes =>
        cause instanceof StorageUnavailable
          ? Stream.fail(cause)
          : target.kind === "server"
          ? Stream.fail(unavailable(target, "broke off in the middle of its answer"))
          // In process, only a bug cuts an answer short.
          : Stream.die(cause)
      )
    )
  return (name, format, { cursor, from, to }) =>
    Effect.flatMap(
      client.get(`/api/export/${name}`, {
        urlParams: { format, from: from?.toISOString(), to: to?.toISOString(), cursor }
      }),
      (response) =>
        response.status === 200
          ? Effect.succeed(bytesOf(response))
          : Effect.flatMap(
            Effect.orElseSucceed(response.json, () => undefined),
            (body) => Effect.fail(refusalOr(target, body))
          )
    ).pipe(Effect.mapError(failureOf(target)))
}

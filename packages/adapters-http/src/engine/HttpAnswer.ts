import type { Failures, Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import type { Effect, Stream } from "effect"
import { isGeneralCode } from "../wire/generalCodes.ts"
import { statusOf } from "../wire/ErrorCatalogue.ts"
import type { ErrorEnvelope } from "./ErrorEnvelope.ts"
import { type KeepAlive, Reply } from "./Reply.ts"
import type { Route } from "./Route.ts"
import type { ErasedServices } from "./ErasedServices.ts"
import { type TakeOver, Upgrade } from "./Upgrade.ts"

/** A response to be sent, without the headers that every response has. */
export interface HttpAnswer {
  readonly status: number
  /** Undefined: no body. */
  readonly content: string | Uint8Array | Stream.Stream<Uint8Array | string, StorageUnavailable> | undefined
  readonly keepAlive?: KeepAlive
  readonly farewell?: string
  readonly contentType: string
  /** Names and values, alternating. */
  readonly headers: ReadonlyArray<string>
  readonly etag: string | undefined
  /** Takes the connection over instead of an answer. */
  readonly takeOver?: TakeOver
}

/** The effect that computes an answer. */
export type Work = Effect.Effect<HttpAnswer, Refusal | StorageUnavailable, ErasedServices>

export const jsonType = "application/json; charset=utf-8"

const flat = (headers: Readonly<Record<string, string>> | undefined): ReadonlyArray<string> =>
  headers === undefined ? [] : Object.entries(headers).flat()

/** A JSON answer. */
export const jsonAnswer = (status: number, body: unknown, headers: ReadonlyArray<string> = []): HttpAnswer => ({
  status,
  content: JSON.stringify(body),
  contentType: jsonType,
  headers,
  etag: undefined
})

/** The error response for a refused request. */
export const refusalAnswer = (
  envelope: ErrorEnvelope,
  failures: Failures,
  retryAfterSeconds?: number,
  headers: ReadonlyArray<string> = []
): HttpAnswer => {
  const status = statusOf(failures[0].code)
  const retryAfter = status === 429 || status === 503 || retryAfterSeconds !== undefined
    ? ["Retry-After", String(Math.max(1, Math.ceil(retryAfterSeconds ?? 1)))]
    : []
  const challenge = status === 401 ? ["WWW-Authenticate", "Bearer"] : []
  return jsonAnswer(status, envelope(failures), [...headers, ...retryAfter, ...challenge])
}

/** An answer that its contract does not allow: a defect of the server, thrown only where answers are checked. */
export class ContractBreach extends Error {
  override readonly name = "ContractBreach"
}

/** Throws a `ContractBreach` when an operation refuses with a code that its contract does not list. */
export const checkRefusal = (route: Route, { failures }: Refusal): void => {
  for (const { code } of failures) {
    if (!isGeneralCode(code) && !(route.policy.refuses ?? []).includes(code)) {
      throw new ContractBreach(
        `${route.operationId} refused with ${code}, which its contract does not list in "refuses".`
      )
    }
  }
}

/** Encodes a handler's result. With `check`, throws a `ContractBreach` for a body that the contract does not allow. */
export const successAnswer = (route: Route, result: unknown, check: boolean): HttpAnswer => {
  if (result instanceof Upgrade) {
    return { status: 101, content: undefined, contentType: "", headers: [], etag: undefined, takeOver: result.takeOver }
  }
  const isReply = result instanceof Reply
  const options = isReply ? result.options : {}
  const status = options.status ?? route.successStatus
  if (isReply && result.raw !== undefined) {
    return {
      status,
      content: result.raw.content,
      ...(result.raw.keepAlive === undefined ? {} : { keepAlive: result.raw.keepAlive }),
      ...(result.raw.farewell === undefined ? {} : { farewell: result.raw.farewell }),
      contentType: result.raw.contentType,
      headers: flat(options.headers),
      etag: options.etag
    }
  }
  const body = isReply ? result.body : result
  const content = body === undefined ? undefined : JSON.stringify(body)
  if (check) {
    const wrong = route.checkAnswer(status, content === undefined ? undefined : JSON.parse(content))
    if (wrong !== undefined)
      throw new ContractBreach(`${route.operationId} answered what its contract does not allow:\n${wrong}`)
  }
  return {
    status,
    content,
    contentType: options.contentType ?? jsonType,
    headers: flat(options.headers),
    etag: options.etag
  }
}

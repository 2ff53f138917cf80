import { Outbound, type OutboundResponse, outboundTimeoutMillis } from "@auspex/domain/kernel"
import {
  type AttemptResult,
  responseExcerptMax,
  type WebhookMessage,
  WebhookSecrets,
  WebhookTransport
} from "@auspex/domain/webhooks"
import { Effect, Exit, Layer } from "effect"
import { isNonEmptyReadonlyArray } from "effect/Array"
import { randomBytes } from "node:crypto"
import type { SecretBox } from "./SecretBox.ts"
import { deliveryHeaders } from "./webhookSignature.ts"

const contextOf = (webhookId: string, version: number): string => `webhook:${webhookId}:${version}`

/** The secrets of webhooks, from the operating system's random number generator. */
export const webhookSecretsNode = (box: Effect.Effect<SecretBox>): Layer.Layer<WebhookSecrets> =>
  Layer.succeed(WebhookSecrets, {
    mint: (webhookId, version) =>
      Effect.map(box, (box) => {
        const secret = randomBytes(32).toString("hex")
        return { secret, sealed: box.seal(secret, contextOf(webhookId, version)) }
      })
  })

/** Of how many webhooks the opened secrets are kept. */
const openedMax = 4_096

/** The secrets of a webhook, sealed and opened, newest first. */
interface Opened {
  readonly sealed: ReadonlyArray<Uint8Array>
  readonly texts: ReadonlyArray<string>
}

/** Opens secrets, and caches recently opened ones, since opening takes longer than signing. */
class OpenedSecrets {
  readonly #box: SecretBox
  readonly #opened = new Map<string, Opened>()

  constructor(box: SecretBox) {
    this.#box = box
  }

  /** The secrets that sign a message, newest first. Throws when one of them cannot be opened. */
  of({ secrets, webhook_id }: WebhookMessage): ReadonlyArray<string> {
    const known = this.#opened.get(webhook_id)
    if (known !== undefined && isSame(known.sealed, secrets)) return known.texts
    const texts = secrets.map(({ sealed, version }) => this.#box.open(sealed, contextOf(webhook_id, version)))
    if (this.#opened.size >= openedMax) this.#opened.clear()
    // Copies, because `sealed` may be a part of a larger buffer.
    this.#opened.set(webhook_id, { sealed: secrets.map(({ sealed }) => new Uint8Array(sealed)), texts })
    return texts
  }
}

const isSame = (known: ReadonlyArray<Uint8Array>, secrets: WebhookMessage["secrets"]): boolean =>
  known.length === secrets.length && secrets.every(({ sealed }, at) => Buffer.compare(known[at]!, sealed) === 0)

/** The beginning of a response as text that Postgres can store. */
const excerptOf = (body: Uint8Array): { readonly response?: string } => {
  if (body.length === 0) return {}
  const text = new TextDecoder().decode(body.subarray(0, 4 * responseExcerptMax)).replaceAll("\u0000", "\uFFFD")
  return { response: Array.from(text).slice(0, responseExcerptMax).join("") }
}

/** `Retry-After` in seconds, from a number or an HTTP date. */
export const retryAfterOf = (
  header: string | undefined,
  nowMillis: number
): { readonly retryAfterSeconds?: number } => {
  if (header === undefined) return {}
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return { retryAfterSeconds: Number(text) }
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? {} : { retryAfterSeconds: Math.max(0, Math.ceil((at - nowMillis) / 1_000)) }
}

const resultOf = ({ body, durationMillis, headers, status }: OutboundResponse, nowMillis: number): AttemptResult => ({
  status,
  durationMillis,
  ...(status >= 200 && status < 300 ? {} : { error: `the receiver answered ${status}` }),
  ...retryAfterOf(headers["retry-after"], nowMillis),
  ...excerptOf(body)
})

/** Signs with the secrets of the box, and sends through the egress guard. `box` is run once, when it is first needed. */
export const webhookTransportNode = (box: Effect.Effect<SecretBox>): Layer.Layer<WebhookTransport, never, Outbound> =>
  Layer.effect(
    WebhookTransport,
    Effect.gen(function*() {
      const outbound = yield* Outbound
      const clock = yield* Effect.clock
      const opened = yield* Effect.cached(Effect.exit(Effect.map(box, (box) => new OpenedSecrets(box))))
      let known: OpenedSecrets | undefined
      const now = () => clock.unsafeCurrentTimeMillis()
      return WebhookTransport.of({
        send: (message) =>
          known !== undefined ? post(outbound, message, now, known) : Effect.flatMap(
            opened,
            Exit.match({
              onFailure: unsignable,
              onSuccess: (opened) => {
                known = opened
                return post(outbound, message, now, opened)
              }
            })
          )
      })
    })
  )

/** The result when there is no key, or not the one that the secret was stored with. */
const unsignable = (cause: unknown): Effect.Effect<AttemptResult> =>
  Effect.as(
    Effect.logError("A webhook could not be signed. Is this the secret key that stored its secret?", cause),
    { error: "the message could not be signed", durationMillis: 0 }
  )

const post = (
  outbound: typeof Outbound.Service,
  message: WebhookMessage,
  now: () => number,
  opened: OpenedSecrets
): Effect.Effect<AttemptResult> =>
  Effect.suspend(() => {
    let [begunAt, nowMillis] = [performance.now(), 0]
    let notSigned: unknown
    // Called when a connection is free, which may be seconds later.
    const headers = () => {
      begunAt = performance.now()
      nowMillis = now()
      try {
        return signedHeaders(message, opened.of(message), nowMillis)
      } catch (cause) {
        notSigned = cause
        throw cause
      }
    }
    return outbound.request({
      url: message.url,
      method: "POST",
      headers,
      body: message.body,
      timeoutMillis: outboundTimeoutMillis
    }).pipe(Effect.matchEffect({
      onSuccess: (response) => Effect.succeed(resultOf(response, nowMillis)),
      onFailure: ({ message }) => {
        if (notSigned !== undefined && !(notSigned instanceof NoSecret)) return unsignable(notSigned)
        const error = notSigned instanceof NoSecret ? notSigned.message : message
        return Effect.succeed({ error, durationMillis: Math.round(performance.now() - begunAt) })
      }
    }))
  })

class NoSecret extends Error {
  override readonly message = "the webhook has no secret"
}

const signedHeaders = (
  { body, event, id, sequence }: WebhookMessage,
  secrets: ReadonlyArray<string>,
  nowMillis: number
) => {
  if (!isNonEmptyReadonlyArray(secrets)) throw new NoSecret()
  return deliveryHeaders({ body, event, id, sequence, timestamp: Math.floor(nowMillis / 1_000) }, secrets)
}

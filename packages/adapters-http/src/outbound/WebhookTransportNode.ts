import { Outbound, outboundTimeoutMillis } from "@auspex/domain/kernel"
import {
  type AttemptResult,
  responseExcerptMax,
  type SealedSecret,
  type WebhookMessage,
  WebhookSecrets,
  WebhookTransport
} from "@auspex/domain/webhooks"
import { Clock, Effect, Layer } from "effect"
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

const openAll = (box: SecretBox, { secrets, webhook_id }: WebhookMessage): ReadonlyArray<string> =>
  secrets.map(({ sealed, version }: SealedSecret) => box.open(sealed, contextOf(webhook_id, version)))

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
  const text = header?.trim() ?? ""
  if (/^\d{1,9}$/.test(text)) return { retryAfterSeconds: Number(text) }
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? {} : { retryAfterSeconds: Math.max(0, Math.ceil((at - nowMillis) / 1_000)) }
}

/** Signs with the secrets of the box, and sends through the egress guard. `box` is asked for when it is needed. */
export const webhookTransportNode = (box: Effect.Effect<SecretBox>): Layer.Layer<WebhookTransport, never, Outbound> =>
  Layer.effect(
    WebhookTransport,
    Effect.map(Outbound, (outbound) => {
      const attempt = (box: SecretBox, message: WebhookMessage, nowMillis: number): Effect.Effect<AttemptResult> => {
        const began = performance.now()
        const failed = (error: string): AttemptResult => ({
          error,
          durationMillis: Math.round(performance.now() - began)
        })
        const [newest, ...rotated] = openAll(box, message)
        if (newest === undefined) return Effect.succeed(failed("the webhook has no secret"))
        const headers = deliveryHeaders({ ...message, timestamp: Math.floor(nowMillis / 1_000) }, [newest, ...rotated])
        return outbound.request({
          url: message.url,
          method: "POST",
          headers,
          body: message.body,
          timeoutMillis: outboundTimeoutMillis
        }).pipe(
          Effect.match({
            onSuccess: ({ body, durationMillis, headers, status }): AttemptResult => ({
              status,
              durationMillis,
              ...(status >= 200 && status < 300 ? {} : { error: `the receiver answered ${status}` }),
              ...retryAfterOf(headers["retry-after"], nowMillis),
              ...excerptOf(body)
            }),
            onFailure: ({ message }) => failed(message)
          })
        )
      }
      return WebhookTransport.of({
        send: (message) =>
          Effect.flatMap(
            box,
            (box) => Effect.flatMap(Clock.currentTimeMillis, (nowMillis) => attempt(box, message, nowMillis))
          ).pipe(
            // There is no key, or not the one that the secret was stored with.
            Effect.catchAllDefect((cause) =>
              Effect.as(
                Effect.logError("A webhook could not be signed. Is this the secret key that stored its secret?", cause),
                { error: "the message could not be signed", durationMillis: 0 }
              )
            )
          )
      })
    })
  )

import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Effect } from "effect"
import { apiClientOf } from "./ApiClient.ts"
import type { Connection } from "./Connection.ts"
import type { Target } from "./Target.ts"

const answerMillisMax = 60_000
const waitsMax = 20
const waitSecondsMax = 120
/** Shorter waits are not worth a line: an import has one after every few rows. */
const waitSaidFrom = 3

/** Seconds that a 429 asks to wait. */
const waitOf = ({ headers, status }: HttpClientResponse.HttpClientResponse): number | undefined => {
  if (status !== 429) return undefined
  const seconds = Number(headers["retry-after"])
  return Number.isFinite(seconds) && seconds <= waitSecondsMax ? Math.max(1, seconds) : undefined
}

/** Waits where the server asks for it (an import of many rows is more than a minute's writes), and says so. */
const patient =
  (say: (line: string) => Effect.Effect<void>) => (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    HttpClient.transform(client, (send, request) => {
      const attempt = (waits: number): typeof send =>
        Effect.flatMap(
          Effect.timeoutFail(send, {
            duration: answerMillisMax,
            onTimeout: () =>
              new HttpClientError.RequestError({ request, reason: "Transport", description: "no answer in 60 s" })
          }),
          (response) => {
            const seconds = waitOf(response)
            return seconds === undefined || waits >= waitsMax
              ? Effect.succeed(response)
              : Effect.zipRight(
                Effect.zipRight(
                  seconds < waitSaidFrom ? Effect.void : say(`the server asks to wait ${seconds} s`),
                  Effect.sleep(seconds * 1_000)
                ),
                attempt(waits + 1)
              )
          }
        )
      return attempt(0)
    })

/** A running server, with an admin key; without one only what anybody may see. */
export const remoteConnection = (
  target: Extract<Target, { kind: "server" }>,
  adminKey: string | undefined,
  say: (line: string) => Effect.Effect<void>
): Effect.Effect<Connection> =>
  Effect.map(
    apiClientOf(target, {
      baseUrl: target.url,
      credentials: adminKey === undefined ? {} : { adminKey },
      transformClient: patient(say)
    }),
    (api) => ({
      target,
      api,
      now: Effect.sync(() => new Date()),
      payOn: Effect.sleep("1 second"),
      atomically: (effect) => effect
    })
  )

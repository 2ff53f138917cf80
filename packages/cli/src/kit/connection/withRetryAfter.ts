import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Effect } from "effect"

const answerMillisMax = 60_000
const waitsMax = 20
const waitSecondsMax = 120

/** The seconds that a 429 asks to wait. */
const retryAfterSeconds = ({ headers, status }: HttpClientResponse.HttpClientResponse): number | undefined => {
  if (status !== 429) return undefined
  const seconds = Number(headers["retry-after"])
  return Number.isFinite(seconds) && seconds <= waitSecondsMax ? seconds : undefined
}

/** Retries after a 429 as late as the server asks (an import exceeds the write limit), and prints long waits. */
export const withRetryAfter =
  (printNote: (line: string) => Effect.Effect<void>, printedSecondsMin: number) =>
  (client: HttpClient.HttpClient): HttpClient.HttpClient =>
    HttpClient.transform(client, (send, request) => {
      const attempt = (waits: number): typeof send =>
        Effect.flatMap(
          Effect.timeoutFail(send, {
            duration: answerMillisMax,
            onTimeout: () =>
              new HttpClientError.RequestError({ request, reason: "Transport", description: "no answer in 60 s" })
          }),
          (response) => {
            const seconds = retryAfterSeconds(response)
            return seconds === undefined || waits >= waitsMax
              ? Effect.succeed(response)
              : Effect.zipRight(
                Effect.zipRight(
                  seconds < printedSecondsMin ? Effect.void : printNote(`the server asks to wait ${seconds} s`),
                  Effect.sleep(seconds * 1_000)
                ),
                attempt(waits + 1)
              )
          }
        )
      return attempt(0)
    })

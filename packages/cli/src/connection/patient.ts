import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Effect } from "effect"

const answerMillisMax = 60_000
const waitsMax = 20
const waitSecondsMax = 120

/** The seconds that a 429 asks to wait. */
const waitOf = ({ headers, status }: HttpClientResponse.HttpClientResponse): number | undefined => {
  if (status !== 429) return undefined
  const seconds = Number(headers["retry-after"])
  return Number.isFinite(seconds) && seconds <= waitSecondsMax ? seconds : undefined
}

/** Retries after a 429 as late as the server asks (an import exceeds the write limit), and prints long waits. */
export const patient =
  (say: (line: string) => Effect.Effect<void>, secondsSaidFrom: number) =>
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
            const seconds = waitOf(response)
            return seconds === undefined || waits >= waitsMax
              ? Effect.succeed(response)
              : Effect.zipRight(
                Effect.zipRight(
                  seconds < secondsSaidFrom ? Effect.void : say(`the server asks to wait ${seconds} s`),
                  Effect.sleep(seconds * 1_000)
                ),
                attempt(waits + 1)
              )
          }
        )
      return attempt(0)
    })

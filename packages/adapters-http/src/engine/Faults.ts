import { type Failures, Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Cause, Effect } from "effect"
import { type HttpAnswer, refusalAnswer, successAnswer } from "./HttpAnswer.ts"
import type { ErrorEnvelope } from "./ErrorEnvelope.ts"
import type { HttpExchange } from "./HttpExchange.ts"
import { refused } from "./noRoute.ts"
import { OutageLog } from "./OutageLog.ts"
import { prefersHtml } from "./prefersHtml.ts"
import type { RefusalPage } from "./Route.ts"

const whereOf = ({ request, route }: HttpExchange): string => `${request.method} ${route.path}`

/**
 * Whether a browser asks for an address outside of the API. Answers that are cached have the same form for all, since
 * requests that wait for the same computation share its answer.
 */
const isForBrowser = ({ request, route, url }: HttpExchange): boolean =>
  !/^\/api(?:[/?]|$)/.test(url) && route.policy.publicCache === undefined && prefersHtml(request.headers.accept)

/** Turns refusals, outages, time-outs and defects into answers, and logs outages and defects. */
export class Faults {
  readonly #envelope: ErrorEnvelope
  readonly #refusalPage: RefusalPage | undefined
  readonly #run: (effect: Effect.Effect<void>) => void
  readonly #outages: OutageLog

  /** `refusalPage` shows refusals to browsers outside of the API. */
  constructor(
    envelope: ErrorEnvelope,
    refusalPage: RefusalPage | undefined,
    run: (effect: Effect.Effect<void>) => void
  ) {
    this.#envelope = envelope
    this.#refusalPage = refusalPage
    this.#run = run
    this.#outages = new OutageLog((message, cause) => run(Effect.logWarning(message, cause)))
  }

  close(): void {
    this.#outages.close()
  }

  /** The answer to a request that exceeded its operation's deadline. */
  tooLate(exchange: HttpExchange): HttpAnswer {
    const message = "The request took too long and was cancelled; retry shortly."
    return this.refusal(exchange, refused("SERVICE_UNAVAILABLE", message), 1)
  }

  /** A refusal as the caller reads it: in the envelope, or as a page. */
  refusal(
    exchange: HttpExchange,
    failures: Failures,
    retryAfterSeconds?: number,
    headers: ReadonlyArray<string> = []
  ): HttpAnswer {
    const { request, requestId, route, url } = exchange
    const show = route.refusalPage ?? (isForBrowser(exchange) ? this.#refusalPage : undefined)
    if (show === undefined) return refusalAnswer(this.#envelope, failures, retryAfterSeconds, headers)
    const refusal = new Refusal({ failures, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) })
    const answer = successAnswer(route, show(refusal, { url, headers: request.headers, requestId }), false)
    return { ...answer, headers: [...headers, ...answer.headers] }
  }

  /** The answer to any unsuccessful outcome. A defect's answer contains only the request id. */
  answerOf(exchange: HttpExchange, cause: Cause.Cause<Refusal | StorageUnavailable>): HttpAnswer {
    const error = Cause.failureOption(cause)
    if (error._tag === "Some" && Cause.dieOption(cause)._tag === "None") {
      if (error.value instanceof Refusal) {
        return this.refusal(exchange, error.value.failures, error.value.retryAfterSeconds)
      }
      if (error.value instanceof StorageUnavailable) {
        this.#outages.report(whereOf(exchange), Cause.fail(error.value.cause))
        const message = "The database does not answer. Retry shortly, with an Idempotency-Key to be safe."
        return this.refusal(exchange, refused("SERVICE_UNAVAILABLE", message), 1)
      }
    }
    if (exchange.timedOut || Cause.isInterruptedOnly(cause)) return this.tooLate(exchange)
    this.#logBug(exchange, "a bug", cause)
    return this.refusal(
      exchange,
      refused(
        "INTERNAL_ERROR",
        `Something went wrong on our side; it has been logged under request id ${exchange.requestId}.`
      )
    )
  }

  /** Logs a stream that failed after its headers were sent. */
  brokenStream(exchange: HttpExchange, cause: Cause.Cause<unknown>): void {
    if (Cause.isInterruptedOnly(cause)) return
    if (Cause.failureOption(cause)._tag === "None") this.#logBug(exchange, "a broken stream", cause)
    else this.#outages.report(`the stream of ${whereOf(exchange)}`, cause)
  }

  #logBug(exchange: HttpExchange, what: string, cause: Cause.Cause<unknown>): void {
    this.#run(
      Effect.logError(`${what} in ${whereOf(exchange)}`, cause).pipe(
        Effect.annotateLogs({ request_id: exchange.requestId })
      )
    )
  }
}

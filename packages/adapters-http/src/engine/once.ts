import type { Caller } from "@auspex/domain/identity"
import {
  failure,
  IdempotencyStore,
  type IdempotencyScope,
  type IdempotencyVerdict,
  Refusal,
  refuse,
  type SavedReply,
  UnitOfWork
} from "@auspex/domain/kernel"
import { Effect } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { type HttpAnswer, jsonType, type Work } from "./HttpAnswer.ts"
import type { HttpExchange } from "./HttpExchange.ts"
import { idempotencyKeyMax } from "./IdempotencyKey.ts"

const mismatch = (message: string) => refuse("IDEMPOTENCY_MISMATCH", message, { field: "Idempotency-Key" })

const inProgress = new Refusal({
  failures: [failure("IDEMPOTENCY_IN_PROGRESS", "A request with this Idempotency-Key is still being processed.")],
  retryAfterSeconds: 1
})

/** The answer to a repeated request, whose work is not performed. */
const answerFor = (verdict: Exclude<IdempotencyVerdict, { kind: "new" }>): Work => {
  switch (verdict.kind) {
    case "replay":
      return Effect.succeed({
        status: verdict.status,
        content: verdict.body,
        contentType: jsonType,
        headers: [...Object.entries(verdict.headers).flat(), "Idempotency-Replayed", "true"],
        etag: undefined
      })
    case "mismatch":
      return mismatch("This Idempotency-Key was used with another body.")
    case "withheld":
      return mismatch(
        "The first request with this Idempotency-Key was carried out. Its answer held a secret (a key or a token) that is shown only once and cannot be repeated. If it is lost, send a new request with another Idempotency-Key."
      )
    case "unanswered":
      return mismatch(
        "This request was carried out, but its answer was lost. Look for its result before you send it again with a new key."
      )
    case "in_progress":
      return Effect.fail(inProgress)
  }
}

const pairs = (headers: ReadonlyArray<string>): Record<string, string> => {
  const record: Record<string, string> = {}
  for (let at = 0; at + 1 < headers.length; at += 2) record[headers[at] as string] = headers[at + 1] as string
  return record
}

interface IdempotentWork {
  readonly scope: IdempotencyScope
  readonly bodyHash: string
  readonly work: Work
  /** The part of the answer that is stored for repetitions. */
  readonly saved: (answer: HttpAnswer) => SavedReply | "withheld"
  readonly holdsSecret: boolean
}

/** Runs the work and records its key in one unit of work, so that both commit together. */
const inOneUnit = ({ bodyHash, saved, scope, work }: IdempotentWork): Work =>
  Effect.flatMap(Effect.all([UnitOfWork, IdempotencyStore]), ([unit, store]) =>
    unit.transact(
      Effect.flatMap(store.begin(scope, bodyHash), (verdict) =>
        verdict.kind === "new"
          ? Effect.tap(work, (answer) => store.complete(scope, saved(answer)))
          : answerFor(verdict))
    ))

/** Runs an effect whose failure does not affect the answer; logs the failure as a warning. */
const orWarn = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
  Effect.catchAllCause(Effect.asVoid(effect), (cause) => Effect.logWarning(what, cause))

/**
 * Claims the key before the work and completes it afterwards. The record that the work is done commits in the work's
 * own unit.
 */
const claimedFirst = ({ bodyHash, holdsSecret, saved, scope, work }: IdempotentWork): Work =>
  Effect.flatMap(Effect.all([UnitOfWork, IdempotencyStore]), ([unit, store]) =>
    Effect.suspend(() => {
      const claim = randomUUID()
      let isSettled = false
      const settle = Effect.flatMap(store.settle(scope, claim, holdsSecret), (isMine) => {
        isSettled = isMine
        return isMine ? Effect.void : Effect.fail(inProgress)
      })
      const keep = (answer: HttpAnswer) =>
        holdsSecret && isSettled ? Effect.void : store.complete(scope, saved(answer), claim)
      // A disconnected client interrupts the work, but not the completion or the release of its key.
      return Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(store.claim(scope, bodyHash, claim), (verdict): Work =>
          verdict.kind !== "new" ? answerFor(verdict) : restore(unit.alongside(work, settle)).pipe(
            // The work's failure is the answer. A claim that could not be released can be taken over after a minute.
            Effect.tapErrorCause(() =>
              orWarn("The claim of an idempotency key was not released", store.release(scope, claim))
            ),
            // The work has committed, so the client is answered even if the answer could not be stored.
            Effect.tap((answer) =>
              orWarn("The answer to an idempotency key was not kept", keep(answer))
            )
          ))
      )
    }))

/** The refusal of a malformed key. */
export const malformedKey: Work = refuse(
  "INVALID_REQUEST",
  `Idempotency-Key must be 1 to ${idempotencyKeyMax} visible ASCII characters.`,
  { field: "Idempotency-Key" }
)

/** Performs the work at most once per idempotency key; a repeated request gets the first answer. */
export const once = (exchange: HttpExchange, actor: Caller, key: string, work: Work): Work => {
  const { route, request } = exchange
  const query = exchange.url.indexOf("?")
  const holdsSecret = route.policy.creates?.secret === true
  const keyed: IdempotentWork = {
    scope: {
      principal: actor.kind === "account"
        ? `account:${actor.id}`
        : actor.kind === "admin"
        ? `admin:${actor.key_id}`
        : actor.kind === "workspace"
        ? `workspace:${actor.workspace_id}:${actor.account_id}`
        : `address:${exchange.client.limitKey}`,
      route: `${request.method} ${query === -1 ? exchange.url : exchange.url.slice(0, query)}`,
      key
    },
    // The hash includes the query, which may change the operation, as `dry_run` does.
    bodyHash: createHash("sha256")
      .update(`${query === -1 ? "" : exchange.url.slice(query)}\n`)
      .update(exchange.body ?? "")
      .digest("base64url"),
    work,
    saved: ({ content, headers, status }) =>
      holdsSecret || typeof content !== "string" ? "withheld" : { status, body: content, headers: pairs(headers) },
    holdsSecret
  }
  return route.policy.waitsFor === undefined ? inOneUnit(keyed) : claimedFirst(keyed)
}

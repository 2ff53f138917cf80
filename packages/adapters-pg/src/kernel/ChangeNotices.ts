import type { Topic } from "@auspex/domain/kernel"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, type Scope } from "effect"
import { randomUUID } from "node:crypto"
import { type ListeningOptions, listenTo } from "../database/ListeningConnection.ts"
import { type NoticedTopics, noticeOf, payloadsOf } from "./ChangeNotice.ts"

/** Tells the other instances, soon, that topics have changed. Never fails and never waits. */
export type NotifyOthers = (topics: ReadonlyArray<Topic>) => void

export interface ChangeNoticesOptions
  extends Pick<ListeningOptions, "url" | "connected" | "lost" | "heartbeatMillis" | "answerMillisMax"> {
  /** Called with the topics that another instance announced. Must not throw. */
  readonly received: (topics: NoticedTopics) => void
}

/** The channel of the notices in each database. */
export const changesChannel = "auspex_changes"

/** The time between two statements, in which announced topics are collected. The first is sent without delay. */
const collectMillis = 40

/** More topics than this in a statement are sent as a single notice that everything changed. */
const topicsMax = 1_000

/** How long to wait after a notice could not be sent; its topics are kept, and sent with the next. */
const retryMillis = 250

/** How long a closing instance tries to send its last topics. */
const lastMillisMax = 1_000

/** The announced topics that have not been sent. */
class PendingTopics {
  #topics = new Set<Topic>()
  #all = false

  get isEmpty(): boolean {
    return !this.#all && this.#topics.size === 0
  }

  add(topics: NoticedTopics): void {
    if (topics === "all") this.#all = true
    else if (!this.#all) { for (const topic of topics) this.#topics.add(topic) }
    if (this.#topics.size > topicsMax) this.#all = true
    if (this.#all) this.#topics.clear()
  }

  take(): NoticedTopics {
    const taken = this.#all ? "all" : [...this.#topics]
    this.#topics.clear()
    this.#all = false
    return taken
  }
}

/** Collects topics and passes their payloads to `send`; topics that could not be sent are kept. */
const notifyThrough = <E, R>(
  instance: string,
  send: (payloads: ReadonlyArray<string>) => Effect.Effect<unknown, E, R>
): Effect.Effect<NotifyOthers, never, Scope.Scope | R> =>
  Effect.gen(function*() {
    const pending = new PendingTopics()
    const announced = yield* Effect.makeLatch(false)
    const sendPending = Effect.suspend(() => {
      if (pending.isEmpty) return Effect.void
      const topics = pending.take()
      return Effect.onError(send(payloadsOf({ instance, topics })), () => Effect.sync(() => pending.add(topics)))
    })
    yield* Effect.addFinalizer(() =>
      sendPending.pipe(Effect.interruptible, Effect.timeout(lastMillisMax), Effect.ignore)
    )
    yield* announced.await.pipe(
      Effect.zipRight(announced.close),
      Effect.zipRight(sendPending),
      Effect.zipRight(Effect.sleep(collectMillis)),
      Effect.catchAllCause(() => Effect.zipRight(Effect.sleep(retryMillis), announced.open)),
      Effect.forever,
      Effect.forkScoped
    )
    return (topics) => {
      if (topics.length === 0) return
      pending.add(topics)
      announced.unsafeOpen()
    }
  })

/**
 * Notices between the instances on one server database, over a connection of their own, which does not wait for the
 * pool. A notice follows the commit of its change in another transaction: a transaction that notifies takes a lock of
 * the whole database while it commits. Notices are hints: while the connection is lost they are neither sent nor
 * received, and `connected` runs when they arrive again.
 */
const listening = (options: ChangeNoticesOptions): Effect.Effect<NotifyOthers, never, Scope.Scope> =>
  Effect.gen(function*() {
    const self = randomUUID()
    const connection = yield* listenTo({
      ...options,
      channel: changesChannel,
      received: (payload) => {
        const notice = noticeOf(payload)
        if (notice !== undefined && notice.instance !== self) options.received(notice.topics)
      }
    })
    return yield* notifyThrough(
      self,
      (payloads) => connection.notify(payloads.map((payload) => ({ channel: changesChannel, payload })))
    )
  })

/** For processes that change something without serving anybody: notices are sent, and none is received. */
const sending: Effect.Effect<NotifyOthers, never, Scope.Scope | SqlClient> = Effect.flatMap(
  SqlClient,
  (sql) =>
    notifyThrough(
      randomUUID(),
      (payloads) =>
        sql.unsafe("select pg_notify($1, payload) from unnest($2::text[]) payload", [changesChannel, payloads])
    )
)

export const ChangeNotices = { listening, sending }

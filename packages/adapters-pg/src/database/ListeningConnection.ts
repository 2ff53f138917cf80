import { type Cause, Data, Deferred, Effect, Random, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import pg from "pg"

/** The channel could not be listened to, or its connection was lost. */
export class ListeningFailed extends Data.TaggedError("ListeningFailed")<{ readonly cause: unknown }> {
  override get message(): string {
    return this.cause instanceof Error ? this.cause.message : String(this.cause)
  }
}

/** The channel to listen to, and time limits in milliseconds. */
export interface ListeningOptions {
  /** The address of a server, or of a pooler in session mode. */
  readonly url: string
  readonly channel: string
  /** Called with every payload of the channel, in order. Must not throw. */
  readonly received: (payload: string) => void
  /** Runs whenever notifications begin to arrive: earlier ones may have been missed. */
  readonly connected: Effect.Effect<void>
  /** Runs once when a connection is lost or the first cannot be made, not for every failed attempt. */
  readonly lost: (cause: Cause.Cause<ListeningFailed>) => Effect.Effect<void>
  /** How often the connection notifies itself. Default 5,000. */
  readonly heartbeatMillis?: number
  /** How long its own notification may take before the connection counts as lost. Default 5,000. */
  readonly answerMillisMax?: number
}

/** A notification, and the channel whose listeners get it. */
export interface Notice {
  readonly channel: string
  readonly payload: string
}

/** A connection that listens to a channel, and is replaced when it is lost. */
export interface ListeningConnection {
  /** Notifies in one transaction; fails while there is no connection. */
  readonly notify: (notices: ReadonlyArray<Notice>) => Effect.Effect<void, ListeningFailed>
}

const connectMillisMax = 2_000
const closeMillisMax = 500
/** Pauses before the next attempt: the first, doubled after each failure up to the maximum. */
const firstPauseMillis = 100
const pauseMillisMax = 5_000

/** A statement without parameters is one message to the server and takes half as long as a prepared statement. */
const notifyText = (notices: ReadonlyArray<Notice>): string =>
  notices.map(({ channel, payload }) => `notify ${pg.escapeIdentifier(channel)}, ${pg.escapeLiteral(payload)}`)
    .join(";")

interface Session {
  readonly notify: ListeningConnection["notify"]
  /** Succeeds when a notification of this session to itself has arrived. */
  readonly beat: Effect.Effect<void, ListeningFailed>
  /** Fails when the connection ends. */
  readonly ended: Effect.Effect<never, ListeningFailed>
}

// A hung server never answers the farewell, and a socket without an answer would keep the process alive.
const close = (client: pg.Client): Effect.Effect<void> =>
  Effect.tryPromise(() => client.end()).pipe(
    Effect.interruptible,
    Effect.timeoutOption(closeMillisMax),
    Effect.ignore,
    Effect.ensuring(
      Effect.sync(() =>
        (client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }).connection.stream
          .destroy()
      )
    )
  )

const makeClient = (url: string): pg.Client =>
  new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMillisMax,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: "auspex listening",
    statement_timeout: 4_000,
    // A notification is worth nothing after a crash, so no commit waits for the disk.
    options: "-c synchronous_commit=off"
  })

/** Connects and listens; the connection is closed with the scope. */
const openSession = (
  { answerMillisMax = 5_000, channel, received, url }: ListeningOptions
): Effect.Effect<Session, ListeningFailed, Scope.Scope> =>
  Effect.gen(function*() {
    const failure = yield* Deferred.make<never, ListeningFailed>()
    const end = (error?: Error): void =>
      Deferred.unsafeDone(
        failure,
        Effect.fail(new ListeningFailed({ cause: error ?? new Error("the connection was closed") }))
      )
    const ownChannel = `${channel}_${randomBytes(8).toString("hex")}`
    let awaited = yield* Deferred.make<void>()
    const client = yield* Effect.acquireRelease(Effect.sync(() => makeClient(url)), close)
    client.on("error", end)
    client.on("end", () => end())
    client.on("notification", (notification) => {
      if (notification.channel === ownChannel) Deferred.unsafeDone(awaited, Effect.void)
      else received(notification.payload ?? "")
    })
    // pg's client takes one statement at a time.
    const turn = yield* Effect.makeSemaphore(1)
    const query = (text: string): Effect.Effect<void, ListeningFailed> =>
      turn.withPermits(1)(Effect.tryPromise({
        try: () => client.query(text),
        catch: (cause) => new ListeningFailed({ cause })
      })).pipe(Effect.asVoid)
    yield* Effect.tryPromise({ try: () => client.connect(), catch: (cause) => new ListeningFailed({ cause }) })
    yield* query(`listen ${pg.escapeIdentifier(channel)}`)
    yield* query(`listen ${pg.escapeIdentifier(ownChannel)}`)
    return {
      notify: (notices) => query(notifyText(notices)),
      beat: Effect.gen(function*() {
        awaited = yield* Deferred.make<void>()
        yield* query(notifyText([{ channel: ownChannel, payload: "" }]))
        yield* Deferred.await(awaited)
      }).pipe(Effect.timeoutFail({
        duration: answerMillisMax,
        onTimeout: () =>
          new ListeningFailed({
            cause: new Error("notifications do not arrive: the database hangs, or is behind a transaction pooler")
          })
      })),
      ended: Deferred.await(failure)
    }
  })

/**
 * Listens to a channel on a connection of its own until the scope closes. The driver's `listen` goes silently deaf when
 * the database restarts, so the connection notifies itself now and then, and is replaced when that does not arrive:
 * after a pause that grows with the failures, and that differs between instances.
 */
export const listenTo = (options: ListeningOptions): Effect.Effect<ListeningConnection, never, Scope.Scope> =>
  Effect.gen(function*() {
    let session: Session | undefined
    let failures = 0
    let isLost = false
    const run = Effect.scoped(Effect.gen(function*() {
      const opened = yield* openSession(options)
      // Only an arriving notification proves that listening works through whatever lies in between.
      yield* Effect.raceFirst(opened.beat, opened.ended)
      session = opened
      isLost = false
      yield* options.connected
      const beats = Effect.delay(opened.beat, options.heartbeatMillis ?? 5_000).pipe(
        // Not earlier, so that connections that break at once are not tried without a pause.
        Effect.zipRight(Effect.sync(() => {
          failures = 0
        })),
        Effect.forever
      )
      return yield* Effect.raceFirst(opened.ended, beats)
    })).pipe(Effect.ensuring(Effect.sync(() => {
      session = undefined
    })))
    const pause = Effect.flatMap(
      Random.nextRange(0.5, 1),
      (factor) => Effect.sleep(factor * Math.min(pauseMillisMax, firstPauseMillis * 2 ** Math.min(failures++, 16)))
    )
    yield* run.pipe(
      // A defect must not end the loop either.
      Effect.catchAllCause((cause) => {
        const wasLost = isLost
        isLost = true
        return wasLost ? Effect.void : options.lost(cause)
      }),
      Effect.zipRight(pause),
      Effect.forever,
      Effect.forkScoped
    )
    return {
      notify: (notices) =>
        Effect.suspend(() =>
          session?.notify(notices)
            ?? Effect.fail(new ListeningFailed({ cause: new Error("there is no connection") }))
        )
    }
  })

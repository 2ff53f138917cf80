import { BridgeHub } from "@auspex/adapters-bridge/hub"
import { ResponseCache } from "@auspex/adapters-http/engine"
import { ChangeNotices, type NoticedTopics, type NotifyOthers } from "@auspex/adapters-pg"
import { Changes, type Topic, UnitOfWork } from "@auspex/domain/kernel"
import { EventSignal } from "@auspex/domain/webhooks"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, type Scope } from "effect"
import type { Settings } from "./Settings.ts"

const accountPrefix = "account:"

/** What this instance does when something has changed, here or at another instance. */
const applyChange =
  (cache: typeof ResponseCache.Service, hub: typeof BridgeHub.Service) => (topics: NoticedTopics): void => {
    if (topics === "all") {
      cache.announceAll()
      return hub.recheck("all")
    }
    cache.announce(topics)
    const accounts = topics.filter((topic) => topic.startsWith(accountPrefix))
    if (accounts.length > 0) hub.recheck(new Set(accounts.map((topic) => topic.slice(accountPrefix.length))))
  }

/** Tells other instances of changes, and applies theirs. */
const noticesFor = (
  databaseUrl: string,
  apply: (topics: NoticedTopics) => void
): Effect.Effect<NotifyOthers, never, Scope.Scope | ResponseCache> =>
  Effect.flatMap(ResponseCache, (cache) => {
    let wasLost = false
    cache.noticesArrive = false
    return ChangeNotices.listening({
      url: databaseUrl,
      received: apply,
      connected: Effect.suspend(() => {
        cache.noticesArrive = true
        // Notices may have been missed.
        cache.announceAll()
        return wasLost
          ? Effect.logWarning("Notices of changes on other instances arrive again")
          : Effect.logDebug("Notices of changes on other instances arrive")
      }),
      lost: (cause) =>
        Effect.suspend(() => {
          wasLost = true
          cache.noticesArrive = false
          return Effect.logWarning(
            "Notices of changes on other instances do not arrive; cached answers expire by age, within 5 seconds",
            cause
          )
        })
    })
  })

const tellNobody: NotifyOthers = () => undefined

/**
 * Invalidates cached answers when a change has been committed, not while it may still be rolled back, checks the keys of
 * connected machines of changed accounts, has the events of the change delivered, and tells the other instances on a
 * server database. `isServing` is false for a command, which tells and is not told; an instance then delivers its events.
 */
export const changesOfInstances = (
  { databaseUrl }: Pick<Settings, "databaseUrl">,
  isServing: boolean
): Layer.Layer<Changes, never, ResponseCache | BridgeHub | EventSignal | UnitOfWork | SqlClient> =>
  Layer.scoped(
    Changes,
    Effect.gen(function*() {
      const cache = yield* ResponseCache
      const apply = applyChange(cache, yield* BridgeHub)
      const unit = yield* UnitOfWork
      const { raise } = yield* EventSignal
      const notifyOthers = yield* (databaseUrl === undefined
        ? Effect.succeed(tellNobody)
        : isServing
        ? noticesFor(databaseUrl, (topics) => {
          apply(topics)
          if (topics === "all" || topics.includes("events")) raise()
        })
        : ChangeNotices.sending)
      return Changes.of({
        announce: (topics: ReadonlyArray<Topic>) =>
          unit.afterCommit(Effect.sync(() => {
            apply(topics)
            raise()
            notifyOthers(isServing ? topics : [...topics, "events"])
          }))
      })
    })
  )

import { frameRouterNotify } from "@auspex/adapters-pg"
import { frameRouterContract } from "@auspex/testkit/contracts"
import { onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"

onServerDatabase("messages between instances through Postgres", (db) => {
  frameRouterContract(() =>
    frameRouterNotify({ url: db.url(), connected: Effect.void, lost: (cause) => Effect.logError("lost", cause) })
  )
})

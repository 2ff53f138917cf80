import { nameKey } from "@auspex/domain/accounts"
import { CampaignStore, type NamedAccount } from "@auspex/domain/campaigns"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, Schema } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { accounts, article, entries, type EntryRow, lock, panel, save } from "./campaignSql.ts"

const layer: Layer.Layer<CampaignStore, never, SqlClient> = Layer.effect(
  CampaignStore,
  Effect.map(storeStatements("campaigns"), ({ all, first, run }) =>
    CampaignStore.of({
      lock: run("lock", lock),
      entries: Effect.map(all<EntryRow>("entries", entries), (rows) =>
        rows.map(({ agents, ...entry }) => agents === null ? entry : { ...entry, agents })),
      save: (given) =>
        given.length === 0 ? Effect.void : run("save", save, [JSON.stringify(given)]),
      accounts: (named) =>
        all<NamedAccount>("accounts", accounts, [
          JSON.stringify(
            named.map((named) => ({ named, key: nameKey(named), id: Schema.is(Schema.UUID)(named) ? named : null }))
          )
        ]),
      panel: (surveyId) => all("panel", panel, [surveyId]),
      article: (slug) => Effect.map(first<{ readonly id: string }>("article", article, [slug]), (row) => row?.id)
    }))
)

/** What campaigns applied, in `campaign_entries`. */
export const CampaignStorePg = { layer }

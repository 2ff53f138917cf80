import { BridgePresencePg } from "@auspex/adapters-pg"
import { BridgePresence } from "@auspex/domain/inference"
import type { StorageUnavailable } from "@auspex/domain/kernel"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { InvalidSetting, settingEntries, type Settings } from "./Settings.ts"

/** Fails when embeddings are to be made by machines of an owner, and there is no such account. */
export const requireEmbeddingsOwner = (
  { embeddings }: Pick<Settings, "embeddings">
): Effect.Effect<void, InvalidSetting | StorageUnavailable, SqlClient> => {
  if (embeddings?.provider !== "bridge") return Effect.void
  const { owner } = embeddings
  return Effect.flatMap(BridgePresence, ({ ownerKeyOf }) => ownerKeyOf(owner)).pipe(
    Effect.provide(BridgePresencePg.layer),
    Effect.filterOrFail(
      (ownerKey) => ownerKey !== undefined,
      () =>
        new InvalidSetting({
          setting: settingEntries.embeddings.variable,
          reason: `the owner ${owner} is not the id of an account`
        })
    ),
    Effect.asVoid
  )
}

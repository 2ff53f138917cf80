import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { AgentFilter } from "../surveys/AgentFilter.ts"
import type { Fields } from "./FieldChange.ts"

/** What has keys in files. */
export type KeyedKind = "question" | "survey"

/** An entry that was applied: what its key stands for, and how the campaign left it. */
export interface AppliedEntry {
  readonly kind: KeyedKind
  readonly key: string
  readonly id: string
  readonly applied: Fields
  /** The filter by which the panel of a survey was chosen. */
  readonly agents?: AgentFilter
}

/** An account as a campaign named it, by id or by name. */
export interface NamedAccount {
  readonly named: string
  readonly id: string
  readonly name: string
  readonly type: "agent" | "human"
}

/** Storage of what campaigns applied. Every write joins the caller's unit of work. */
export class CampaignStore extends Context.Tag("auspex/CampaignStore")<CampaignStore, {
  /** Waits until no other campaign is being planned or applied, until the end of the unit of work. */
  readonly lock: Effect.Effect<void, StorageUnavailable>
  /** All entries that were applied and whose question or survey still exists. */
  readonly entries: Effect.Effect<ReadonlyArray<AppliedEntry>, StorageUnavailable>
  /** Stores entries; a key that exists stands for the new id from now on. */
  readonly save: (entries: ReadonlyArray<AppliedEntry>) => Effect.Effect<void, StorageUnavailable>
  /**
   * Those of the accounts that exist; of a human and an agent with one name, the agent comes last. The letter case of
   * names and ids does not matter.
   */
  readonly accounts: (named: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<NamedAccount>, StorageUnavailable>
  /** The agents that are assigned to a survey, by name. */
  readonly panel: (
    surveyId: string
  ) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly name: string }>, StorageUnavailable>
  /** The id of the article with this slug, whatever its status. */
  readonly article: (slug: string) => Effect.Effect<string | undefined, StorageUnavailable>
}>() {}

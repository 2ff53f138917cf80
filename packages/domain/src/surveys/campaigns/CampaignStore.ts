import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { AgentFilter } from "../surveys/AgentFilter.ts"
import type { Fields } from "./FieldChange.ts"

/** The kinds of entries that have keys in files. */
export type KeyedKind = "question" | "survey"

/** An applied entry: the id behind its key, and its fields after the application. */
export interface AppliedEntry {
  readonly kind: KeyedKind
  readonly key: string
  readonly id: string
  readonly applied: Fields
  /** The filter that chose the panel of a survey. */
  readonly agents?: AgentFilter
}

/** An account with the id or name that a campaign gave for it. */
export interface NamedAccount {
  readonly named: string
  readonly id: string
  readonly name: string
  readonly type: "agent" | "human"
}

/** Storage of applied entries. Every write joins the caller's unit of work. */
export class CampaignStore extends Context.Tag("auspex/CampaignStore")<CampaignStore, {
  /** Waits until no other campaign is planned or applied, and excludes others until the end of the unit of work. */
  readonly lock: Effect.Effect<void, StorageUnavailable>
  /** All applied entries whose question or survey still exists. */
  readonly entries: Effect.Effect<ReadonlyArray<AppliedEntry>, StorageUnavailable>
  /** Stores entries; an existing key now stands for the new id. */
  readonly save: (entries: ReadonlyArray<AppliedEntry>) => Effect.Effect<void, StorageUnavailable>
  /**
   * The existing accounts with these names or ids. If a human and an agent have the same name, the agent comes last.
   * The letter case of names and ids does not matter.
   */
  readonly accounts: (named: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<NamedAccount>, StorageUnavailable>
  /** The agents assigned to a survey, by name. */
  readonly panel: (
    surveyId: string
  ) => Effect.Effect<ReadonlyArray<{ readonly id: string; readonly name: string }>, StorageUnavailable>
  /** The id of the article with this slug, whatever its status. */
  readonly article: (slug: string) => Effect.Effect<string | undefined, StorageUnavailable>
}>() {}

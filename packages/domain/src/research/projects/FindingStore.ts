import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { Finding } from "./Finding.ts"

/** A finding as it is stored. */
export type StoredFinding = Omit<Finding, "score" | "highlights">

/** Reads passages and reasonings with the citations that a finding states. */
export class FindingStore extends Context.Tag("auspex/FindingStore")<FindingStore, {
  /** Those of a workspace with these ids that are there and cite a source, in no particular order. */
  readonly findings: (
    workspaceId: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<StoredFinding>, StorageUnavailable>
}>() {}

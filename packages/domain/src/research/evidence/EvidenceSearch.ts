import { Context, type Effect } from "effect"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { EvidencePassage } from "./EvidencePassage.ts"

/** A search of the sources of a project. */
export interface EvidenceQuery {
  readonly workspace_id: string
  readonly project_id: string
  /** Any text is valid. */
  readonly q: string
  readonly limit: number
}

/** The passages of sources that can be cited. */
export class EvidenceSearch extends Context.Tag("auspex/EvidenceSearch")<EvidenceSearch, {
  /** The best passages of the project's sources for a text, best first. Not called in a unit of work. */
  readonly search: (query: EvidenceQuery) => Effect.Effect<ReadonlyArray<EvidencePassage>, StorageUnavailable>
  /**
   * The passages of a workspace with these ids, in no particular order, as they were when they were found. Passages that
   * are gone are left out.
   */
  readonly passages: (
    workspaceId: string,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<EvidencePassage>, StorageUnavailable>
}>() {}

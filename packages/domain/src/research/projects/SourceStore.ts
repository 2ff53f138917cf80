import { Context, type Effect } from "effect"
import type { SourcePassage } from "../evidence/SourcePassage.ts"
import type { SourceReading } from "../evidence/SourceReading.ts"
import type { HashedPassage, VersionChange } from "../evidence/VersionChange.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { EvidencePassage } from "../evidence/EvidencePassage.ts"
import type { ProjectMove } from "./ProjectMove.ts"
import type { ProjectSource, SourceReason, SourceStatus } from "./ProjectSource.ts"
import type { SourceMove } from "./SourceMove.ts"

type Stored<A> = Effect.Effect<A, StorageUnavailable>

/** A source that a worker has claimed. */
export interface ClaimedSource {
  readonly id: string
  readonly project_id: string
  readonly workspace_id: string
  readonly uri: string
  /** The newest version so far; 0 when there is none. */
  readonly version: number
  /** The failed fetches of this round before this one. */
  readonly attempts: number
}

/** A version of a source to be stored. */
export interface NewSourceVersion extends Pick<SourceReading, "title" | "text" | "content_type" | "final_uri"> {
  readonly content_hash: string
  /** What the source says of this reading: text that was left out. */
  readonly detail: string | null
  readonly passages: ReadonlyArray<SourcePassage & { readonly hash: string }>
  readonly change: VersionChange | null
}

/** A version that is stored. */
export interface StoredVersion {
  readonly id: string
  readonly content_hash: string
}

/** What a text that was read is compared with. */
export interface SourceStanding {
  /** The newest version of the source; undefined when there is none. */
  readonly newest: StoredVersion | undefined
  /** Another source of the project that is ready, and whose newest text has the same hash. */
  readonly twin: string | undefined
}

/** A version that was added. */
export interface AddedVersion {
  /** The ids of its passages, in order. */
  readonly passages: ReadonlyArray<string>
  /** The name by which its passages are cited: the given title, else the page's title, else the address. */
  readonly title: string
  readonly retrieved_at: Date
}

/** A passage with all that a citation of it states. */
export interface CitedPassage extends EvidencePassage {
  readonly content_hash: string
}

/**
 * Stores the sources of projects, every version of their texts, and the passages. Sources are due by the database's
 * clock; each is claimed by one worker at a time.
 */
export class SourceStore extends Context.Tag("auspex/SourceStore")<SourceStore, {
  /**
   * Adds a source, counts it in the project and queues it. One with the same address is queued again instead, unless it
   * is queued already, and takes the title if one is given.
   */
  readonly add: (
    projectId: string,
    moves: { readonly project: ProjectMove; readonly source: SourceMove },
    source: { readonly uri: string; readonly title: string | null }
  ) => Stored<ProjectSource>
  /** The status of the project's source with this address; undefined when there is none. */
  readonly statusAt: (projectId: string, uri: string) => Stored<SourceStatus | undefined>
  /** The sources of a project in the order in which they were added. */
  readonly list: (projectId: string) => Stored<ReadonlyArray<ProjectSource>>
  readonly find: (projectId: string, id: string) => Stored<ProjectSource | undefined>
  /** Claims the source that is due longest for `seconds`; undefined when none is due. */
  readonly claim: (holder: string, seconds: number) => Stored<ClaimedSource | undefined>
  /**
   * What a text with this hash, null for none, is compared with; undefined unless `holder` still holds the claim. The source
   * stays locked until the end of the unit of work.
   */
  readonly lockClaim: (
    source: ClaimedSource,
    holder: string,
    contentHash: string | null
  ) => Stored<SourceStanding | undefined>
  /** The passages of a version, in order. */
  readonly passagesOf: (versionId: string) => Stored<ReadonlyArray<HashedPassage & { readonly id: string }>>
  /** Adds a version, which becomes the newest. */
  readonly addVersion: (id: string, move: SourceMove, version: NewSourceVersion) => Stored<AddedVersion>
  /** The page has not changed. */
  readonly confirm: (id: string, move: SourceMove, detail: string | null) => Stored<void>
  readonly reject: (
    id: string,
    move: SourceMove,
    why: { readonly reason: SourceReason; readonly detail: string; readonly duplicate_of: string | null }
  ) => Stored<void>
  /** Counts a failed fetch; the source is due again after `seconds`. */
  readonly retry: (id: string, move: SourceMove, seconds: number) => Stored<void>
  /** The passages of a workspace with these ids that are there, in no particular order, of all versions. */
  readonly passages: (workspaceId: string, ids: ReadonlyArray<string>) => Stored<ReadonlyArray<CitedPassage>>
}>() {}

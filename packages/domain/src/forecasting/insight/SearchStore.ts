import { Context, type Effect } from "effect"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { SearchPosition } from "./SearchPosition.ts"

/** What a search needs besides the engine. */
export class SearchStore extends Context.Tag("auspex/SearchStore")<SearchStore, {
  /** The account with this key of a name (`nameKey`), unless it is suspended. */
  readonly named: (
    name_key: string
  ) => Effect.Effect<{ readonly id: string; readonly type: "agent" | "human" } | undefined, StorageUnavailable>
  /** A position as opaque text, and back. Text that is no position is refused with INVALID_REQUEST. */
  readonly cursorOf: (position: SearchPosition) => string
  readonly positionOf: (cursor: string) => Effect.Effect<SearchPosition, Refusal>
}>() {}

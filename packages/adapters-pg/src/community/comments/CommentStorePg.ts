import { CommentStore } from "@auspex/domain/comments"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { moderatedComments } from "./moderatedComments.ts"
import { readComments } from "./readComments.ts"
import { writtenComments } from "./writtenComments.ts"

const layer: Layer.Layer<CommentStore, never, SqlClient> = Layer.effect(
  CommentStore,
  Effect.map(
    storeStatements("comments"),
    (store) => CommentStore.of({ ...writtenComments(store), ...readComments(store), ...moderatedComments(store) })
  )
)

/** Stores comments in one table. Triggers maintain the counts, and `inspection` recounts them. */
export const CommentStorePg = { layer }

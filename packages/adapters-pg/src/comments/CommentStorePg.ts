import { CommentStore } from "@auspex/domain/comments"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { moderatedComments } from "./moderatedComments.ts"
import { readComments } from "./readComments.ts"
import { writtenComments } from "./writtenComments.ts"

const layer: Layer.Layer<CommentStore, never, SqlClient> = Layer.effect(
  CommentStore,
  Effect.map(
    SqlClient,
    (sql) => CommentStore.of({ ...writtenComments(sql), ...readComments(sql), ...moderatedComments(sql) })
  )
)

/** Stores comments in one table. Triggers maintain the counts, and `inspection` recounts them. */
export const CommentStorePg = { layer }

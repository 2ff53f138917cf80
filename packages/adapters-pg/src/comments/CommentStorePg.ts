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

/** Comments in one table; triggers count them, `inspection` counts them afresh. */
export const CommentStorePg = { layer }

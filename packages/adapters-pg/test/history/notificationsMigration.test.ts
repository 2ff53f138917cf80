import { EmbeddedDatabase, migrations, Migrations } from "@auspex/adapters-pg"
import { SqlClient } from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"

const [question, prediction, comment] = ["1", "2", "3"].map((end) => `01998f7e-0000-7000-8000-00000000000${end}`)

it.live(
  "migration 0025 sets the subjects of existing notifications where these can be derived",
  () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      yield* Migrations.apply(migrations().filter(({ id }) => id < 25))
      const notify = (type: string, subject: string, link: string) =>
        sql.unsafe(
          `insert into notifications (id, account_id, type, subject_id, title, body, link)
            values (gen_random_uuid(), gen_random_uuid(), $1, $2, '', '', $3)`,
          [type, subject, link]
        )
      yield* notify("prediction_validated", `${prediction}:valid`, `/api/questions/${question}/predictions`)
      yield* notify("prediction_reply", `${prediction}`, `/api/questions/${question}/comments`)
      yield* notify("comment_reply", `${comment}`, `/api/questions/${question}/comments`)
      yield* notify("comment_removed", `${comment}`, `/api/questions/${question}/comments`)
      yield* notify("question_resolved", `${question}:1`, `/api/questions/${question}`)
      yield* notify("new_follower", `${comment}`, `/api/agents/${comment}/followers`)
      yield* notify("points_reversed", `${comment}`, "/api/me/transactions")
      yield* Migrations.apply()
      const rows = yield* sql<Record<string, string | null>>`
        select type, question_id, prediction_id, comment_id from notifications order by type`
      const about = rows.map(({ comment_id, prediction_id, question_id, type }) => [
        type,
        question_id,
        prediction_id,
        comment_id
      ])
      expect(about).toEqual([
        ["comment_removed", question, null, comment],
        // The reply itself can no longer be determined.
        ["comment_reply", question, null, null],
        ["new_follower", null, null, null],
        ["points_reversed", null, null, null],
        ["prediction_reply", question, prediction, null],
        ["prediction_validated", question, prediction, null],
        ["question_resolved", question, null, null]
      ])
    }).pipe(Effect.provide(EmbeddedDatabase.memoryLayer())),
  300_000
)

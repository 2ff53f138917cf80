import { UnitOfWork } from "@auspex/domain/kernel"
import { PredictionStore, type VoteCounts } from "@auspex/domain/predictions"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { storage } from "../../database/DatabaseError.ts"
import { statement } from "../../database/Statement.ts"
import { type Statements, statementsOf } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { textDigest } from "../../kernel/textDigest.ts"
import { factsOf, lockPlacement, place, placementFacts } from "./placementSql.ts"
import { storeTokens, withCurrentTokens, tokensAfter, type TokensRow } from "./predictionTokens.ts"

const lockForVote = `
  select p.id, author.owner_key = voter.owner_key as same_owner
  from predictions p join accounts author on author.id = p.account_id join accounts voter on voter.id = $2::uuid
  where p.id = $1::uuid
  -- Locks the accounts before the prediction, like every other statement: payouts and links lock accounts first too.
  for share of author, voter for update of p`

// The old vote and the votes of the owner's other accounts are read under the prediction's lock, so that the counters
// change by the exact difference; no link changes the voter's owner meanwhile. Sibling votes are looked up one by one:
// a planner without table statistics would read all votes on the prediction.
const setVote = statement<VoteCounts & { readonly question_id: string }>()(
  { prediction_id: "uuid", account_id: "uuid", value: "integer", withdraw: "boolean" },
  (params) => `
  with old as (
    select coalesce(max(value), 0) as value from prediction_votes where prediction_id = ${params.prediction_id} and account_id = ${params.account_id}
  ), new_vote as (
    select case when not ${params.withdraw} then ${params.value} when old.value = ${params.value} then 0 else old.value end as value from old
  ), siblings as (
    select coalesce(sum((
      select v.value from prediction_votes v where v.prediction_id = ${params.prediction_id} and v.account_id = a.id
    )), 0) as value
    from accounts a where a.owner_key = (select owner_key from accounts where id = ${params.account_id}) and a.id <> ${params.account_id}
  ), removed as (
    delete from prediction_votes using new_vote
    where prediction_id = ${params.prediction_id} and account_id = ${params.account_id} and new_vote.value = 0
  ), kept as (
    insert into prediction_votes (prediction_id, account_id, value)
    select ${params.prediction_id}, ${params.account_id}, value from new_vote where value <> 0
    on conflict (prediction_id, account_id) do update set value = excluded.value
  )
  update predictions p set
    upvotes = p.upvotes + (new_vote.value = 1)::integer - (old.value = 1)::integer,
    downvotes = p.downvotes + (new_vote.value = -1)::integer - (old.value = -1)::integer,
    owner_upvotes = p.owner_upvotes + (siblings.value + new_vote.value > 0)::integer
      - (siblings.value + old.value > 0)::integer,
    owner_downvotes = p.owner_downvotes + (siblings.value + new_vote.value < 0)::integer
      - (siblings.value + old.value < 0)::integer
  from old, new_vote, siblings where p.id = ${params.prediction_id}
  returning p.question_id, p.upvotes, p.downvotes, new_vote.value = 1 as has_upvoted, new_vote.value = -1 as has_downvoted`
)

/**
 * These run for every placement, so they map errors once for each operation. `Statements` would map them once for each
 * statement, which takes more time.
 */
const placing = (sql: SqlClient): Pick<PredictionStore["Type"], "placementFacts" | "place"> => ({
  placementFacts: (input) =>
    ifUuid(
      input.question_id,
      Effect.gen(function*() {
        if (input.lock) yield* sql.unsafe(lockPlacement, [input.question_id, input.account_id])
        const [row] = yield* placementFacts.run(sql, {
          question_id: input.question_id,
          account_id: input.account_id,
          reasoning_digest: textDigest(input.normalised_reasoning),
          pages: JSON.stringify(input.pages)
        })
        return row === undefined ? undefined : factsOf(row)
      }).pipe(storage("predictions.placementFacts"))
    ),

  place: (placement) =>
    place.run(sql, {
      question_id: placement.question_id,
      account_id: placement.account_id,
      prediction_count: placement.expected.prediction_count,
      ledger_seq: placement.expected.ledger_seq,
      id: uuidv7(),
      prediction: placement.prediction,
      confidence: placement.confidence,
      reasoning: placement.reasoning,
      reasoning_digest: textDigest(placement.normalised_reasoning),
      selected_option: placement.selected_option,
      resolution_protocol: placement.resolution_protocol === null
        ? null
        : JSON.stringify(placement.resolution_protocol),
      model: placement.model,
      model_family: placement.model_family,
      contrarian: placement.contrarian,
      engagement: JSON.stringify(placement.engagement),
      option_index: placement.option_index,
      tokens: placement.tokens,
      citations: JSON.stringify(placement.citations),
      entries: JSON.stringify(placement.entries.map((entry) => ({ id: uuidv7(), ...entry }))),
      pays_stipend: placement.pays_stipend,
      event_id: uuidv7(),
      user_name: placement.user_name,
      novelty: placement.novelty,
      moves: placement.moves,
      snapshot_id: uuidv7(),
      owner_recounts: placement.expected.owner_recounts,
      surveys_open: placement.expected.surveys_open,
      surveys_closed: placement.expected.surveys_closed
    }).pipe(
      Effect.map(([row]) => row ?? "stale" as const),
      storage("predictions.place")
    )
})

const readingTokens = ({ all, run }: Statements): Pick<PredictionStore["Type"], "tokensAfter"> => ({
  tokensAfter: (questionId, seq, limit) =>
    Effect.flatMap(
      all<TokensRow>("tokensAfter", tokensAfter, [questionId, seq, limit]),
      (rows) =>
        withCurrentTokens(rows, (recomputed) =>
          run("storeTokens", storeTokens, [
            questionId,
            JSON.stringify(
              recomputed.map(({ seq, tokens }) => ({ seq, tokens: Buffer.from(tokens).toString("hex") }))
            )
          ]))
    )
})

const voting = ({ first }: Statements, unit: UnitOfWork["Type"]): Pick<PredictionStore["Type"], "vote"> => ({
  vote: (input) =>
    ifUuid(
      input.prediction_id,
      unit.transact(
        Effect.gen(function*() {
          const locked = yield* first<{ same_owner: boolean }>("vote", lockForVote, [
            input.prediction_id,
            input.account_id
          ])
          if (locked === undefined) return undefined
          if (locked.same_owner) return "same_owner" as const
          return yield* first("vote", setVote, {
            prediction_id: input.prediction_id,
            account_id: input.account_id,
            value: input.value,
            withdraw: input.withdraw
          })
        })
      )
    )
})

const layer: Layer.Layer<PredictionStore, never, SqlClient | UnitOfWork> = Layer.effect(
  PredictionStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient
    const unit = yield* UnitOfWork
    const store = statementsOf(sql, "predictions")
    return PredictionStore.of({ ...placing(sql), ...readingTokens(store), ...voting(store, unit) })
  })
)

/** Stores predictions and everything that is counted when they are placed. */
export const PredictionStorePg = { layer }

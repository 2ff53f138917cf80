import { originalityVersion, tokensToBytes } from "@auspex/domain/text"
import { type PredictionTokens, parseReasoning } from "@auspex/domain/predictions"
import { Effect } from "effect"

/** A row of `tokensAfter`; it has its reasoning when its tokens were made by an older version of the rule. */
export interface TokensRow extends PredictionTokens {
  readonly reasoning: string | null
}

/** The words of a question's predictions, in order; the reasoning is read only for outdated rows. */
export const tokensAfter = `
  select w.seq, w.prediction_id, w.words as tokens, case when w.version < ${originalityVersion} then
      (select p.reasoning from predictions p where p.id = w.prediction_id)
    end as reasoning
  from prediction_words w where w.question_id = $1::uuid and w.seq > $2 order by w.seq limit $3`

/** Stores recomputed tokens; skips rows that another transaction has locked, which their next reader recomputes. */
export const storeTokens = `
  update prediction_words w set words = recomputed.tokens, version = ${originalityVersion}
  from (
    select w.seq, decode(m.tokens, 'hex') as tokens
    from jsonb_to_recordset($2::text::jsonb) as m (seq integer, tokens text)
      join prediction_words w on w.question_id = $1::uuid and w.seq = m.seq
    where w.version < ${originalityVersion}
    order by w.seq for update of w skip locked
  ) recomputed
  where w.question_id = $1::uuid and w.seq = recomputed.seq`

/** The number of rows processed before yielding to the event loop: some milliseconds. */
const batchSize = 50

const upToDate = ({ prediction_id, reasoning, seq, tokens }: TokensRow): PredictionTokens => ({
  seq,
  prediction_id,
  tokens: reasoning === null ? tokens : tokensToBytes(parseReasoning(reasoning).originalityTokens)
})

/** Recomputes the tokens of outdated rows, yields to the event loop between batches, and stores each batch. */
export const withCurrentTokens = <E>(
  rows: ReadonlyArray<TokensRow>,
  store: (recomputed: ReadonlyArray<PredictionTokens>) => Effect.Effect<unknown, E>
): Effect.Effect<ReadonlyArray<PredictionTokens>, E> => {
  if (rows.every((row) => row.reasoning === null)) return Effect.succeed(rows)
  const batches = Array.from(
    { length: Math.ceil(rows.length / batchSize) },
    (_, at) => rows.slice(at * batchSize, (at + 1) * batchSize)
  )
  return Effect.map(
    Effect.forEach(batches, (batch) =>
      Effect.gen(function*() {
        yield* Effect.yieldNow()
        const tokens = batch.map(upToDate)
        const recomputed = tokens.filter((_, at) => batch[at]!.reasoning !== null)
        if (recomputed.length > 0) yield* store(recomputed)
        return tokens
      })),
    (tokens) => tokens.flat()
  )
}

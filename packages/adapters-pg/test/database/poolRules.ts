import { logOddsOf, ownerLogOdds } from "@auspex/domain/consensus"
import * as fc from "effect/FastCheck"
import { rule, type Rule, sample } from "./rule.ts"

/** The rules of the pool of a question. */
export const poolRules: Readonly<Record<string, Rule>> = {
  "auspex_log_odds is logOddsOf, for every chance that can be stated": rule(
    "chance double precision",
    "auspex_log_odds(i.chance)::integer",
    [
      ...new Set(
        Array.from({ length: 50 }, (_, at) => 50 + at).flatMap((confidence) => [
          confidence,
          100 - confidence,
          // The rest, spread evenly over the other options.
          ...Array.from({ length: 19 }, (_, others) => (100 - confidence) / (others + 1))
        ])
      )
    ].map((chance) => ({ chance })),
    ({ chance }) => logOddsOf(chance)
  ),
  "auspex_grow_pool is ownerLogOdds, and its growth the sums": rule(
    "own integer, placed integer, stated integer",
    `(select jsonb_build_array(g.pool_sums[1], g.pool_squares[1], g.log_odds[1])
      from auspex_grow_pool(array[1000]::bigint[], array[1000000]::bigint[],
        row(null, null, null, array_fill(null::uuid, array[i.placed]), null, array[i.own])::question_owners,
        array[i.stated]::bigint[]) g)`,
    sample(fc.record({
      own: fc.integer({ min: -400_000, max: 400_000 }),
      placed: fc.integer({ min: 1, max: 5 }),
      stated: fc.integer({ min: -400_000, max: 400_000 })
    })),
    ({ own, placed, stated }) => {
      const [before, after] = [ownerLogOdds(own, placed), ownerLogOdds(own + stated, placed + 1)]
      return [1_000 + after - before, 1_000_000 + after ** 2 - before ** 2, own + stated]
    }
  )
}

import { highConfidenceMin } from "@auspex/domain/insight"
import { shownRole } from "@auspex/domain/accounts"
import { type AgentProfile, AgentProfiles, type CalibrationFacts } from "@auspex/domain/boards"
import { standingPoints, tierOf, type TrustLabel } from "@auspex/domain/identity"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { withoutNulls } from "@auspex/domain/kernel"

const shown = "a.id = $1::uuid and a.suspended_at is null"

/** Rounded like `meanBrier` and like the Brier score of the boards. */
const brierScore = "round(a.brier_sum / nullif(a.resolved_count, 0) * 1e9) / 1e9"

type Unset =
  | "model"
  | "bio"
  | "catchphrase"
  | "persona_archetype"
  | "risk_profile"
  | "domain_focus"
  | "philosophy"

type ProfileRow =
  & Required<Omit<AgentProfile, Unset | "tier" | "role" | "trust_label" | "brier_score" | "skill">>
  & { readonly role: string; readonly trust_label: TrustLabel }
  & { readonly locked_points: number }
  & { readonly [K in Unset | "brier_score" | "skill"]: Exclude<AgentProfile[K], undefined> | null }

// The conditions on the notable calls equal the conditions of the partial index `predictions_notable`.
const profile = `
  select a.id, a.name, a.type, a.points, a.locked_points, a.streak_count, a.max_streak, a.prediction_count as predictions, a.prediction_count,
    a.created_at, a.role,
    a.follower_count as followers,
    coalesce(a.correct_count::double precision / nullif(a.resolved_count, 0), 0) as accuracy,
    ${brierScore} as brier_score,
    a.model, a.bio, a.catchphrase, a.persona_archetype, a.risk_profile, a.domain_focus, a.philosophy,
    a.trust_label,
    (
      select jsonb_build_object('adjusted_brier', s.adjusted_brier,
        'interval', jsonb_build_object('low', s.low, 'high', s.high),
        'rank', s.rank, 'rank_low', s.rank_low, 'rank_high', s.rank_high)
      from skill_standings s
      where s.account_id = a.id
        and s.generation = (select max(generation) from skill_drawings where drawn_at is not null)
    ) as skill,
    coalesce((
      select jsonb_agg(jsonb_build_object('category', c.category,
        'accuracy', c.correct::double precision / c.resolved, 'predictions', c.resolved) order by c.category)
      from account_categories c where c.account_id = a.id and c.category <> '' and c.resolved > 0
    ), '[]') as category_accuracy,
    coalesce((
      select jsonb_agg(jsonb_build_object('question_id', q.id, 'question', q.question, 'prediction', n.prediction,
        'confidence', n.confidence, 'outcome', q.outcome) order by n.contrarian desc, n.confidence desc, n.resolved_at desc)
      from (
        select p.question_id, p.prediction, p.confidence, p.contrarian, p.resolved_at from predictions p
        where p.account_id = a.id and p.correct and p.selected_option is null and (p.contrarian or p.confidence >= ${highConfidenceMin})
        order by p.contrarian desc, p.confidence desc, p.resolved_at desc limit 5
      ) n join questions q on q.id = n.question_id
    ), '[]') as notable_calls
  from accounts a where ${shown}`

const calibration = `
  select a.name, a.resolved_count as resolved, ${brierScore} as brier_score, coalesce((
      select json_agg(json_build_object('confidence', c.confidence, 'predictions', c.predictions, 'correct', c.correct))
      from calibration_counts c where c.account_id = a.id
    ), '[]') as counts
  from accounts a where ${shown}`

const profileOf = ({ locked_points, trust_label, ...row }: ProfileRow): AgentProfile => ({
  ...withoutNulls(row),
  role: shownRole({ type: row.type, trust_label, role: row.role }),
  ...(row.type === "agent" ? { trust_label } : {}),
  tier: tierOf(standingPoints({ points: row.points, locked_points }))
})

const layer: Layer.Layer<AgentProfiles, never, SqlClient> = Layer.effect(
  AgentProfiles,
  Effect.map(storeStatements("agents"), ({ first }) =>
    AgentProfiles.of({
      byId: (id) => ifUuid(id, Effect.map(first<ProfileRow>("profile", profile, [id]), (row) => row && profileOf(row))),
      calibration: (id) => ifUuid(id, first<CalibrationFacts>("calibration", calibration, [id]))
    }))
)

/** Reads a whole profile in one round trip; every figure is a stored sum or comes from the start of an index. */
export const AgentProfilesPg = { layer }

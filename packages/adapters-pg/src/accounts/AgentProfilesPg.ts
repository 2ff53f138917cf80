import { type AgentProfile, AgentProfiles, tierOf } from "@auspex/domain/accounts"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storage } from "../database/DatabaseError.ts"
import { isUuid } from "../kernel/isUuid.ts"

const profile = `
  select a.id, a.name, a.points, a.streak_count, a.max_streak, a.prediction_count as predictions, a.created_at, a.role,
    coalesce(a.correct_count::double precision / nullif(a.resolved_count, 0), 0) as accuracy,
    a.brier_sum / nullif(a.resolved_count, 0) as brier_score,
    a.model, a.bio, a.catchphrase, a.persona_archetype, a.risk_profile, a.domain_focus, a.philosophy, a.trust_label,
    coalesce((
      select jsonb_agg(jsonb_build_object('category', c.category, 'accuracy', c.accuracy, 'predictions', c.predictions)
        order by c.category)
      from (
        select q.category, avg(p.correct::integer)::double precision as accuracy, count(*)::integer as predictions
        from predictions p join questions q on q.id = p.question_id
        where p.account_id = a.id and p.correct is not null group by q.category
      ) c), '[]') as category_accuracy,
    coalesce((
      select jsonb_agg(jsonb_build_object('question_id', n.id, 'question', n.question, 'prediction', n.prediction,
        'confidence', n.confidence, 'outcome', n.outcome) order by n.contrarian desc, n.confidence desc, n.resolved_at desc)
      from (
        select q.id, q.question, p.prediction, p.confidence, q.outcome, p.contrarian, p.resolved_at
        from predictions p join questions q on q.id = p.question_id
        where p.account_id = a.id and p.correct and q.outcome is not null and (p.contrarian or p.confidence >= 90)
        order by p.contrarian desc, p.confidence desc, p.resolved_at desc limit 5
      ) n), '[]') as notable_calls
  from accounts a where a.id = $1::uuid and a.type = 'agent' and a.suspended_at is null`

type Unset = "model" | "bio" | "catchphrase" | "persona_archetype" | "risk_profile" | "domain_focus" | "philosophy"

type ProfileRow =
  & Required<Omit<AgentProfile, Unset | "tier" | "followers" | "brier_score">>
  & { readonly [K in Unset | "brier_score"]: Exclude<AgentProfile[K], undefined> | null }

const profileOf = (row: ProfileRow): AgentProfile => {
  const set = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Omit<
    AgentProfile,
    "tier" | "followers"
  >
  // Follows come with the social slice; until then nobody has any.
  return { ...set, tier: tierOf(row.points), followers: 0 }
}

/** One round trip for the whole record. */
export const AgentProfilesPgLive: Layer.Layer<AgentProfiles, never, SqlClient.SqlClient> = Layer.effect(
  AgentProfiles,
  Effect.map(SqlClient.SqlClient, (sql) =>
    AgentProfiles.of({
      byId: (id) =>
        isUuid(id)
          ? sql.unsafe<ProfileRow>(profile, [id]).pipe(
            Effect.map(([row]) => row === undefined ? undefined : profileOf(row)),
            storage("agents.profile")
          )
          : Effect.succeed(undefined)
    }))
)

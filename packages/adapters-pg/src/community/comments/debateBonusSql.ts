import type { VotedComment } from "@auspex/domain/comments"
import { debateBonusesPerDayMax, debateUpvotes } from "@auspex/domain/scoring"
import { statement } from "../../database/Statement.ts"
import { hasStanding } from "../../kernel/hasStanding.ts"

// Constant texts, so that the driver can keep them prepared.

const today = "(auspex_now() at time zone 'UTC')::date"

export type DebateFacts = Pick<VotedComment, "bonuses_today" | "helpers">

/** Whether an owner may help a comment of the author to a bonus today. */
const canHelp = (owner: string): string =>
  `(
  ${owner}.suspended_at is null and ${owner}.id <> author.owner_key and ${hasStanding(owner)}
  and not exists (
    select from debate_bonus_helpers h
    where h.author_owner = author.owner_key and h.day = ${today} and h.helper_owner = ${owner}.id
  ))`

/**
 * $1 comment, $2 voter. Reads the other votes only if the vote's owner can help: otherwise each vote of a crowd of young
 * owners would read the whole crowd, under the lock of the author. Each part is a lookup by key in a subquery of its own, so
 * that missing or stale statistics do not turn it into a scan of all accounts.
 */
export const debateFacts = `
  with author as materialized (
    select a.owner_key, (
      select count(*)::integer from debate_bonuses b where b.author_owner = a.owner_key and b.day = ${today}
    ) as bonuses_today
    from comments c join accounts a on a.id = c.account_id where c.id = $1::uuid
  ), vote as materialized (
    select author.bonuses_today < ${debateBonusesPerDayMax} and (
      select ${canHelp("o")} from accounts o where o.id = (select v.owner_key from accounts v where v.id = $2::uuid)
    ) as helps
    from author
  )
  select author.bonuses_today, array(
    select voter.owner_key::text
    from (select v.account_id, v.created_at from comment_votes v where v.comment_id = $1::uuid offset 0) cast_vote
      cross join lateral (
        select a.owner_key from accounts a where a.id = cast_vote.account_id and a.suspended_at is null offset 0
      ) voter
    where (select helps from vote) and (select ${canHelp("o")} from accounts o where o.id = voter.owner_key)
    group by voter.owner_key order by min(cast_vote.created_at), voter.owner_key limit ${debateUpvotes}
  ) as helpers
  from author`

export const earnBonus = statement()(
  { comment_id: "uuid", amount: "integer", nth: "smallint", helpers: "text::jsonb" },
  (params) => `
  with earned as (
    update comments c set debate_bonus = ${params.amount} from accounts a
    where c.id = ${params.comment_id} and a.id = c.account_id returning c.id, a.owner_key
  ), bonus as (
    insert into debate_bonuses (comment_id, author_owner, day, nth, amount)
    select id, owner_key, ${today}, ${params.nth}, ${params.amount} from earned
    returning comment_id, author_owner, day
  )
  insert into debate_bonus_helpers (comment_id, helper_owner, author_owner, day)
  select bonus.comment_id, helper::uuid, bonus.author_owner, bonus.day
  from bonus, jsonb_array_elements_text(${params.helpers}) helper`
)

/** $1 comment. */
export const bonusOf = `
  select b.amount as earned, c.debate_bonus as held, b.moves
  from debate_bonuses b join comments c on c.id = b.comment_id where b.comment_id = $1::uuid`

/** $1 comment, $2 points. */
export const moveBonus = `
  with moved as (update debate_bonuses set moves = moves + 1 where comment_id = $1::uuid)
  update comments set debate_bonus = $2::integer where id = $1::uuid`

import type { VotedComment } from "@auspex/domain/comments"
import { debateBonusesPerDayMax, debateUpvotes } from "@auspex/domain/scoring"
import { statement } from "../database/Statement.ts"
import { hasStanding } from "../kernel/hasStanding.ts"

// Constant texts, so that the driver can keep them prepared.

const today = "(auspex_now() at time zone 'UTC')::date"

export type DebateFacts = Pick<VotedComment, "bonuses_today" | "helpers">

/** $1 comment. Reads no votes when the owner has had all bonuses of the day. */
export const debateFacts = `
  with author as materialized (
    select c.id as comment_id, a.owner_key, (
      select count(*)::integer from debate_bonuses b where b.author_owner = a.owner_key and b.day = ${today}
    ) as bonuses_today
    from comments c join accounts a on a.id = c.account_id where c.id = $1::uuid
  )
  select author.bonuses_today, array(
    select voter.owner_key::text
    from comment_votes v join accounts voter on voter.id = v.account_id join accounts o on o.id = voter.owner_key
    where author.bonuses_today < ${debateBonusesPerDayMax} and v.comment_id = author.comment_id
      and voter.suspended_at is null and o.suspended_at is null and voter.owner_key <> author.owner_key
      and ${hasStanding("o")}
      and not exists (
        select from debate_bonus_helpers h
        where h.author_owner = author.owner_key and h.day = ${today} and h.helper_owner = voter.owner_key
      )
    group by voter.owner_key order by min(v.created_at), voter.owner_key limit ${debateUpvotes}
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

import type { Recount } from "./Recount.ts"

/** Which accounts count as one owner. */
export const ownerRecounts: ReadonlyArray<Recount> = [
  {
    // A recount cannot know which account of a mailbox was the first, only that the key is one of them, the same for
    // all.
    name: "owner keys",
    differing: `
      select format('Account %s (%s) counts for owner %s; its owner is %s.', a.name, a.id, a.owner_key, r.owner_key)
      from accounts a cross join lateral (
        select case
          when a.owner_id is not null then (select o.owner_key from accounts o where o.id = a.owner_id)
          when a.type = 'human' then coalesce((
            select f.id from accounts f
            where f.type = 'human' and f.owner_key = f.id and auspex_mailbox(f.email_key) = auspex_mailbox(a.email_key)
          ), a.id)
          else a.id
        end as owner_key
      ) r
      where a.owner_key is distinct from r.owner_key`
  },
  {
    name: "votes of owners",
    differing: `
      select format('Prediction %s counts %s owners for and %s against it; there are %s and %s.', p.id, p.owner_upvotes,
        p.owner_downvotes, coalesce(v.up, 0), coalesce(v.down, 0))
      from predictions p left join (
        select prediction_id, count(*) filter (where net > 0) as up, count(*) filter (where net < 0) as down
        from (
          select v.prediction_id, sum(v.value) as net from prediction_votes v join accounts a on a.id = v.account_id
          group by v.prediction_id, a.owner_key
        ) o group by 1
      ) v on v.prediction_id = p.id
      where (p.owner_upvotes, p.owner_downvotes) is distinct from (coalesce(v.up, 0), coalesce(v.down, 0))
      union all
      select format('Comment %s counts %s owners for it; there are %s.', c.id, c.owner_upvotes, coalesce(v.up, 0))
      from comments c left join (
        select v.comment_id, count(distinct a.owner_key) as up
        from comment_votes v join accounts a on a.id = v.account_id group by 1
      ) v on v.comment_id = c.id
      where c.owner_upvotes <> coalesce(v.up, 0)`
  }
]

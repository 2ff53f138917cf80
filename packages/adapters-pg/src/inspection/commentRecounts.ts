import type { Recount } from "./Recount.ts"

/** The counters of comments, and their positions in threads. */
export const commentRecounts: ReadonlyArray<Recount> = [
  {
    name: "votes for comments",
    differing: `
      select format('Comment %s counts %s upvotes; there are %s.', c.id, c.upvotes, coalesce(v.n, 0))
      from comments c left join (select comment_id, count(*) as n from comment_votes group by comment_id) v
        on v.comment_id = c.id
      where c.upvotes <> coalesce(v.n, 0)
      union all
      select format('Account %s votes for comment %s of an account with the same owner.', v.account_id, v.comment_id)
      from comment_votes v
      join accounts voter on voter.id = v.account_id
      join comments c on c.id = v.comment_id
      join accounts author on author.id = c.account_id
      where voter.owner_key = author.owner_key`
  },
  {
    name: "threads",
    differing: `
      select format('Comment %s stands at depth %s of thread %s on question %s; its parent %s at depth %s of thread %s on %s.',
        c.id, c.depth, c.root_id, c.question_id, p.id, p.depth, p.root_id, p.question_id)
      from comments c join comments p on p.id = c.parent_comment_id
      where c.root_id <> p.root_id or c.question_id <> p.question_id or c.depth <> p.depth + 1 or c.seq < p.seq
      union all
      select format('Comment %s on question %s is about prediction %s on question %s.', c.id, c.question_id, p.id,
        p.question_id)
      from comments c join predictions p on p.id = c.target_prediction_id
      where c.question_id <> p.question_id`
  },
  {
    name: "replies of threads",
    differing: `
      select format('Thread %s counts %s replies, the last numbered %s; there are %s, the last %s.', r.id, r.reply_count,
        r.active_seq, coalesce(t.n, 0), coalesce(t.last, r.seq))
      from comments r left join (
        select root_id, count(*) as n, max(seq) as last from comments where depth > 0 group by root_id
      ) t on t.root_id = r.id
      where r.depth = 0 and (r.reply_count, r.active_seq) is distinct from (coalesce(t.n, 0), coalesce(t.last, r.seq))`
  },
  {
    name: "comment counts",
    differing: `
      with counted as (
        select question_id, count(*) as comments, count(*) filter (where depth = 0) as roots,
          count(*) filter (where is_debate) as debates,
          count(*) filter (where depth = 0 and removed_at is null) as standing_roots,
          count(*) filter (where is_debate and removed_at is null) as standing_debates
        from (
          select *, depth = 0 and (target_prediction_id is not null or reply_count > 0) as is_debate from comments
        ) c
        group by question_id
      )
      select format('Question %s counts %s comments, %s roots, %s debates (%s and %s standing); there are %s, %s, %s (%s, %s).',
        coalesce(n.question_id, c.question_id), n.comments, n.roots, n.debates, n.standing_roots, n.standing_debates,
        c.comments, c.roots, c.debates, c.standing_roots, c.standing_debates)
      from comment_counts n full join counted c on c.question_id = n.question_id
      where (n.comments, n.roots, n.debates, n.standing_roots, n.standing_debates) is distinct from
        (c.comments, c.roots, c.debates, c.standing_roots, c.standing_debates)`
  },
  {
    name: "debaters",
    differing: `
      with counted as (
        select account_id, coalesce(sum(upvotes) filter (where removed_at is null), 0) as total_upvotes,
          count(*) filter (where removed_at is null) as comment_count, sum(debate_bonus) as debate_bonus,
          min(seq) as first_seq
        from comments group by account_id
      )
      select format('Debater %s counts %s upvotes, %s comments, %s points from comment %s on; there are %s, %s, %s, %s.',
        coalesce(d.account_id, c.account_id), d.total_upvotes, d.comment_count, d.debate_bonus,
        d.first_seq, c.total_upvotes, c.comment_count, c.debate_bonus, c.first_seq)
      from debaters d full join counted c on c.account_id = d.account_id
      where (d.total_upvotes, d.comment_count, d.debate_bonus, d.first_seq) is distinct from
        (c.total_upvotes, c.comment_count, c.debate_bonus, c.first_seq)
      union all
      select format('Debater %s (%s) is listed as %s.', a.name, a.id,
        case when d.is_suspended then 'suspended' else 'not suspended' end)
      from debaters d join accounts a on a.id = d.account_id
      where d.is_suspended <> (a.suspended_at is not null)`
  },
  {
    name: "debate bonuses",
    differing: `
      with paid as (
        select account_id, split_part(key, ':', 2) as comment_id, sum(amount) as points,
          sum(amount) filter (where reason = 'debate_bonus') as earned,
          min((created_at at time zone 'UTC')::date) as day, count(*) - 1 as moves
        from ledger where reason in ('debate_bonus', 'debate_reversal') group by 1, 2
      )
      select format('Comment %s holds %s points; the ledger of its author has %s.', c.id, c.debate_bonus,
        coalesce(p.points::text, 'none'))
      from comments c left join paid p on p.comment_id = c.id::text and p.account_id = c.account_id
      where c.debate_bonus <> coalesce(p.points, 0)
      union all
      select format('Account %s was paid for a comment that does not exist: %s.', p.account_id, p.comment_id)
      from paid p
      where not exists (select from comments c where c.id::text = p.comment_id and c.account_id = p.account_id)
      union all
      select format('Comment %s has earned %s points on %s, moved %s times; the ledger has %s on %s, moved %s times.',
        coalesce(b.comment_id::text, p.comment_id), b.amount, b.day, b.moves, p.earned, p.day, p.moves)
      from debate_bonuses b full join paid p on p.comment_id = b.comment_id::text
      where (b.amount, b.day, b.moves) is distinct from (p.earned, p.day, p.moves)`
  },
  {
    // Unique keys keep the limits of a day.
    name: "helpers of debate bonuses",
    differing: `
      select format('The bonus of comment %s has %s helpers.', b.comment_id, count(h.helper_owner))
      from debate_bonuses b left join debate_bonus_helpers h
        on h.comment_id = b.comment_id and (h.author_owner, h.day) = (b.author_owner, b.day)
        and h.helper_owner <> b.author_owner
      where b.nth is not null group by b.comment_id having count(h.helper_owner) <> 3`
  }
]

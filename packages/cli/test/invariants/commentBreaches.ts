// A season has no comments, so each breach begins with one.
const insertComment = `
  insert into comments (id, question_id, account_id, root_id, depth, content, content_digest)
  select g.id, p.question_id, p.account_id, g.id, 0, 'Said', 'said'
  from (select gen_random_uuid() as id) g, (select * from predictions limit 1) p;`

/** Statements that break the invariants of comments. */
export const commentBreaches: Readonly<Record<string, ReadonlyArray<string>>> = {
  "votes for comments": [
    `${insertComment} update comments set upvotes = 1;`,
    `${insertComment} insert into comment_votes (comment_id, account_id) select id, account_id from comments;
     update comments set upvotes = 1;`
  ],
  threads: [
    `${insertComment} insert into comments (id, question_id, account_id, root_id, parent_comment_id, depth, content, content_digest)
     select gen_random_uuid(), question_id, account_id, id, id, 3, 'Answered', 'answered' from comments;`
  ],
  "replies of threads": [`${insertComment} update comments set reply_count = 1;`],
  "comment counts": [
    `${insertComment} update comment_counts set roots = 2;`,
    `${insertComment} delete from comment_counts;`
  ],
  debaters: [
    `${insertComment} update debaters set total_upvotes = 1;`,
    `${insertComment} update debaters set is_suspended = true;`,
    `${insertComment} delete from debaters;`
  ],
  "debate bonuses": [
    `${insertComment} update comments set debate_bonus = 100;`,
    `${insertComment} insert into debate_bonuses (comment_id, author_owner, day, nth, amount)
     select id, account_id, current_date, 1, 100 from comments;`
  ],
  "helpers of debate bonuses": [
    `${insertComment} insert into debate_bonuses (comment_id, author_owner, day, nth, amount)
     select id, account_id, current_date, 1, 100 from comments;`
  ],
  "comment events": [
    insertComment,
    `insert into outbox_events (id, event, data) values (gen_random_uuid(), 'comment.created',
       jsonb_build_object('comment_id', gen_random_uuid()))`
  ]
}

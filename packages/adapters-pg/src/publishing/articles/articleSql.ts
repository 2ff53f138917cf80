import {
  type ArticleFeedRow,
  type ArticleHeaderRow,
  articlesPerHourMax,
  type ArticleRow,
  articlesBytesMax,
  type QuestionTallies,
  reservedSlugs
} from "@auspex/domain/articles"
import { statement } from "../../database/Statement.ts"
import { isAfter, momentParameters, placeOf } from "../../kernel/MomentCursor.ts"
import type { PageRow } from "../../kernel/PageRow.ts"
import { idsIn, questionColumns } from "../../forecasting/questions/questionColumns.ts"

// Constant texts, so that the driver can keep them prepared.

const headerColumns = `t.id, t.slug, t.title, t.subtitle, t.article_type, t.status, t.author_id, a.name as author_name,
  t.tags, t.meta_description, t.newsletter, t.created_at, t.updated_at, t.scheduled_at, t.published_at, t.late_seconds`

const columns = `${headerColumns}, t.content, t.content_html, t.rendered_by`

/** $1 account. Serialises concurrent submissions by one account. */
export const lockAccount = "select id from accounts where id = $1::uuid for no key update"

/** $1 account. Runs after the lock, so that it sees every article that others have committed. */
export const submissionFacts = `
  select a.suspended_at is not null as suspended, l.articles_last_hour,
    coalesce(ceil(extract(epoch from l.first_at + interval '1 hour' - auspex_now())), 0)::integer as seconds_to_next
  from accounts a cross join lateral (
    select count(*)::integer as articles_last_hour,
      (array_agg(t.created_at order by t.created_at desc))[${articlesPerHourMax}] as first_at
    from articles t where t.author_id = a.id and t.created_at > auspex_now() - interval '1 hour'
  ) l where a.id = $1::uuid`

/**
 * The first free slug: the base, or the base with a number from 2. The query tries one number more than can be taken.
 */
const freeSlug = (base: string): string => `
    select case n when 1 then ${base} else ${base} || '-' || n end as slug
    from generate_series(1, (
      select count(*) + ${reservedSlugs.length + 1} from articles where slug = ${base} or slug like ${base} || '-%'
    )) n
    where not exists (select from articles t where t.slug = case n when 1 then ${base} else ${base} || '-' || n end)
      and not (n = 1 and ${base} in (${reservedSlugs.map((slug) => `'${slug}'`).join(", ")}))
    order by n limit 1`

/** Yields no row when another transaction has taken the slug since; then it is to be run again. */
export const insert = statement<ArticleRow>()(
  {
    id: "uuid",
    author_id: "uuid",
    slug_base: "text",
    status: "text",
    title: "text",
    subtitle: "text",
    content: "text",
    content_html: "text",
    rendered_by: "integer",
    summary: "text",
    article_type: "text",
    tags: "text",
    meta_description: "text"
  },
  (p) => `
  with free as (${freeSlug(p.slug_base)}), t as (
    insert into articles (id, slug, author_id, status, title, subtitle, content, content_html, rendered_by, summary,
      article_type, tags, meta_description)
    select ${p.id}, free.slug, ${p.author_id}, ${p.status}, ${p.title}, ${p.subtitle}, ${p.content}, ${p.content_html},
      ${p.rendered_by}, ${p.summary}, ${p.article_type}, ${p.tags}, ${p.meta_description}
    from free on conflict (slug) do nothing returning *
  )
  select ${columns} from t join accounts a on a.id = t.author_id`
)

/**
 * A row of a page that may be cut short; `found` is the number of rows before the cut, at most one more than requested.
 */
export type CutRow<Row extends object> = PageRow<Row & { readonly found: number }>

/** The rows with `id` and `size` in an order that fit into the bytes of a page, and at least the first row. */
const withinBytes = (rows: string, order: string): string => `
    select * from (
      select r.*, row_number() over w as nth, sum(r.size) over w as so_far, count(*) over ()::integer as found
      from (${rows}) r window w as (order by ${order})
    ) r where r.nth = 1 or r.so_far <= ${articlesBytesMax}`

const size = "octet_length(content) + octet_length(content_html) as size"

/** Yields at least one row. */
export const published = statement<CutRow<ArticleRow & { readonly place: number }>>()(momentParameters, (p) => `
  with counted as (
    select count(*)::integer as total from articles where status = 'published'
  ), page as (${
  withinBytes(
    `select id, published_at, ${placeOf("published_at")}, ${size} from articles p
      where p.status = 'published' and ${isAfter("p.published_at", "p.id", p)}
      order by p.published_at desc, p.id desc limit ${p.limit} offset ${p.offset}`,
    "r.published_at desc, r.id desc"
  )
})
  select counted.total, page.place, page.found, ${columns}
  from counted left join page on true left join articles t on t.id = page.id left join accounts a on a.id = t.author_id
  order by page.published_at desc, page.id desc`)

/** $1 slug. */
export const publishedAs = `
  select ${columns} from articles t join accounts a on a.id = t.author_id
  where t.slug = $1::text and t.status = 'published'`

/** $1 limit. */
export const latest = `
  select ${headerColumns}, t.summary from articles t join accounts a on a.id = t.author_id
  where t.status = 'published' order by t.published_at desc, t.id desc limit $1::integer`

export type LatestRow = ArticleFeedRow

/** Yields at least one row. */
export const list = statement<CutRow<ArticleRow>>()(
  { status: "text", limit: "integer", offset: "integer", after: "uuid" },
  (p) => {
    const isListed = `(${p.status} is null or status = ${p.status})`
    return `
  with counted as (
    select count(*)::integer as total from articles where ${isListed}
  ), page as (${
      withinBytes(
        `select id, ${size} from articles where ${isListed} and (${p.after} is null or id < ${p.after})
      order by id desc limit ${p.limit} offset ${p.offset}`,
        "r.id desc"
      )
    })
  select counted.total, page.found, ${columns}
  from counted left join page on true left join articles t on t.id = page.id left join accounts a on a.id = t.author_id
  order by page.id desc`
  }
)

/** $1 article. */
export const find = `select ${columns} from articles t join accounts a on a.id = t.author_id where t.id = $1::uuid`

/** $1 article. Locks that row and no account. */
export const lock = `
  select ${columns}, auspex_now() as now from articles t join accounts a on a.id = t.author_id where t.id = $1::uuid
  for update of t`

export const rewrite = statement<ArticleRow>()(
  {
    id: "uuid",
    status: "text",
    title: "text",
    subtitle: "text",
    content: "text",
    content_html: "text",
    rendered_by: "integer",
    summary: "text",
    article_type: "text",
    tags: "text",
    meta_description: "text"
  },
  (p) => `
  with t as (
    update articles set status = ${p.status}, title = ${p.title}, subtitle = ${p.subtitle}, content = ${p.content},
      content_html = ${p.content_html}, rendered_by = ${p.rendered_by}, summary = ${p.summary},
      article_type = ${p.article_type}, tags = ${p.tags}, meta_description = ${p.meta_description},
      updated_at = auspex_now()
    where id = ${p.id} returning *
  )
  select ${columns} from t join accounts a on a.id = t.author_id`
)

/** $1 article, $2 status, $3 flag. */
export const feature = `
  with t as (
    update articles set status = $2::text, newsletter = $3::boolean, updated_at = auspex_now()
    where id = $1::uuid returning *
  )
  select ${columns} from t join accounts a on a.id = t.author_id`

/** `ids` is a JSON list; `schedule` is the expression for the new scheduled time. */
export const move = statement<ArticleHeaderRow>()(
  { ids: "text::jsonb", status: "text", schedule: "text", scheduled_at: "timestamptz" },
  (p) => `
  with t as (
    update articles set status = ${p.status}, updated_at = auspex_now(),
      published_at = case when ${p.status} = 'published' and published_at is null then auspex_now() else published_at end,
      scheduled_at = case ${p.schedule} when 'set' then ${p.scheduled_at} when 'cleared' then null else scheduled_at end
    where id in ${idsIn(p.ids)} returning *
  )
  select ${headerColumns} from t join accounts a on a.id = t.author_id order by t.scheduled_at, t.id`
)

/** $1 limit. */
export const claimDue = `
  select t.id, t.status from articles t
  where t.published_at is null and t.scheduled_at <= auspex_now()
  order by t.scheduled_at, t.id limit $1::integer for update of t skip locked`

/** $1 start, $2 end, $3 limit. */
export const between = `
  select ${headerColumns} from articles t join accounts a on a.id = t.author_id
  where (t.status = 'published' and t.published_at >= $1::timestamptz and t.published_at < $2::timestamptz)
    or (t.published_at is null and t.scheduled_at >= $1::timestamptz and t.scheduled_at < $2::timestamptz)
  limit $3::integer`

/**
 * $1 limit. `consensus_voices` holds the voices of each model family under the owner 0: at most one row for each family
 * of a question.
 */
export const openTallies = `
  with ranked as (
    select id, question_type, prediction_count, yes_count, option_counts, upvotes from questions
    where status = 'open' order by prediction_count desc, id desc limit $1::integer
  )
  select r.id, r.question_type, r.prediction_count, r.yes_count, r.option_counts, r.upvotes, v.families
  from ranked r cross join lateral (
    select coalesce(sum(weight)::double precision ^ 2 / nullif(sum(weight::double precision ^ 2), 0), 0) as families
    from consensus_voices
    where question_id = r.id and owner_id = '00000000-0000-0000-0000-000000000000' and family <> ''
  ) v`

export type TalliesRow = QuestionTallies

/** $1 ids as a JSON list. Yields at least one row; without questions, one of nulls. */
export const questions = `
  select auspex_now() as now, ${questionColumns}
  from (values (1)) once (n) left join questions q on q.id in ${idsIn("$1::jsonb")}`

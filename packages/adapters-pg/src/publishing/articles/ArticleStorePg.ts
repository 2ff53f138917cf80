import {
  type ArticleHeaderRow,
  type ArticleRow,
  type ArticleStatus,
  ArticleStore,
  type LockedArticle,
  type SubmissionFacts
} from "@auspex/domain/articles"
import type { Page, PageRequest } from "@auspex/domain/kernel"
import type { QuestionRow } from "@auspex/domain/questions"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { type Statements, storeStatements } from "../../database/statementsOf.ts"
import { idCursor } from "../../kernel/Cursor.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import { momentCursor, momentPage } from "../../kernel/MomentCursor.ts"
import { listedOf, paged } from "../../kernel/PageRow.ts"
import * as statements from "./articleSql.ts"

const publishedCursor = momentCursor("articles")
const listCursor = idCursor("admin_articles")

/** How often an insert loses its slug to concurrent ones before that counts as a defect. */
const slugTriesMax = 100

/** The article of a row with further columns. */
const articleOf = (
  { found: _, place: __, total: ___, ...article }: ArticleRow & {
    readonly found?: number
    readonly place?: number
    readonly total?: number
  }
): ArticleRow => article

/** The page of rows that may have been cut short. */
const pageOf = <Row extends ArticleRow>(
  rows: ReadonlyArray<statements.CutRow<Row>>,
  { limit }: Pick<PageRequest, "limit">,
  cursorOf: (last: Row) => string
): Page<ArticleRow> => {
  const shown = listedOf<Row & { readonly found: number }>(rows, "id").slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(articleOf),
    total: rows[0]?.total ?? 0,
    next_cursor: last === undefined || shown.length === last.found ? null : cursorOf(last)
  }
}

const writes = (
  { all, first, only, run }: Statements
): Pick<ArticleStore["Type"], "submissionFacts" | "insert" | "rewrite" | "feature" | "move" | "claimDue" | "lock"> => ({
  submissionFacts: (accountId, lock) =>
    Effect.zipRight(
      lock ? run("lockAccount", statements.lockAccount, [accountId]) : Effect.void,
      first<SubmissionFacts>("submissionFacts", statements.submissionFacts, [accountId])
    ),

  insert: ({ to }, text, { id: authorId, slugBase }) => {
    const values = { id: uuidv7(), author_id: authorId, slug_base: slugBase, status: to, ...text }
    const attempt = (left: number): ReturnType<ArticleStore["Type"]["insert"]> =>
      Effect.flatMap(first("insert", statements.insert, values), (row) =>
        row !== undefined
          ? Effect.succeed(row)
          : left === 0
          ? Effect.dieMessage(`articles.insert found no free slug for ${slugBase}`)
          : attempt(left - 1))
    return attempt(slugTriesMax)
  },

  rewrite: (id, { to }, text) => only("rewrite", statements.rewrite, { id, status: to, ...text }),

  feature: (id, { to }, newsletter) => only<ArticleRow>("feature", statements.feature, [id, to, newsletter]),

  move: (ids, { schedule, to }, scheduledAt) =>
    ids.length === 0 ? Effect.succeed([]) : all("move", statements.move, {
      ids: JSON.stringify(ids),
      status: to,
      schedule,
      scheduled_at: scheduledAt ?? null
    }),

  claimDue: (limit) =>
    all<{ readonly id: string; readonly status: ArticleStatus }>("claimDue", statements.claimDue, [limit]),

  lock: (id) => ifUuid(id, first<LockedArticle>("lock", statements.lock, [id]))
})

const reads = (
  { all, first }: Statements
): Pick<
  ArticleStore["Type"],
  "published" | "publishedAs" | "latest" | "list" | "find" | "between" | "openTallies" | "questions"
> => ({
  published: (page) =>
    Effect.gen(function*() {
      const rows = yield* all("published", statements.published, yield* momentPage(page, publishedCursor))
      return pageOf<ArticleRow & { readonly place: number }>(
        rows,
        page,
        ({ id, place }) => publishedCursor.encode([place, id])
      )
    }),

  publishedAs: (slug) => first<ArticleRow>("publishedAs", statements.publishedAs, [slug]),

  latest: (limit) => all<statements.LatestRow>("latest", statements.latest, [limit]),

  list: ({ status }, page) =>
    Effect.gen(function*() {
      const parameters = yield* paged(page, listCursor)
      const rows = yield* all("list", statements.list, { status: status ?? null, ...parameters })
      return pageOf<ArticleRow>(rows, page, ({ id }) => listCursor.encode(id))
    }),

  find: (id) => ifUuid(id, first<ArticleRow>("find", statements.find, [id])),

  between: (start, end, limit) => all<ArticleHeaderRow>("between", statements.between, [start, end, limit]),

  openTallies: (limit) => all<statements.TalliesRow>("openTallies", statements.openTallies, [limit]),

  questions: (ids) =>
    Effect.map(
      all<QuestionRow & { readonly now: Date }>("questions", statements.questions, [JSON.stringify(ids)]),
      (rows) => ({ now: rows[0]!.now, rows: rows.filter(({ id }) => id !== null) })
    )
})

const layer: Layer.Layer<ArticleStore, never, SqlClient> = Layer.effect(
  ArticleStore,
  Effect.map(storeStatements("articles"), (store) => ArticleStore.of({ ...reads(store), ...writes(store) }))
)

/** Stores articles in one table. A submission locks the account, an act of an administrator the article. */
export const ArticleStorePg = { layer }

import type { CommentStore, ThreadPage } from "@auspex/domain/comments"
import { mapPage, type PageRequest, type StorageUnavailable } from "@auspex/domain/kernel"
import { Effect } from "effect"
import { isUuid } from "../../kernel/isUuid.ts"
import type { Statements } from "../../database/statementsOf.ts"
import type { Cursor } from "../../kernel/Cursor.ts"
import { listedOf, paged, pageOf, type PageRow } from "../../kernel/PageRow.ts"
import * as cursors from "./commentPages.ts"
import * as statements from "./commentSql.ts"

type Read = Pick<
  CommentStore["Type"],
  "ofQuestion" | "ofPrediction" | "debates" | "thread" | "discussions" | "debaters"
>

type Rows = Effect.Effect<ReadonlyArray<PageRow<statements.StoredRow>>, StorageUnavailable>

/** Separates the roots and the replies of one result; the page counts roots. */
const threadPageOf = (
  rows: ReadonlyArray<PageRow<statements.StoredRow>>,
  page: PageRequest,
  cursor: Cursor<number>,
  by: "seq" | "active_seq"
): ThreadPage => {
  const roots = rows.filter((row) => row.depth === null || row.depth === 0)
  const found = pageOf<statements.StoredRow, number>(roots, "id", page, cursor, (row) => row[by])
  const shown = new Set(found.items.map(({ id }) => id))
  const replies = listedOf<statements.StoredRow>(rows, "id").filter(({ depth, root_id }) =>
    depth > 0 && shown.has(root_id)
  )
  return { ...found, replies }
}

/**
 * The page of threads that `read` finds; undefined when an id is malformed or its question or prediction does not
 * exist.
 */
const threads = (
  ids: ReadonlyArray<string>,
  page: PageRequest,
  cursor: Cursor<number>,
  by: "seq" | "active_seq",
  read: (slice: { readonly limit: number; readonly offset: number; readonly after: number | null }) => Rows
) =>
  Effect.gen(function*() {
    const slice = yield* paged(page, cursor)
    if (!ids.every(isUuid)) return undefined
    const rows = yield* read(slice)
    return rows.length === 0 ? undefined : threadPageOf(rows, page, cursor, by)
  })

const topDiscussions = ({ all }: Statements, page: PageRequest, viewer: string | null) =>
  Effect.gen(function*() {
    const { after, ...slice } = yield* paged(page, cursors.topCursor)
    const rows = yield* all("discussions", statements.top, {
      ...slice,
      viewer,
      after_owners: after?.[0] ?? null,
      after_seq: after?.[1] ?? null
    })
    return pageOf<statements.DiscussionRow, cursors.TopPlace>(rows, "id", page, cursors.topCursor, (row) => [
      row.owner_upvotes,
      row.seq
    ])
  })

const tabs = {
  recent: { statement: statements.recent, cursor: cursors.recentCursor, by: "seq" },
  debates: { statement: statements.active, cursor: cursors.activeCursor, by: "active_seq" }
} as const

const latestDiscussions = (
  { all }: Statements,
  tab: keyof typeof tabs,
  page: PageRequest,
  viewer: string | null
) =>
  Effect.gen(function*() {
    const { by, cursor, statement } = tabs[tab]
    const slice = yield* paged(page, cursor)
    const rows = yield* all("discussions", statement, { ...slice, viewer })
    return pageOf<statements.DiscussionRow, number>(rows, "id", page, cursor, (row) => row[by])
  })

const debaters = ({ all }: Statements, page: PageRequest) =>
  Effect.gen(function*() {
    const { after, ...slice } = yield* paged(page, cursors.debatersCursor)
    const rows = yield* all("debaters", statements.debaters, {
      ...slice,
      after_upvotes: after?.[1] ?? null,
      after_comments: after?.[2] ?? null,
      after_first: after?.[3] ?? null
    })
    const before = after?.[0] ?? slice.offset
    const found = pageOf<statements.DebaterRow, cursors.DebaterPlace>(
      rows,
      "user_id",
      page,
      cursors.debatersCursor,
      (row) => [before + page.limit, row.total_upvotes, row.comment_count, row.first_seq]
    )
    return mapPage(found, ({ first_seq: _, ...entry }, at) => ({ ...entry, rank: before + at + 1 }))
  })

/** Reads pages of comments. */
export const readComments = (store: Statements): Read => {
  const { all } = store
  return {
    ofQuestion: (question_id, page, viewerId) =>
      threads(
        [question_id],
        page,
        cursors.ofQuestionCursor,
        "seq",
        (slice) => all("ofQuestion", statements.ofQuestion, { question_id, viewer: viewerId ?? null, ...slice })
      ),

    ofPrediction: (question_id, prediction_id, page, viewerId) =>
      threads(
        [question_id, prediction_id],
        page,
        cursors.ofPredictionCursor,
        "seq",
        (slice) =>
          all("ofPrediction", statements.ofPrediction, {
            question_id,
            prediction_id,
            viewer: viewerId ?? null,
            ...slice
          })
      ),

    debates: (question_id, page, viewerId) =>
      threads(
        [question_id],
        page,
        cursors.debatesCursor,
        "active_seq",
        (slice) => all("debates", statements.debates, { question_id, viewer: viewerId ?? null, ...slice })
      ),

    thread: (comment_id, page, viewerId) =>
      Effect.gen(function*() {
        const slice = yield* paged(page, cursors.threadCursor)
        if (!isUuid(comment_id)) return undefined
        const rows = yield* all("thread", statements.thread, { comment_id, viewer: viewerId ?? null, ...slice })
        return rows.length === 0
          ? undefined
          : pageOf<statements.StoredRow, number>(rows, "id", page, cursors.threadCursor, (row) => row.seq)
      }),

    discussions: (tab, page, viewerId) =>
      tab === "top"
        ? topDiscussions(store, page, viewerId ?? null)
        : latestDiscussions(store, tab, page, viewerId ?? null),

    debaters: (page) => debaters(store, page)
  }
}

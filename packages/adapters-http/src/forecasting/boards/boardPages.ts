import { CalibrationBoards, GroupBoards, LeaderboardPeriod, Leaderboards, SkillBoards } from "@auspex/domain/boards"
import { Debates } from "@auspex/domain/comments"
import { PublicBaseUrl } from "@auspex/domain/identity"
import { optional } from "@auspex/domain/kernel"
import { CategorySlug } from "@auspex/domain/questions"
import { Effect, Schema } from "effect"
import { publicPage } from "../../pages/publicPage.ts"
import { CursorParam } from "../../wire/ListQuery.ts"
import { boardNames, type BoardRequest } from "./BoardFrame.tsx"
import { type BoardData, boardPage } from "./BoardPage.tsx"
import { modelsPage } from "./ModelsPage.tsx"

const rowsShown = 25

/** Reads the rows that a request names. */
const readBoard = (request: BoardRequest) => {
  const { board, category, cursor, period = "all", type } = request
  const page = { limit: rowsShown, offset: 0, ...cursor === undefined ? {} : { cursor } }
  const filter = type === undefined ? {} : { type }
  const topical = { ...filter, ...category === undefined ? {} : { category } }
  switch (board) {
    case "points":
      return Effect.map(
        Effect.flatMap(Leaderboards, (boards) => boards.byPoints({ ...topical, period }, page)),
        (page): BoardData => ({ board, page })
      )
    case "skill":
      return Effect.map(
        Effect.flatMap(SkillBoards, (boards) => boards.bySkill(filter, page)),
        (page): BoardData => ({ board, page })
      )
    case "calibration":
      return Effect.map(
        Effect.flatMap(CalibrationBoards, (boards) => boards.byBrier(topical, page)),
        (page): BoardData => ({ board, page })
      )
    case "debaters":
      return Effect.map(
        Effect.flatMap(Debates, (debates) => debates.debaters(page)),
        (page): BoardData => ({ board, page })
      )
    case "personas":
      return Effect.map(
        Effect.flatMap(GroupBoards, (boards) => boards.performance),
        (page): BoardData => ({ board, page })
      )
  }
}

const leaderboard = publicPage({
  path: "/leaderboard",
  query: Schema.Struct({
    board: optional(Schema.Literal(...boardNames)),
    type: optional(Schema.Literal("human", "agent")),
    period: optional(LeaderboardPeriod),
    category: optional(CategorySlug),
    cursor: optional(CursorParam)
  }),
  topics: () => ["boards"],
  show: ({ query }) =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const request: BoardRequest = { board: "points", ...query }
      return boardPage({ data: yield* readBoard(request), request, home: publicUrl })
    })
})

const models = publicPage({
  path: "/models",
  topics: () => ["boards"],
  show: () =>
    Effect.gen(function*() {
      const { publicUrl } = yield* PublicBaseUrl
      const { groups } = yield* Effect.flatMap(GroupBoards, (boards) => boards.models)
      return modelsPage({ families: groups, home: publicUrl })
    })
})

/** The pages of boards. */
export const boardPageRoutes = [leaderboard, models]

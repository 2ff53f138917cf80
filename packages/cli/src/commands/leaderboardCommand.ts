import type {
  CalibrationEntry,
  LeaderboardEntry,
  LeaderboardPeriod,
  SkillEntry,
  SkillPage
} from "@auspex/domain/boards"
import type { PageRequest } from "@auspex/domain/kernel"
import type { Category } from "@auspex/domain/questions"
import { Effect } from "effect"
import type { Asked } from "../connection/Administration.ts"
import type { Records } from "../connection/Records.ts"
import { WrongUsage } from "../connection/CommandFailure.ts"
import { withConnection } from "../connection/connect.ts"
import { answerPage, say } from "../output/answer.ts"
import { percent } from "../output/percent.ts"
import { cellOf, type Column } from "../output/table.ts"
import type { CommandAct, Invocation, TargetFlags } from "../program/Invocation.ts"
import type { boardChoices } from "../program/choices.ts"
import { type PageFlags, pagesOf } from "./pages.ts"

type Board = typeof boardChoices[number]

interface BoardFlags extends TargetFlags, PageFlags {
  readonly board?: Board
  readonly period?: LeaderboardPeriod
  readonly category?: Category
  readonly type?: "agent" | "human"
  readonly model?: string
  readonly modelFamily?: string
  readonly persona?: string
}

const rank: Column<LeaderboardEntry> = { header: "#", value: (row) => row.rank, right: true }
const name: Column<LeaderboardEntry> = { header: "NAME", value: (row) => row.name, gives: true }
const resolved: Column<CalibrationEntry | SkillEntry> = {
  header: "RESOLVED",
  value: (row) => row.resolved,
  right: true
}
const score = (value: number | undefined): string | undefined => value?.toFixed(4)

const byPoints: ReadonlyArray<Column<LeaderboardEntry>> = [
  rank,
  name,
  { header: "TYPE", value: ({ type }) => type },
  { header: "POINTS", value: ({ points }) => points, right: true },
  { header: "PREDICTIONS", value: ({ predictions }) => predictions, right: true },
  { header: "ACCURACY", value: ({ accuracy }) => percent(accuracy), right: true },
  { header: "MODEL", value: ({ model }) => model, gives: true }
]

const byCalibration: ReadonlyArray<Column<CalibrationEntry>> = [
  rank,
  name,
  resolved,
  { header: "BRIER", value: ({ brier_score }) => score(brier_score), right: true },
  { header: "LOG", value: ({ log_score }) => score(log_score), right: true },
  { header: "RELIABILITY", value: ({ calibration }) => score(calibration?.reliability), right: true },
  { header: "RESOLUTION", value: ({ calibration }) => score(calibration?.resolution), right: true }
]

const bySkill: ReadonlyArray<Column<SkillEntry>> = [
  rank,
  name,
  resolved,
  { header: "BRIER", value: ({ brier_score }) => score(brier_score), right: true },
  { header: "ADJUSTED", value: ({ adjusted_brier }) => score(adjusted_brier), right: true },
  { header: "95 %", value: ({ interval }) => `${score(interval.low)}-${score(interval.high)}`, right: true },
  { header: "RANKS", value: ({ rank_high, rank_low }) => `${rank_low}-${rank_high}`, right: true }
]

/** Which flags a board goes by, besides those that say whom it shows. */
const flagsOf: Readonly<Record<Board, ReadonlyArray<"period" | "category">>> = {
  points: ["period", "category"],
  calibration: ["category"],
  skill: []
}

const misplacedFlag = (flags: BoardFlags, board: Board) =>
  (["period", "category"] as const).find((flag) => flags[flag] !== undefined && !flagsOf[board].includes(flag))

const boardOf = (call: Invocation<BoardFlags>, board: Board, records: Records) => {
  const { category, model, modelFamily, period, persona, type } = call.flags
  const shown = {
    ...(type === undefined ? {} : { type }),
    ...(model === undefined ? {} : { model }),
    ...(modelFamily === undefined ? {} : { model_family: modelFamily }),
    ...(persona === undefined ? {} : { persona_archetype: persona })
  }
  const filter = { ...shown, ...(category === undefined ? {} : { category }) }
  switch (board) {
    case "points":
      return Effect.flatMap(
        pagesOf(call.flags, (page) => records.byPoints({ ...filter, period: period ?? "all" }, page)),
        (page) => answerPage(call, "leaderboard", page, byPoints, { noun: "accounts" })
      )
    case "calibration":
      return Effect.flatMap(
        pagesOf(call.flags, (page) => records.byBrier(filter, page)),
        (page) => answerPage(call, "leaderboard", page, byCalibration, { noun: "accounts" })
      )
    case "skill":
      return skillBoard(call, (page) => records.bySkill(shown, page))
  }
}

/** The board by skill is drawn now and then, and says when. */
const skillBoard = (call: Invocation<BoardFlags>, list: (page: PageRequest) => Asked<SkillPage>) =>
  Effect.gen(function*() {
    let drawnAt: Date | null = null
    const page = yield* pagesOf(
      call.flags,
      (request) =>
        Effect.tap(list(request), ({ refreshed_at }) =>
          Effect.sync(() => {
            drawnAt = refreshed_at
          }))
    )
    yield* answerPage(call, "leaderboard", page, bySkill, { noun: "accounts", more: { refreshed_at: drawnAt } })
    if (call.flags.output === "table") {
      yield* say(call, drawnAt === null ? "not drawn yet" : `drawn ${cellOf(drawnAt)}, after resolutions anew`)
    }
  })

export const showLeaderboard = ((call: Invocation<BoardFlags>) => {
  const board = call.flags.board ?? "points"
  const misplaced = misplacedFlag(call.flags, board)
  return misplaced === undefined
    ? withConnection(call, ({ records }) => boardOf(call, board, records), "optional")
    : Effect.fail(new WrongUsage({ message: `the board by ${board} has no --${misplaced}` }))
}) satisfies CommandAct

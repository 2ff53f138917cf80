import type { LeaderboardEntry, LeaderboardPeriod } from "@auspex/domain/boards"
import type { Category } from "@auspex/domain/questions"
import { Effect } from "effect"
import { withConnection } from "../connection/connect.ts"
import { answerPage } from "../output/answer.ts"
import { percent } from "../output/percent.ts"
import type { Column } from "../output/table.ts"
import type { CommandAct, Invocation, TargetFlags } from "../program/Invocation.ts"
import { type PageFlags, pagesOf } from "./pages.ts"

interface BoardFlags extends TargetFlags, PageFlags {
  readonly period?: LeaderboardPeriod
  readonly category?: Category
  readonly type?: "agent" | "human"
  readonly model?: string
}

const byPoints: ReadonlyArray<Column<LeaderboardEntry>> = [
  { header: "#", value: ({ rank }) => rank, right: true },
  { header: "NAME", value: ({ name }) => name, gives: true },
  { header: "TYPE", value: ({ type }) => type },
  { header: "POINTS", value: ({ points }) => points, right: true },
  { header: "PREDICTIONS", value: ({ predictions }) => predictions, right: true },
  { header: "ACCURACY", value: ({ accuracy }) => percent(accuracy), right: true },
  { header: "MODEL", value: ({ model }) => model, gives: true }
]

export const showLeaderboard = ((call: Invocation<BoardFlags>) => {
  const { category, model, period, type } = call.flags
  const filter = {
    period: period ?? "all",
    ...(category === undefined ? {} : { category }),
    ...(type === undefined ? {} : { type }),
    ...(model === undefined ? {} : { model })
  }
  return withConnection(
    call,
    ({ records }) =>
      Effect.flatMap(
        pagesOf(call.flags, (page) => records.byPoints(filter, page)),
        (page) => answerPage(call, "leaderboard", page, byPoints, "accounts")
      ),
    "optional"
  )
}) satisfies CommandAct

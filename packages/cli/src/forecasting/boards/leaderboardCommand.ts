import { calibrationBoardResolvedMin, type LeaderboardPeriod } from "@auspex/domain/boards"
import type { PageRequest } from "@auspex/domain/kernel"
import type { Category } from "@auspex/domain/questions"
import { Effect } from "effect"
import type { ApiClient, ApiFailure } from "../../kit/connection/ApiClient.ts"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { printNote, printPage } from "../../kit/output/print.ts"
import { cellOf, type Column } from "../../kit/output/table.ts"
import type { boardChoices } from "../../kit/invocation/choices.ts"
import type { CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { boardColumns } from "./boardColumns.ts"
import { printList, type PageFlags, pagesOf } from "../../kit/connection/pages.ts"

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

/** The flags that only some boards accept. */
const boardFlags = ["period", "category", "type", "model", "modelFamily", "persona", "cursor"] as const

const accountFlags = ["type", "model", "modelFamily", "persona", "cursor"] as const

const flagsOf: Readonly<Record<Board, ReadonlyArray<typeof boardFlags[number]>>> = {
  points: ["period", "category", ...accountFlags],
  calibration: ["category", ...accountFlags],
  skill: accountFlags,
  models: [],
  personas: []
}

/** The accounts on the board by calibration. */
const calibrationNoun = `accounts with ${calibrationBoardResolvedMin} resolved predictions or more`

const boardOf = (call: Invocation<BoardFlags>, board: Board, { boards }: ApiClient) => {
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
      return printList(
        call,
        "leaderboard",
        boardColumns.points,
        (page) => boards.leaderboard({ urlParams: { ...filter, period: period ?? "all", ...page } }),
        "accounts"
      )
    case "calibration":
      return printList(
        call,
        "leaderboard",
        boardColumns.calibration,
        (page) => boards.calibrationBoard({ urlParams: { ...filter, ...page } }),
        calibrationNoun
      )
    case "skill":
      return skillBoard(call, (page) => boards.skillBoard({ urlParams: { ...shown, ...page } }))
    case "models":
      return groupBoard(call, "models", boards.modelStats(), boardColumns.models)
    case "personas":
      return groupBoard(call, "personas", boards.personaStats(), boardColumns.personas)
  }
}

/** Prints when the skill figures were computed; they are refreshed by a worker. */
const printRefreshTime = (call: Invocation<BoardFlags>, at: Date | null) =>
  call.flags.output !== "table"
    ? Effect.void
    : printNote(call, at === null ? "the skill board has not been computed yet" : `skill as computed at ${cellOf(at)}`)

const skillBoard = (
  call: Invocation<BoardFlags>,
  list: (page: PageRequest) => ReturnType<ApiClient["boards"]["skillBoard"]>
) =>
  Effect.gen(function*() {
    let refreshedAt: Date | null = null
    const page = yield* pagesOf(
      call.flags,
      "leaderboard",
      (request) =>
        Effect.tap(list(request), ({ refreshed_at }) =>
          Effect.sync(() => {
            refreshedAt = refreshed_at
          }))
    )
    const more = { refreshed_at: refreshedAt }
    yield* printPage(call, "leaderboard", page, boardColumns.skill, { noun: "accounts", more })
    yield* printRefreshTime(call, refreshedAt)
  })

/** Pages through the groups here, since the API returns all of them in one answer. */
const groupBoard = <Plural extends string, Group>(
  call: Invocation<BoardFlags>,
  plural: Plural,
  stats: Effect.Effect<
    Readonly<Record<Plural, ReadonlyArray<Group>>> & { readonly refreshed_at: Date | null },
    ApiFailure
  >,
  columns: ReadonlyArray<Column<Group>>
) =>
  Effect.gen(function*() {
    const { [plural]: groups, refreshed_at } = yield* stats
    const page = yield* pagesOf(call.flags, "groups", ({ limit, offset }) =>
      Effect.succeed({
        groups: call.flags.all === true ? groups : groups.slice(offset, offset + limit),
        total: groups.length,
        next_cursor: null
      }))
    yield* printPage(call, plural, page, columns, { more: { refreshed_at } })
    yield* printRefreshTime(call, refreshed_at)
  })

export const showLeaderboard = ((call: Invocation<BoardFlags>) => {
  const board = call.flags.board ?? "points"
  const misplaced = boardFlags.find((flag) => call.flags[flag] !== undefined && !flagsOf[board].includes(flag))
  if (misplaced !== undefined) {
    const flag = misplaced === "modelFamily" ? "model-family" : misplaced
    return Effect.fail(new WrongUsage({ message: `the board by ${board} has no --${flag}` }))
  }
  return withConnection(call, ({ api }) => boardOf(call, board, api), "optional")
}) satisfies CommandHandler

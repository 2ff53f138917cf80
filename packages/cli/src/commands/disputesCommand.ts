import {
  type AdminDispute,
  type BalanceChange,
  type DisputeEnd,
  type DisputeStatus,
  type DisputeVerdict,
  type DisputeVerdictRequest,
  judgeVerdict,
  type OpenDispute
} from "@auspex/domain/disputes"
import { orRefuse, type Refusal } from "@auspex/domain/kernel"
import { type Resolution, resolutionOf } from "@auspex/domain/questions"
import { Effect } from "effect"
import type { Administration } from "../connection/Administration.ts"
import { confirm } from "../connection/confirm.ts"
import { withConnection } from "../connection/connect.ts"
import { isRehearsal } from "../connection/isRehearsal.ts"
import { answerOne, answerPage, answerRows, say } from "../output/answer.ts"
import { type Column, tableText } from "../output/table.ts"
import type { ActFlags, CommandAct, Invocation, TargetFlags } from "../invocation/Invocation.ts"
import { everyPage, type PageFlags, pagesOf } from "./pages.ts"
import { payAll } from "./payAll.ts"
import { type ResolutionFlags, resolutionRequestOf } from "./resolutionFlags.ts"
import { resolutionText } from "./resolutionText.ts"

interface ListFlags extends TargetFlags, PageFlags {
  readonly question?: string
  readonly status?: DisputeStatus
}

interface ResolveFlags extends ActFlags, ResolutionFlags {
  readonly status: DisputeEnd
  readonly note: string
}

const standing = (dispute: AdminDispute): Resolution => resolutionOf(dispute)

const columns: ReadonlyArray<Column<AdminDispute>> = [
  { header: "ID", value: (row) => row.id },
  { header: "STATUS", value: (row) => row.status, colour: (row) => row.status === "open" ? "yellow" : undefined },
  { header: "FILED", value: (row) => row.created_at },
  { header: "BY", value: (row) => row.disputer_name, gives: true },
  { header: "RESOLVED AS", value: (row) => resolutionText(standing(row)), gives: true },
  { header: "PREDICTIONS", value: (row) => row.prediction_count, right: true },
  { header: "QUESTION", value: (row) => row.question, gives: true }
]

const signed = (change: number): string => change > 0 ? `+${change}` : String(change)

const balanceColumns: ReadonlyArray<Column<BalanceChange>> = [
  { header: "ACCOUNT", value: (row) => row.account_id },
  { header: "NAME", value: (row) => row.name, gives: true },
  { header: "BALANCE", value: (row) => row.balance_before, right: true },
  { header: "BECOMES", value: (row) => row.balance_after, right: true },
  {
    header: "CHANGE",
    value: (row) => signed(row.change),
    right: true,
    colour: (row) => row.change < 0 ? "red" : "green"
  }
]

/** `auspex disputes list`. */
export const listDisputes = ((call: Invocation<ListFlags>) => {
  const { question, status } = call.flags
  const filter = {
    ...(question === undefined ? {} : { question_id: question }),
    ...(status === undefined ? {} : { status })
  }
  return withConnection(call, ({ disputes }) =>
    Effect.flatMap(
      pagesOf(call.flags, (page) => disputes.list(filter, page)),
      (page) => answerPage(call, "disputes", page, columns)
    ))
}) satisfies CommandAct

const openColumns: ReadonlyArray<Column<OpenDispute>> = [
  { header: "ID", value: (row) => row.id },
  { header: "FILED", value: (row) => row.created_at },
  { header: "BY", value: (row) => row.disputer_name, gives: true }
]

const answer = (call: Invocation<TargetFlags>, dispute: AdminDispute, more: object = {}) =>
  answerOne(call, { dispute, ...more }, dispute)

/** The open disputes of the same question, the newest first. */
const openBeside = ({ disputes }: Administration, { open_count, question_id }: AdminDispute) =>
  open_count === 0
    ? Effect.succeed([])
    : Effect.map(disputes.list({ question_id, status: "open" }, { limit: 100, offset: 0 }), ({ items }) => items)

const sayOpen = (call: Invocation<TargetFlags>, open: ReadonlyArray<OpenDispute>, count: number) =>
  count < 2 ? Effect.void : say(
    call,
    `${count} disputes of this question are open, and are decided together:\n${
      tableText(call.io, call.flags, openColumns, open)
    }`
  )

/** `auspex disputes show`. */
export const showDispute =
  ((call: Invocation<TargetFlags>) =>
    withConnection(call, (administration) =>
      Effect.gen(function*() {
        const dispute = yield* administration.disputes.show(call.args[0]!)
        const open = yield* openBeside(administration, dispute)
        yield* answer(call, dispute, { open_disputes: open })
        if (call.flags.output === "table") yield* sayOpen(call, open, dispute.open_count)
      }))) satisfies CommandAct

const requestOf = (flags: ResolveFlags): DisputeVerdictRequest => ({
  ...resolutionRequestOf(flags),
  status: flags.status,
  resolution_note: flags.note
})

const judge = (dispute: AdminDispute, request: DisputeVerdictRequest): Effect.Effect<DisputeVerdict, Refusal> =>
  orRefuse(judgeVerdict({
    ...dispute,
    options: dispute.options ?? null,
    outcome: dispute.outcome ?? null,
    correct_options: dispute.correct_options ?? null
  }, request))

/** Every balance that overturning would change, and a sentence about them. */
const changesOf = (
  { disputes }: Administration,
  dispute: AdminDispute,
  { correct_options, outcome }: DisputeVerdictRequest
) =>
  Effect.map(
    everyPage((page) =>
      disputes.preview(
        dispute.id,
        { ...(outcome === undefined ? {} : { outcome }), ...(correct_options == null ? {} : { correct_options }) },
        page
      ), { limit: 100, offset: 0 }),
    ({ items, total }) => {
      const changed = items.filter(({ change }) => change !== 0)
      const lowest = changed.reduce((least, { change }) => Math.min(least, change), Infinity)
      const highest = changed.reduce((most, { change }) => Math.max(most, change), -Infinity)
      return {
        changed,
        sentence: changed.length === 0
          ? `none of ${total} balances changes`
          : `${changed.length} of ${total} balances change, by ${signed(lowest)} to ${signed(highest)} points`
      }
    }
  )

/** `auspex disputes resolve`. */
export const resolveDispute =
  ((call: Invocation<ResolveFlags>) =>
    withConnection(call, (administration) =>
      Effect.gen(function*() {
        const { disputes, target } = administration
        const request = requestOf(call.flags)
        const before = yield* disputes.show(call.args[0]!)
        const { instead } = yield* judge(before, request)
        const about = before.open_count === 1
          ? `the dispute of "${before.question.slice(0, 80)}"`
          : `the ${before.open_count} disputes of "${before.question.slice(0, 80)}"`
        yield* sayOpen(call, yield* openBeside(administration, before), before.open_count)
        if (instead === undefined) {
          const sentence = `make ${about} ${request.status}; the resolution stays ${resolutionText(standing(before))}`
          if (yield* isRehearsal(call, target, sentence)) return yield* answer(call, before)
          yield* confirm(call, target, sentence)
          return yield* answer(call, (yield* disputes.resolve(before.id, request)).dispute)
        }
        const { changed, sentence: moved } = yield* changesOf(administration, before, request)
        const sentence = `overturn ${about}: ${resolutionText(standing(before))} becomes ${
          resolutionText(instead.resolution)
        }, and ${moved}`
        if (yield* isRehearsal(call, target, sentence))
          return yield* answerRows(call, changed, balanceColumns, { balances: changed, total: changed.length })
        if (changed.length > 0)
          yield* say(call, tableText(call.io, call.flags, balanceColumns, changed))
        yield* confirm(call, target, sentence)
        const { dispute, job } = yield* disputes.resolve(before.id, request)
        if (job?.status === "running") {
          yield* say(call, `overturned; ${job.total} predictions are being settled again (job ${job.id})`)
          yield* payAll(call, administration, job)
        }
        yield* answer(call, dispute)
      }))) satisfies CommandAct

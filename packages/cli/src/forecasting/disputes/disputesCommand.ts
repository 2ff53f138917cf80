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
import type { ApiClient, ApiFailure } from "../../kit/connection/ApiClient.ts"
import { confirm } from "../../kit/connection/confirm.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { printNote, printRecord, printRows } from "../../kit/output/print.ts"
import { type Column, tableText } from "../../kit/output/table.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { printList, everyPage, type PageFlags } from "../../kit/connection/pages.ts"
import { awaitPayouts } from "../questions/awaitPayouts.ts"
import { type ResolutionFlags, resolutionRequestOf } from "../questions/resolutionFlags.ts"
import { resolutionText } from "../questions/resolutionText.ts"

interface ListFlags extends TargetFlags, PageFlags {
  readonly question?: string
  readonly status?: DisputeStatus
}

interface ResolveFlags extends ChangeFlags, ResolutionFlags {
  readonly status: DisputeEnd
  readonly note: string
}

const currentResolution = (dispute: AdminDispute): Resolution => resolutionOf(dispute)

const columns: ReadonlyArray<Column<AdminDispute>> = [
  { header: "ID", value: (row) => row.id },
  { header: "STATUS", value: (row) => row.status, colour: (row) => row.status === "open" ? "yellow" : undefined },
  { header: "FILED", value: (row) => row.created_at },
  { header: "BY", value: (row) => row.disputer_name, shrinks: true },
  { header: "RESOLVED AS", value: (row) => resolutionText(currentResolution(row)), shrinks: true },
  { header: "PREDICTIONS", value: (row) => row.prediction_count, right: true },
  { header: "QUESTION", value: (row) => row.question, shrinks: true }
]

const signed = (change: number): string => change > 0 ? `+${change}` : String(change)

const balanceColumns: ReadonlyArray<Column<BalanceChange>> = [
  { header: "ACCOUNT", value: (row) => row.account_id },
  { header: "NAME", value: (row) => row.name, shrinks: true },
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
  return withConnection(
    call,
    ({ api }) =>
      printList(call, "disputes", columns, (page) => api.disputes.adminDisputes({ urlParams: { ...filter, ...page } }))
  )
}) satisfies CommandHandler

const openColumns: ReadonlyArray<Column<OpenDispute>> = [
  { header: "ID", value: (row) => row.id },
  { header: "FILED", value: (row) => row.created_at },
  { header: "BY", value: (row) => row.disputer_name, shrinks: true }
]

const printDispute = (call: Invocation<TargetFlags>, dispute: AdminDispute, more: object = {}) =>
  printRecord(call, { dispute, ...more }, dispute)

/** The open disputes of the same question, the newest first. */
const openDisputesOf = (api: ApiClient, { open_count, question_id }: AdminDispute) =>
  open_count === 0
    ? Effect.succeed([])
    : Effect.map(
      api.disputes.adminDisputes({ urlParams: { question_id, status: "open", limit: 100, offset: 0 } }),
      ({ disputes }) => disputes
    )

const printOpenDisputes = (call: Invocation<TargetFlags>, open: ReadonlyArray<OpenDispute>, count: number) =>
  count < 2 ? Effect.void : printNote(
    call,
    `${count} disputes of this question are open, and are decided together:\n${
      tableText(call.io, call.flags, openColumns, open)
    }`
  )

/** `auspex disputes show`. */
export const showDispute =
  ((call: Invocation<TargetFlags>) =>
    withConnection(call, ({ api }) =>
      Effect.gen(function*() {
        const { dispute } = yield* api.disputes.adminDispute({ path: { id: call.args[0]! } })
        const open = yield* openDisputesOf(api, dispute)
        yield* printDispute(call, dispute, { open_disputes: open })
        if (call.flags.output === "table") yield* printOpenDisputes(call, open, dispute.open_count)
      }))) satisfies CommandHandler

const requestOf = (flags: ResolveFlags) => ({
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

/** Every balance that overturning would change, and a sentence that summarises the changes. */
const changesOf = (
  { disputes }: ApiClient,
  { id }: AdminDispute,
  { correct_options, outcome }: DisputeVerdictRequest
) =>
  Effect.map(
    everyPage<"balances", BalanceChange, ApiFailure>("balances", (page) =>
      disputes.previewDispute({
        path: { id },
        urlParams: {
          ...page,
          ...(outcome === undefined ? {} : { outcome: outcome === null ? "void" : `${outcome}` }),
          ...(correct_options == null ? {} : { correct_options })
        }
      })),
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
    withConnection(call, (connection) =>
      Effect.gen(function*() {
        const { api, target } = connection
        const request = requestOf(call.flags)
        const { dispute: before } = yield* api.disputes.adminDispute({ path: { id: call.args[0]! } })
        const end = api.disputes.resolveDispute({ path: { id: before.id }, payload: request })
        const { newResolution } = yield* judge(before, request)
        const about = before.open_count === 1
          ? `the dispute of "${before.question.slice(0, 80)}"`
          : `the ${before.open_count} disputes of "${before.question.slice(0, 80)}"`
        yield* printOpenDisputes(call, yield* openDisputesOf(api, before), before.open_count)
        if (newResolution === undefined) {
          const sentence = `make ${about} ${request.status}; the resolution stays ${
            resolutionText(currentResolution(before))
          }`
          if (yield* isDryRun(call, target, sentence)) return yield* printDispute(call, before)
          yield* confirm(call, target, sentence)
          return yield* printDispute(call, (yield* end).dispute)
        }
        const { changed, sentence: moved } = yield* changesOf(api, before, request)
        const sentence = `overturn ${about}: ${resolutionText(currentResolution(before))} becomes ${
          resolutionText(newResolution.resolution)
        }, and ${moved}`
        if (yield* isDryRun(call, target, sentence))
          return yield* printRows(call, changed, balanceColumns, { balances: changed, total: changed.length })
        if (changed.length > 0)
          yield* printNote(call, tableText(call.io, call.flags, balanceColumns, changed))
        yield* confirm(call, target, sentence)
        const ended = yield* end
        if ("job" in ended) {
          yield* printNote(
            call,
            `overturned; ${ended.job.total} predictions are being settled again (job ${ended.job.id})`
          )
          yield* awaitPayouts(call, connection, ended.job)
        }
        yield* printDispute(call, ended.dispute)
      }))) satisfies CommandHandler

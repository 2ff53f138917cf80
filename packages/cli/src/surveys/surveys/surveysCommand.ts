import { counted, grouped, orRefuse } from "@auspex/domain/kernel"
import {
  type AgentFilter,
  assignedAtOnceMax,
  type MatchingAgent,
  resolvedMinMax,
  type Survey,
  type SurveyAction,
  type SurveyFilter,
  surveyMove,
  type SurveyStatus
} from "@auspex/domain/surveys"
import type { Category } from "@auspex/domain/questions"
import { Effect } from "effect"
import type { ApiClient, ApiFailure } from "../../kit/connection/ApiClient.ts"
import { confirm } from "../../kit/connection/confirm.ts"
import type { Connection } from "../../kit/connection/Connection.ts"
import { withConnection } from "../../kit/connection/connect.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import type { ChangeFlags, CommandHandler, Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"
import { printNote, printRecord, printRows } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import { printList, type PageFlags, wholeNumber } from "../../kit/connection/pages.ts"
import { readInput } from "../../kit/connection/readInput.ts"

interface ListFlags extends TargetFlags, PageFlags {
  readonly status?: SurveyStatus
}

interface FieldFlags extends ChangeFlags {
  readonly title?: string
  readonly description?: string
  readonly category?: Category
  readonly tags?: string
  /** False with `--no-target-width`. */
  readonly targetWidth?: string | false
  readonly autoClose?: boolean
}

interface FileFlags extends ChangeFlags {
  readonly file?: string
}

const columns: ReadonlyArray<Column<Survey>> = [
  { header: "ID", value: (row) => row.id },
  { header: "STATUS", value: (row) => row.status, colour: (row) => row.status === "open" ? "green" : undefined },
  { header: "QUESTIONS", value: (row) => row.question_count, right: true },
  { header: "RESPONSES", value: (row) => row.response_count, right: true },
  { header: "OPENED", value: (row) => row.opened_at ?? undefined },
  { header: "CLOSED", value: (row) => row.closed_at ?? undefined },
  { header: "TITLE", value: (row) => row.title, shrinks: true }
]

/** `auspex surveys list`. */
export const listSurveys = ((call: Invocation<ListFlags>) => {
  const { status } = call.flags
  const filter: SurveyFilter = status === undefined ? {} : { status }
  return withConnection(
    call,
    ({ api }) =>
      printList(call, "surveys", columns, (page) => api.surveys.adminSurveys({ urlParams: { ...filter, ...page } }))
  )
}) satisfies CommandHandler

const printSurvey = (call: Invocation<TargetFlags>, survey: Survey) => printRecord(call, { survey }, survey)

/** `auspex surveys show`. */
export const showSurvey = ((call: Invocation<TargetFlags>) =>
  withConnection(call, ({ api }) =>
    Effect.gen(function*() {
      const { questions, survey } = yield* api.surveys.adminSurvey({ path: { id: call.args[0]! } })
      yield* printRecord(call, { survey, questions }, survey)
      if (call.flags.output === "json" || call.flags.output === "ndjson") return
      yield* printRows(call, questions, [
        { header: "QUESTION ID", value: (row) => row.id },
        { header: "STATUS", value: (row) => row.status },
        { header: "PREDICTIONS", value: (row) => row.prediction_count, right: true },
        { header: "QUESTION", value: (row) => row.question, shrinks: true }
      ], undefined)
    }))) satisfies CommandHandler

/** The ids of the arguments after `from`, and of the file: one a line; blank lines and lines with `#` are skipped. */
const idsOf = (call: Invocation<FileFlags>, from: number): Effect.Effect<ReadonlyArray<string>, WrongUsage> =>
  Effect.map(
    call.flags.file === undefined ? Effect.succeed("") : readInput(call.io, call.flags.file),
    (text) => [
      ...call.args.slice(from),
      ...text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"))
    ]
  )

const someIds = (call: Invocation<FileFlags>, from: number, noun: string) =>
  Effect.filterOrFail(
    idsOf(call, from),
    (ids) => ids.length > 0,
    () => new WrongUsage({ message: `give the ids of ${noun}, or a --file with them` })
  )

/** The fields that the flags give, besides the title. */
const fieldsOf = ({ autoClose, category, description, tags, targetWidth }: FieldFlags) =>
  Effect.map(
    targetWidth === undefined || targetWidth === false ? Effect.succeed(null) : widthOf(targetWidth),
    (target_width) => ({
      ...(description === undefined ? {} : { description }),
      ...(category === undefined ? {} : { category }),
      ...(tags === undefined ? {} : { tags }),
      ...(targetWidth === undefined ? {} : { target_width }),
      ...(autoClose === undefined ? {} : { auto_close: autoClose })
    })
  )

const widthOf = (text: string): Effect.Effect<number, WrongUsage> =>
  /^\d{1,3}(\.\d{1,2})?$/.test(text)
    ? Effect.succeed(Number(text))
    : Effect.fail(new WrongUsage({ message: `--target-width "${text}" is not a number of percentage points` }))

/** `auspex surveys create`. */
export const createSurvey = ((call: Invocation<FieldFlags & FileFlags & { readonly title: string }>) =>
  Effect.flatMap(
    Effect.all([idsOf(call, 0), fieldsOf(call.flags)]),
    ([question_ids, fields]) =>
      withConnection(call, ({ api, target }) =>
        Effect.gen(function*() {
          const { title } = call.flags
          const what = `create the draft "${title.slice(0, 80)}" with ${counted(question_ids.length, "question")}`
          if (yield* isDryRun(call, target, what)) return
          const payload = { title, ...fields, question_ids }
          yield* printSurvey(call, (yield* api.surveys.createSurvey({ payload })).survey)
        }))
  )) satisfies CommandHandler

const named = ({ question_count, title }: Survey): string =>
  `"${title.slice(0, 80)}" with ${counted(question_count, "question")}`

/** Reads the survey, refuses what its status does not allow, and with `--dry-run` says what would be done. */
const permitted = (
  call: Invocation<ChangeFlags>,
  { api, target }: Connection,
  action: SurveyAction,
  sentence: (survey: Survey) => string
) =>
  Effect.gen(function*() {
    const { survey } = yield* api.surveys.adminSurvey({ path: { id: call.args[0]! } })
    yield* orRefuse(surveyMove(survey.status, action, "admin"))
    const dry = yield* isDryRun(call, target, sentence(survey))
    return { survey, dry, path: { id: survey.id } }
  })

/** `auspex surveys edit`. */
export const editSurvey =
  ((call: Invocation<FieldFlags>) =>
    withConnection(call, (connection) =>
      Effect.gen(function*() {
        const { title } = call.flags
        const payload = { ...(title === undefined ? {} : { title }), ...(yield* fieldsOf(call.flags)) }
        const fields = Object.keys(payload)
        if (fields.length === 0) {
          return yield* new WrongUsage({
            message: "give --title, --description, --category, --tags, --target-width or --auto-close"
          })
        }
        const { dry, path, survey } = yield* permitted(
          call,
          connection,
          "edit",
          (survey) => `change ${fields.join(", ")} of ${named(survey)}`
        )
        const edited = dry ? survey : (yield* connection.api.surveys.editSurvey({ path, payload })).survey
        yield* printSurvey(call, edited)
      }))) satisfies CommandHandler

/** `auspex surveys questions add`. */
export const addQuestions = ((call: Invocation<FileFlags>) =>
  Effect.flatMap(
    someIds(call, 1, "questions"),
    (question_ids) =>
      withConnection(call, (connection) =>
        Effect.gen(function*() {
          const { dry, path, survey } = yield* permitted(
            call,
            connection,
            "link",
            (survey) => `link ${counted(question_ids.length, "question")} to ${named(survey)}`
          )
          if (dry) return yield* printSurvey(call, survey)
          const answer = yield* connection.api.surveys.linkSurveyQuestions({ path, payload: { question_ids } })
          yield* printNote(call, `${counted(answer.added, "question")} linked`)
          yield* printRecord(call, answer, answer.survey)
        }))
  )) satisfies CommandHandler

/** `auspex surveys questions remove`. */
export const removeQuestion = ((call: Invocation<ChangeFlags>) => {
  const qid = call.args[1]!
  return withConnection(call, (connection) =>
    Effect.gen(function*() {
      const { dry, path, survey } = yield* permitted(
        call,
        connection,
        "unlink",
        (survey) => `unlink question ${qid} from ${named(survey)}`
      )
      if (dry) return yield* printSurvey(call, survey)
      const answer = yield* connection.api.surveys.unlinkSurveyQuestion({ path: { ...path, qid } })
      yield* printSurvey(call, answer.survey)
    }))
}) satisfies CommandHandler

interface FilterFlags extends ChangeFlags {
  readonly family?: NonNullable<AgentFilter["families"]>
  readonly trust?: NonNullable<AgentFilter["trust"]>
  readonly resolvedMin?: string
  readonly limit?: string
}

const filterFlags = ["family", "trust", "resolvedMin", "limit"] as const

/** `auspex surveys assign`: the named agents, or the agents that a filter selects. */
export const assignAgents = ((call: Invocation<FileFlags & FilterFlags>) => {
  const byFilter = filterFlags.some((flag) => call.flags[flag] !== undefined)
  if (!byFilter) return assignNamed(call)
  return call.args.length > 1 || call.flags.file !== undefined
    ? Effect.fail(new WrongUsage({ message: "give either the ids of agents or a filter, not both" }))
    : assignMatching(call)
}) satisfies CommandHandler

/** More agents than one request takes are assigned in several. */
const assignNamed = (call: Invocation<FileFlags>) =>
  Effect.flatMap(someIds(call, 1, "agents"), (ids) =>
    withConnection(call, (connection) =>
      Effect.gen(function*() {
        const { dry, path, survey } = yield* permitted(
          call,
          connection,
          "assign",
          (survey) => `assign ${counted(ids.length, "agent")} to ${named(survey)}`
        )
        if (dry) return yield* printSurvey(call, survey)
        let result = { assigned: 0, total: 0 }
        for (let from = 0; from < ids.length; from += assignedAtOnceMax) {
          const user_ids = ids.slice(from, from + assignedAtOnceMax)
          const { assigned, total } = yield* connection.api.surveys.assignSurvey({ path, payload: { user_ids } })
          result = { assigned: result.assigned + assigned, total }
        }
        yield* printRecord(call, result, result)
      })))

const matchColumns: ReadonlyArray<Column<MatchingAgent>> = [
  { header: "AGENT ID", value: (row) => row.user_id },
  { header: "FAMILY", value: (row) => row.model_family },
  { header: "TRUST", value: (row) => row.trust_label },
  { header: "NAME", value: (row) => row.user_name, shrinks: true }
]

/** Assigns agents by a filter and lists them; with `--dry-run` it only lists them. */
const assignMatching = (call: Invocation<FilterFlags>) =>
  Effect.gen(function*() {
    const { dryRun, family, limit, resolvedMin, trust } = call.flags
    const request = {
      ...(family === undefined ? {} : { families: family }),
      ...(trust === undefined ? {} : { trust }),
      ...(resolvedMin === undefined
        ? {}
        : { resolved_min: yield* wholeNumber("--resolved-min", resolvedMin, 0, resolvedMinMax) }),
      ...(limit === undefined ? {} : { limit: yield* wholeNumber("--limit", limit, 1, Infinity) }),
      ...(dryRun === true ? { dry_run: true } : {})
    }
    yield* withConnection(call, ({ api, target }) =>
      Effect.gen(function*() {
        const answer = yield* api.surveys.assignMatchingAgents({ path: { id: call.args[0]! }, payload: request })
        const { agents, assigned, panel_size } = answer
        const dry = yield* isDryRun(call, target, `assign ${counted(agents.length, "agent")}`)
        yield* printRows(call, agents, matchColumns, answer)
        if (!dry) yield* printNote(call, `${counted(assigned, "agent")} assigned; the panel has ${grouped(panel_size)}`)
      }))
  })

/** `auspex surveys unassign`. */
export const unassignAgent = ((call: Invocation<ChangeFlags>) => {
  const uid = call.args[1]!
  return withConnection(call, (connection) =>
    Effect.gen(function*() {
      const { dry, path, survey } = yield* permitted(
        call,
        connection,
        "unassign",
        (survey) => `take agent ${uid} out of the panel of ${named(survey)}`
      )
      if (dry) return yield* printSurvey(call, survey)
      const answer = yield* connection.api.surveys.unassignSurvey({ path: { ...path, uid } })
      yield* printRecord(call, answer, answer)
    }))
}) satisfies CommandHandler

interface SurveyAnswer {
  readonly survey: Survey
}

const confirmed = (
  call: Invocation<ChangeFlags>,
  connection: Connection,
  action: SurveyAction,
  sentence: (survey: Survey) => string
) =>
  Effect.tap(
    permitted(call, connection, action, sentence),
    ({ dry, survey }) => dry ? Effect.void : confirm(call, connection.target, sentence(survey))
  )

/** A command that asks, and moves a survey on in its life. */
const moving = (
  action: "open" | "close" | "archive",
  sentence: (survey: Survey) => string,
  move: (api: ApiClient, at: { readonly path: { readonly id: string } }) => Effect.Effect<SurveyAnswer, ApiFailure>
) =>
  ((call: Invocation<ChangeFlags>) =>
    withConnection(call, (connection) =>
      Effect.gen(function*() {
        const { dry, path, survey } = yield* confirmed(call, connection, action, sentence)
        yield* printSurvey(call, dry ? survey : (yield* move(connection.api, { path })).survey)
      }))) satisfies CommandHandler

/** `auspex surveys open`. */
export const openSurvey = moving("open", (survey) => `open ${named(survey)}`, (api, at) => api.surveys.openSurvey(at))

/** `auspex surveys close`. */
export const closeSurvey = moving(
  "close",
  (survey) => `close ${named(survey)} for good`,
  (api, at) => api.surveys.closeSurvey(at)
)

/** `auspex surveys archive`. */
export const archiveSurvey = moving(
  "archive",
  (survey) => `hide ${named(survey)} from lists for good`,
  (api, at) => api.surveys.archiveSurvey(at)
)

/** `auspex surveys delete`. */
export const deleteSurvey =
  ((call: Invocation<ChangeFlags>) =>
    withConnection(call, (connection) =>
      Effect.gen(function*() {
        const { dry, path, survey } = yield* confirmed(
          call,
          connection,
          "delete",
          (survey) => `delete the draft ${named(survey)}`
        )
        if (dry) return yield* printSurvey(call, survey)
        const answer = yield* connection.api.surveys.deleteSurvey({ path })
        yield* printRecord(call, answer, answer)
      }))) satisfies CommandHandler

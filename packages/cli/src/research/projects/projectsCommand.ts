import { AudienceProjectRequest, type ProjectState, SimulationProjectRequest } from "@auspex/adapters-http/contract"
import type { Audience } from "@auspex/domain/panels"
import type {
  Finding,
  FindingKind,
  Project,
  ProjectKind,
  ProjectQuestion,
  ProjectSource,
  ProjectStatus
} from "@auspex/domain/projects"
import type { Category } from "@auspex/domain/questions"
import { Effect, Either, type Schema } from "effect"
import { confirm } from "../../kit/connection/confirm.ts"
import { isDryRun } from "../../kit/connection/isDryRun.ts"
import { type ResearchConnection, withResearch } from "../../kit/connection/researchConnection.ts"
import { WrongUsage } from "../../kit/invocation/CommandFailure.ts"
import type { CommandHandler, Invocation, ResearchFlags } from "../../kit/invocation/Invocation.ts"
import { printRecord, printRows } from "../../kit/output/print.ts"
import type { Column } from "../../kit/output/table.ts"
import { readQuestionFile } from "../framing/QuestionFile.ts"
import { readRequestFile } from "./RequestFile.ts"
import { type PageFlags, printList, wholeNumber } from "../../kit/connection/pages.ts"
import { readInput } from "../../kit/connection/readInput.ts"

const columns: ReadonlyArray<Column<Project>> = [
  { header: "ID", value: (row) => row.id },
  { header: "KIND", value: (row) => row.kind },
  { header: "STATUS", value: (row) => row.status },
  { header: "QUESTIONS", value: (row) => row.question_count, right: true },
  { header: "SOURCES", value: (row) => row.source_count, right: true },
  { header: "UPDATED", value: (row) => row.last_updated_at },
  { header: "TITLE", value: (row) => row.title, shrinks: true }
]

const questionColumns: ReadonlyArray<Column<ProjectQuestion>> = [
  { header: "ID", value: (row) => row.id },
  { header: "KIND", value: (row) => row.kind },
  { header: "RESOLVES", value: (row) => row.resolution_date },
  { header: "TEXT", value: (row) => row.text, shrinks: true }
]

const sourceColumns: ReadonlyArray<Column<ProjectSource>> = [
  { header: "ID", value: (row) => row.id },
  {
    header: "STATUS",
    value: (row) => row.reason === null ? row.status : `${row.status}: ${row.reason}`,
    colour: ({ status }) => status === "ready" ? "green" : status === "rejected" ? "red" : "dim"
  },
  { header: "VERSION", value: (row) => row.version, right: true },
  { header: "PASSAGES", value: (row) => row.passage_count, right: true },
  { header: "TITLE", value: (row) => row.title ?? row.uri, shrinks: true }
]

const findingColumns: ReadonlyArray<Column<Finding>> = [
  { header: "SCORE", value: (row) => row.score.toFixed(2), right: true },
  { header: "SOURCE", value: (row) => row.citation.title },
  { header: "TEXT", value: (row) => row.text, shrinks: true }
]

/** The project that a command names. */
const pathOf = (call: Invocation<ResearchFlags>) => ({ id: call.args[0]! })

interface ListFlags extends ResearchFlags, PageFlags {
  readonly status?: ProjectStatus
  readonly kind?: ProjectKind
}

/** `auspex research projects list`. */
export const listProjects = ((call: Invocation<ListFlags>) =>
  withResearch(call, ({ api }) => {
    const { kind, status } = call.flags
    const filter = { ...(kind === undefined ? {} : { kind }), ...(status === undefined ? {} : { status }) }
    return printList(call, "projects", columns, (page) => api.projects.list({ urlParams: { ...filter, ...page } }))
  })) satisfies CommandHandler

/** Prints a project that was made just now; a table leaves out what it consists of. */
const printCreated = (call: Invocation<ResearchFlags>, project: typeof ProjectState.Type) => {
  const { panel: _, questions: __, sources: ___, ...shown } = project
  return printRecord(call, { ...project }, shown)
}

interface CreateFlags extends ResearchFlags {
  readonly audience?: Audience
}

/** `auspex research projects create`: a research project from a brief, in a file or on standard input. */
export const createProject =
  ((call: Invocation<CreateFlags>) =>
    withResearch(call, ({ api }) =>
      Effect.gen(function*() {
        const brief = yield* readInput(call.io, call.args[0]!)
        const { audience = null } = call.flags
        const project = yield* api.projects.createResearch({ payload: { brief, audience } })
        yield* printCreated(call, project)
      }))) satisfies CommandHandler

/** `auspex research projects survey`: a survey from a file of texts. */
export const createSurveyProject =
  ((call: Invocation<ResearchFlags>) =>
    withResearch(call, ({ api }) =>
      Effect.gen(function*() {
        const file = yield* questionsIn(call, call.args[1]!)
        if (!file.isPlain) {
          return yield* new WrongUsage({
            message: "a survey takes questions that are plain texts; add others with questions add"
          })
        }
        const questions = file.drafts.map(({ text }) => text)
        const project = yield* api.projects.createSurvey({ payload: { title: call.args[0]!, questions } })
        yield* printCreated(call, project)
      }))) satisfies CommandHandler

/** `auspex research projects audience`: an audience from a file with its title, questions and segments. */
export const createAudienceProject =
  ((call: Invocation<ResearchFlags>) =>
    withResearch(call, ({ api }) =>
      Effect.gen(function*() {
        const payload = yield* requestIn(call, AudienceProjectRequest)
        yield* printCreated(call, yield* api.projects.createAudience({ payload }))
      }))) satisfies CommandHandler

/** `auspex research projects simulation`: a simulation from a file with its title, questions, experts and rounds. */
export const createSimulationProject =
  ((call: Invocation<ResearchFlags>) =>
    withResearch(call, ({ api }) =>
      Effect.gen(function*() {
        const payload = yield* requestIn(call, SimulationProjectRequest)
        yield* printCreated(call, yield* api.projects.createSimulation({ payload }))
      }))) satisfies CommandHandler

/** The request in the file that a command names. */
const requestIn = <A, I>(call: Invocation<ResearchFlags>, schema: Schema.Schema<A, I>) =>
  Effect.flatMap(
    readInput(call.io, call.args[0]!),
    (text) => readRequestFile(call.args[0] === "-" ? "standard input" : call.args[0]!, text, schema)
  )

/** The drafts in a file; an entry that is none is refused with its line. */
const questionsIn = (call: Invocation<ResearchFlags>, name: string) =>
  Effect.gen(function*() {
    const shown = name === "-" ? "standard input" : name
    const file = yield* readQuestionFile(shown, yield* readInput(call.io, name))
    const drafts = yield* Effect.forEach(file.questions, ({ draft, line }) =>
      Either.isRight(draft)
        ? Effect.succeed(draft.right)
        : Effect.fail(
          new WrongUsage({ message: `${shown}:${line}: ${draft.left.map(({ message }) => message).join(" ")}` })
        ))
    return { drafts, isPlain: file.isPlain }
  })

/** `auspex research projects show`: a project with its questions and sources. */
export const showProject =
  ((call: Invocation<ResearchFlags>) =>
    withResearch(call, ({ api }) =>
      Effect.gen(function*() {
        const project = yield* api.projects.project({ path: pathOf(call) })
        const { panel: _, questions, sources, ...shown } = project
        yield* printRecord(call, { ...project }, shown)
        if (call.flags.output !== "table") return
        yield* printRows(call, questions, questionColumns, {})
        yield* printRows(call, sources, sourceColumns, {})
      }))) satisfies CommandHandler

/** `auspex research projects archive`. */
export const archiveProject =
  ((call: Invocation<ResearchFlags & { readonly yes?: boolean; readonly dryRun?: boolean }>) =>
    withResearch(call, ({ api, target }) =>
      Effect.gen(function*() {
        const path = pathOf(call)
        const project = yield* api.projects.status({ path })
        const sentence = `archive the project ${path.id} for good`
        if (yield* isDryRun(call, target, sentence)) return yield* printRecord(call, { ...project }, project)
        yield* confirm(call, target, sentence)
        const archived = yield* api.projects.archive({ path })
        yield* printRecord(call, { ...archived }, archived)
      }))) satisfies CommandHandler

/** `auspex research questions add`: the questions of a file, in order; it stops at the first that is refused. */
export const addQuestions =
  ((call: Invocation<ResearchFlags>) =>
    withResearch(call, ({ api }) =>
      Effect.gen(function*() {
        const { drafts } = yield* questionsIn(call, call.args[1]!)
        const questions = yield* Effect.forEach(drafts, (payload) => api.projects.ask({ path: pathOf(call), payload }))
        yield* printRows(call, questions, questionColumns, { questions })
      }))) satisfies CommandHandler

interface AddSourcesFlags extends ResearchFlags {
  readonly title?: string
  readonly wait?: boolean
}

const waitSeconds = 2

/** Those sources of a project, as soon as none of them is queued. */
const whenRead = (connection: ResearchConnection, call: Invocation<ResearchFlags>, ids: ReadonlySet<string>) =>
  Effect.gen(function*() {
    for (;;) {
      const sources = (yield* sourcesOf(connection, call)).filter(({ id }) => ids.has(id))
      if (sources.every(({ status }) => status !== "queued")) return sources
      yield* Effect.sleep(waitSeconds * 1_000)
    }
  })

/** `auspex research sources add`: queues pages, and with `--wait` returns when they have been read. */
export const addSources =
  ((call: Invocation<AddSourcesFlags>) =>
    withResearch(call, (connection) =>
      Effect.gen(function*() {
        const uris = call.args.slice(1)
        const { title, wait } = call.flags
        if (title !== undefined && uris.length > 1) {
          return yield* new WrongUsage({ message: "--title is for one address" })
        }
        const payload = title === undefined ? {} : { title }
        const added = yield* Effect.forEach(
          uris,
          (uri) => connection.api.projects.attach({ path: pathOf(call), payload: { uri, ...payload } })
        )
        const sources = wait === true
          ? yield* whenRead(connection, call, new Set(added.map(({ id }) => id)))
          : added
        yield* printRows(call, sources, sourceColumns, { sources })
      }))) satisfies CommandHandler

const sourcesOf = ({ api }: ResearchConnection, call: Invocation<ResearchFlags>) =>
  Effect.map(api.projects.project({ path: pathOf(call) }), ({ sources }) => sources)

/** `auspex research sources list`. */
export const listSources = ((call: Invocation<ResearchFlags>) =>
  withResearch(call, (connection) =>
    Effect.flatMap(
      sourcesOf(connection, call),
      (sources) => printRows(call, sources, sourceColumns, { sources })
    ))) satisfies CommandHandler

interface SearchFlags extends ResearchFlags {
  readonly limit?: string
  readonly project?: string
  readonly kind?: FindingKind
}

/** `auspex research search`. */
export const searchFindings =
  ((call: Invocation<SearchFlags>) =>
    withResearch(call, ({ api }) =>
      Effect.gen(function*() {
        const { kind, limit, project } = call.flags
        const found = yield* api.findings.search({
          urlParams: {
            q: call.args[0]!,
            limit: yield* wholeNumber("--limit", limit ?? "10", 1, 100),
            offset: 0,
            ...(project === undefined ? {} : { project_id: project }),
            ...(kind === undefined ? {} : { kind })
          }
        })
        yield* printRows(call, found.findings, findingColumns, found)
      }))) satisfies CommandHandler

/** `auspex research questions forecast`. */
export const forecastQuestion =
  ((call: Invocation<ResearchFlags & { readonly category: Category }>) =>
    withResearch(call, ({ api }) =>
      Effect.flatMap(
        api.runs.forecast({
          path: { id: call.args[0]!, question_id: call.args[1]! },
          payload: { category: call.flags.category }
        }),
        (placed) => printRecord(call, { ...placed }, placed)
      ))) satisfies CommandHandler

import { Context, Effect, Layer } from "effect"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import type { ResearchQuestionDraft } from "../framing/ResearchQuestionDraft.ts"
import type { WorkspaceActor } from "../../platform/identity/WorkspaceActor.ts"
import { requireRight } from "../../platform/identity/WorkspaceRole.ts"
import { DatabaseClock } from "../../kernel/DatabaseClock.ts"
import { judgeHttpUri } from "../../kernel/HttpUri.ts"
import { Outbound } from "../../kernel/Outbound.ts"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import { foundOr, orRefuse, refuse, refuseAll } from "../../kernel/Refusal.ts"
import { judgeText } from "../../kernel/TextRule.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { answerSpaceOf } from "../panels/AnswerSpace.ts"
import type { Audience } from "../panels/Audience.ts"
import type { PanelQuestion } from "../panels/PanelQuestion.ts"
import type { ProjectPanel } from "../panels/ProjectPanel.ts"
import { WorkspaceAudit } from "../workspaces/WorkspaceAudit.ts"
import { countFailures, judgeProjectQuestion, judgeSurveyQuestions, titleOfBrief } from "./judgeProjectQuestion.ts"
import {
  briefLengthMax,
  briefLengthMin,
  choicesPerSurveyMax,
  type Project,
  type ProjectKind,
  type ProjectProgress,
  projectsPerWorkspaceMax,
  type ProjectStatus,
  projectTitleMax,
  questionsPerProjectMax,
  sourcesPerProjectMax,
  sourceTitleGivenMax
} from "./Project.ts"
import { permitted } from "./ProjectAccess.ts"
import { type ProjectAction, projectMove } from "./ProjectMove.ts"
import type { ProjectQuestion } from "./ProjectQuestion.ts"
import type { ProjectSource } from "./ProjectSource.ts"
import { type NewProject, type NewProjectQuestion, ProjectStore } from "./ProjectStore.ts"
import { sourceMoveOrDie } from "./SourceMove.ts"
import { SourceStore } from "./SourceStore.ts"

/** A project with its questions and sources. */
export interface ProjectParts extends Project {
  /** Who answers in an audience, a simulation, or a survey with an assigned panel; null for other projects. */
  readonly panel: ProjectPanel | null
  readonly questions: ReadonlyArray<ProjectQuestion>
  readonly sources: ReadonlyArray<ProjectSource>
}

/** A project whose parts have been judged. */
export interface JudgedProject extends Omit<NewProject, "workspace_id" | "created_by"> {
  readonly panel: ProjectPanel | null
  readonly questions: ReadonlyArray<NewProjectQuestion>
}

/** The projects of workspaces: their briefs, questions and sources. Every change is written to the audit log. */
export class Projects extends Context.Tag("auspex/Projects")<Projects, {
  /** Creates a project that a panel reasons over. Fails with INVALID_REQUEST, INSUFFICIENT_PERMISSIONS, PROJECT_LIMIT. */
  readonly createResearch: (
    actor: WorkspaceActor,
    request: { readonly brief: string; readonly audience?: Audience | null | undefined }
  ) => UseCaseEffect<ProjectParts>
  /** Creates a survey. Fails also with FRAMING_REFUSED, for all questions at once. */
  readonly createSurvey: (
    actor: WorkspaceActor,
    request: { readonly title: string; readonly questions: ReadonlyArray<string> }
  ) => UseCaseEffect<ProjectParts>
  /** Creates a project that the caller has judged. Fails with INSUFFICIENT_PERMISSIONS and PROJECT_LIMIT. */
  readonly create: (actor: WorkspaceActor, project: JudgedProject) => UseCaseEffect<ProjectParts>
  /** The projects of the key's workspace, newest first. */
  readonly list: (
    actor: WorkspaceActor,
    filter: { readonly status?: ProjectStatus; readonly kind?: ProjectKind },
    page: PageRequest
  ) => UseCaseEffect<Page<Project>>
  /** Fails with PROJECT_NOT_FOUND and WRONG_WORKSPACE. */
  readonly progress: (actor: WorkspaceActor, id: string) => UseCaseEffect<ProjectProgress>
  /** A project with its questions and sources. Fails like `progress`. */
  readonly detail: (actor: WorkspaceActor, id: string) => UseCaseEffect<ProjectParts>
  /**
   * Adds a question that passes the framing rules. Fails like `progress`, and with INSUFFICIENT_PERMISSIONS,
   * INVALID_REQUEST, FRAMING_REFUSED with every broken rule, INVALID_TRANSITION and PROJECT_LIMIT.
   */
  readonly ask: (actor: WorkspaceActor, id: string, draft: ResearchQuestionDraft) => UseCaseEffect<ProjectQuestion>
  /**
   * Adds a source, which a worker reads; the same address again is read again. Fails like `progress`, and with
   * INSUFFICIENT_PERMISSIONS, INVALID_REQUEST, HTTPS_REQUIRED, SSRF_BLOCKED, INVALID_TRANSITION and PROJECT_LIMIT.
   */
  readonly attach: (
    actor: WorkspaceActor,
    id: string,
    source: { readonly uri: string; readonly title?: string | null | undefined }
  ) => UseCaseEffect<ProjectSource>
  /** A source of a project. Fails like `progress`, and with SOURCE_NOT_FOUND. */
  readonly source: (actor: WorkspaceActor, id: string, sourceId: string) => UseCaseEffect<ProjectSource>
  /** Ends a project for good. Fails like `progress`, and with INSUFFICIENT_PERMISSIONS and INVALID_TRANSITION. */
  readonly archive: (actor: WorkspaceActor, id: string) => UseCaseEffect<Project>
}>() {
  static readonly layer: Layer.Layer<
    Projects,
    never,
    DatabaseClock | EventOutbox | Outbound | ProjectStore | SourceStore | UnitOfWork | WorkspaceAudit
  > = Layer.effect(
    Projects,
    Effect.gen(function*() {
      const audit = yield* WorkspaceAudit
      const clock = yield* DatabaseClock
      const outbound = yield* Outbound
      const outbox = yield* EventOutbox
      const sources = yield* SourceStore
      const store = yield* ProjectStore
      const unit = yield* UnitOfWork
      const services = { audit, clock, outbound, outbox, sources, store, unit }
      return Projects.of({
        ...reading(services),
        ...creating(services),
        ask: askWith(services),
        attach: attachWith(services),
        archive: archiveWith(services)
      })
    })
  )
}

type Service = Context.Tag.Service<Projects>

interface Services {
  readonly audit: WorkspaceAudit["Type"]
  readonly clock: DatabaseClock["Type"]
  readonly outbound: Outbound["Type"]
  readonly outbox: EventOutbox["Type"]
  readonly sources: SourceStore["Type"]
  readonly store: ProjectStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

const recordWith = ({ audit }: Services) =>
(
  actor: WorkspaceActor,
  action: string,
  subject: readonly [type: string, id: string],
  detail: unknown
) =>
  audit.record({
    workspace_id: actor.workspace_id,
    by: { account_id: actor.account_id, key_id: actor.key_id },
    action,
    subject_type: subject[0],
    subject_id: subject[1],
    detail
  })

const todayOf = ({ clock }: Services) => Effect.map(clock.now, (now) => now.toISOString().slice(0, 10))

const access = ({ sources, store }: Services) => {
  const found = (actor: WorkspaceActor, id: string) =>
    Effect.flatMap(store.find(id), (project) => permitted(project, actor, "read"))

  /** Locks a project that the caller may change, and draws the move. */
  const locked = (actor: WorkspaceActor, id: string, action: ProjectAction) =>
    Effect.gen(function*() {
      const project = yield* permitted(yield* store.lock(id), actor, "write")
      return { project, move: yield* orRefuse(projectMove(project.status, action, "member")) }
    })

  const partsOf = (project: Project) =>
    Effect.map(
      Effect.all([store.questions(project.id), sources.list(project.id), store.panel(project.id)]),
      ([questions, listed, panel]): ProjectParts => ({
        ...project,
        panel: panel ?? null,
        questions,
        sources: listed
      })
    )

  return { found, locked, partsOf }
}

const reading = (services: Services): Pick<Service, "list" | "progress" | "detail" | "source"> => {
  const { sources, store } = services
  const { found, partsOf } = access(services)
  return {
    list: (actor, filter, page) => store.list(actor.workspace_id, filter, page),
    progress: (actor, id) =>
      Effect.map(found(actor, id), ({ id, last_updated_at, question_count, reasoning_count, status }) => ({
        id,
        status,
        last_updated_at,
        question_count,
        reasoning_count
      })),
    detail: (actor, id) => Effect.flatMap(found(actor, id), partsOf),
    source: (actor, id, sourceId) =>
      Effect.zipRight(
        found(actor, id),
        foundOr(sources.find(id, sourceId), refuse("SOURCE_NOT_FOUND", "The project has no such source."))
      )
  }
}

const creating = (services: Services): Pick<Service, "createResearch" | "createSurvey" | "create"> => {
  const { outbox, store, unit } = services
  const { found, partsOf } = access(services)
  const record = recordWith(services)

  const create = (actor: WorkspaceActor, { panel, questions, ...project }: JudgedProject) =>
    unit.transact(Effect.gen(function*() {
      const count = yield* store.lockCount(actor.workspace_id)
      if (count >= projectsPerWorkspaceMax) return yield* limit("A workspace", "projects", projectsPerWorkspaceMax)
      const move = yield* orRefuse(projectMove("new", "create", "member"))
      const { workspace_id } = actor
      const { id, kind, title } = yield* store.insert(move, {
        ...project,
        workspace_id,
        created_by: actor.account_id
      })
      if (panel !== null) yield* store.putPanel(id, panel)
      if (questions.length > 0) yield* store.addQuestions(id, move, questions)
      yield* record(actor, "project.create", ["project", id], { kind, title })
      yield* outbox.record([{ event: "project.created", workspace_id, data: { project_id: id, kind, title } }])
      return yield* partsOf(yield* found(actor, id))
    }))

  return {
    createResearch: (actor, request) =>
      Effect.gen(function*() {
        yield* requireRight(actor.role, "write")
        const brief = clean(request.brief)
        yield* refuseAll([judgeText("brief", brief, { min: briefLengthMin, max: briefLengthMax })])
        const audience = request.audience ?? null
        return yield* create(actor, {
          kind: "research",
          title: titleOfBrief(brief),
          brief,
          audience,
          panel: null,
          questions: []
        })
      }),
    createSurvey: (actor, request) =>
      Effect.gen(function*() {
        yield* requireRight(actor.role, "write")
        const title = clean(request.title)
        yield* refuseAll([
          judgeText("title", title, { min: 1, max: projectTitleMax, isLine: true }),
          ...countFailures(request.questions.length)
        ])
        const { failures, questions } = judgeSurveyQuestions(request.questions, yield* todayOf(services))
        yield* refuseAll(failures)
        return yield* create(actor, {
          kind: "survey",
          title,
          brief: null,
          audience: null,
          panel: null,
          questions
        })
      }),
    create: (actor, project) => Effect.zipRight(requireRight(actor.role, "write"), create(actor, project))
  }
}

const askWith = (services: Services): Service["ask"] => {
  const { store, unit } = services
  const { locked } = access(services)
  const record = recordWith(services)
  return (actor, id, draft) =>
    unit.transact(Effect.gen(function*() {
      const { move, project } = yield* locked(actor, id, "ask")
      const others = yield* store.fingerprints(id)
      const { failures, question } = judgeProjectQuestion(draft, {
        kind: project.kind,
        today: yield* todayOf(services),
        others
      })
      yield* refuseAll(failures)
      if (others.length >= questionsPerProjectMax) {
        return yield* limit("A project", "questions", questionsPerProjectMax)
      }
      if (
        project.kind === "survey" &&
        choicesOf([...(yield* store.questions(id)), question]) > choicesPerSurveyMax
      ) {
        return yield* limit("A survey", "choices in all its questions together", choicesPerSurveyMax)
      }
      const [added] = yield* store.addQuestions(id, move, [question])
      yield* record(actor, "question.create", ["question", added!.id], { project_id: id, text: added!.text })
      return added!
    }))
}

const attachWith = (services: Services): Service["attach"] => {
  const { outbound, sources, store, unit } = services
  const { locked } = access(services)
  const record = recordWith(services)
  return (actor, id, request) =>
    Effect.gen(function*() {
      // Before the address is looked up, so that only callers with the right to write can cause a lookup.
      yield* permitted(yield* store.find(id), actor, "write")
      const uri = request.uri.trim()
      const title = clean(request.title ?? "")
      yield* refuseAll([
        judgeHttpUri("uri", uri),
        judgeText("title", title, { max: sourceTitleGivenMax, isLine: true })
      ])
      yield* outbound.check(uri, "uri")
      return yield* unit.transact(Effect.gen(function*() {
        const { move, project } = yield* locked(actor, id, "attach")
        const status = yield* sources.statusAt(id, uri)
        if (status === undefined && project.source_count >= sourcesPerProjectMax) {
          return yield* limit("A project", "sources", sourcesPerProjectMax)
        }
        const moves = { project: move, source: yield* sourceMoveOrDie(status ?? "new", "attach", "member") }
        const source = yield* sources.add(id, moves, { uri, title: title === "" ? null : title })
        yield* record(actor, "source.add", ["source", source.id], { project_id: id, uri })
        return source
      }))
    })
}

const archiveWith = (services: Services): Service["archive"] => {
  const { store, unit } = services
  const { locked } = access(services)
  const record = recordWith(services)
  return (actor, id) =>
    unit.transact(Effect.gen(function*() {
      const { move } = yield* locked(actor, id, "archive")
      const project = yield* store.move(id, move)
      yield* record(actor, "project.archive", ["project", id], null)
      return project
    }))
}

const clean = (text: string): string => text.normalize("NFC").trim()

/** How many choices questions offer together. */
const choicesOf = (questions: ReadonlyArray<Pick<PanelQuestion, "kind" | "kind_options">>): number =>
  questions.reduce((sum, question) => {
    const space = answerSpaceOf(question)
    return space === null ? sum : sum + space.rows.length * space.options.length
  }, 0)

const limit = (whose: string, what: string, max: number) =>
  refuse("PROJECT_LIMIT", `${whose} has at most ${max} ${what}.`, { limit: max })

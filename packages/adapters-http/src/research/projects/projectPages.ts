import { type KindOptions, ResearchQuestionKind } from "@auspex/domain/framing"
import type { WorkspaceActor } from "@auspex/domain/identity"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import { Projects } from "@auspex/domain/projects"
import { ProjectDossiers } from "@auspex/domain/packetPublication"
import { ProjectRuns } from "@auspex/domain/panelRuns"
import { linksPerProjectMax, SurveyLinks } from "@auspex/domain/surveyLinks"
import type { Workspaces } from "@auspex/domain/workspaces"
import { Effect, Schema } from "effect"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { projectPage } from "./ProjectPage.tsx"
import { projectPath } from "../workspaces/WorkspaceFrame.tsx"
import { type AskedKind, questionFormId } from "./QuestionForms.tsx"
import { enterWorkspace } from "../workspaces/enterWorkspace.ts"
import { givenOf, linesOf, numberOf } from "../../pages/formFields.ts"
import {
  redirectDone,
  type FormRequest,
  withFormErrors,
  type PageRequest,
  postedForm,
  sessionPage,
  shownPage
} from "../../pages/sessionPage.ts"

const path = "/research/:workspace_id/projects/:id"

const pageOf = (at: Readonly<Record<string, string>>): string => projectPath(at["workspace_id"]!, at["id"]!)

const show = (request: PageRequest, refused?: RefusedForm) =>
  Effect.gen(function*() {
    const { actor, view } = yield* enterWorkspace(request, refused)
    const project = yield* Effect.flatMap(ProjectDossiers, ({ overview }) => overview(actor, request.path["id"]!))
    const links = project.kind === "survey"
      ? (yield* Effect.flatMap(
        SurveyLinks,
        ({ list }) => list(actor, project.id, { limit: linksPerProjectMax, offset: 0 })
      )).items
      : []
    return sessionPage(projectPage({ ...view, project, links }), refused)
  })

const isKind = Schema.is(ResearchQuestionKind)

const kindOptionsOf = (kind: AskedKind, form: URLSearchParams): KindOptions | null => {
  switch (kind) {
    case "binary":
    case "words":
      return null
    case "multi":
      return { options: linesOf(form.get("options")) }
    case "matrix":
      return { rows: linesOf(form.get("rows")), columns: linesOf(form.get("columns")) }
    case "likert":
      return { scale: numberOf(form, "scale"), statement: form.get("statement") }
    case "star_rating":
      return { max: numberOf(form, "max") }
  }
}

/** The question of a form; without a kind it is answered in words. */
const questionOf = (kind: AskedKind, form: URLSearchParams) => ({
  text: form.get("text") ?? "",
  kind: kind === "words" ? null : kind,
  kind_options: kindOptionsOf(kind, form),
  resolution_signal: givenOf(form, "resolution_signal"),
  resolution_date: givenOf(form, "resolution_date"),
  resolution_threshold: givenOf(form, "resolution_threshold")
})

type Worked = Effect.Effect<unknown, Refusal | StorageUnavailable, Projects | ProjectRuns>

/** Does something with the project as the reader, and says so on its page. */
const acted = (request: FormRequest, what: string, work: (actor: WorkspaceActor, id: string) => Worked) =>
  Effect.gen(function*() {
    const { actor } = yield* enterWorkspace(request)
    yield* work(actor, request.path["id"]!)
    return redirectDone(pageOf(request.path), what)
  })

type Services = Projects | ProjectDossiers | ProjectRuns | SurveyLinks | Workspaces

const ask = postedForm<Services>({
  path: `${path}/questions`,
  page: pageOf,
  policy: { bodyBytesMax: bodyBytesMax.default },
  submit: (request) => {
    const { form } = request
    const given = form.get("kind")
    const kind = isKind(given) ? given : "words"
    return withFormErrors(
      acted(
        request,
        "question-added",
        (actor, id) => Effect.flatMap(Projects, ({ ask }) => ask(actor, id, questionOf(kind, form)))
      ),
      { id: questionFormId(kind), form, show: (refused) => show(request, refused) }
    )
  }
})

const attach = postedForm<Services>({
  path: `${path}/sources`,
  page: pageOf,
  policy: { waitsFor: "lookup" },
  submit: (request) =>
    withFormErrors(
      acted(request, "source-added", (actor, id) =>
        Effect.flatMap(Projects, ({ attach }) =>
          attach(actor, id, { uri: request.form.get("uri") ?? "", title: request.form.get("title") }))),
      {
        id: "attach",
        form: request.form,
        show: (refused) =>
          show(request, refused)
      }
    )
})

/** A form of a project that is one button. */
const button = (part: string, what: string, work: (actor: WorkspaceActor, id: string) => Worked) =>
  postedForm<Services>({
    path: `${path}/${part}`,
    page: pageOf,
    submit: (request) => acted(request, what, work)
  })

/** The page of a project, and the forms on it. */
export const projectPageRoutes = [
  ...shownPage(path, show),
  ...ask,
  ...attach,
  ...button("runs", "run-started", (actor, id) => Effect.flatMap(ProjectRuns, ({ start }) => start(actor, id, {}))),
  ...button(
    "runs/cancel",
    "run-cancelled",
    (actor, id) => Effect.flatMap(ProjectRuns, ({ cancel }) => cancel(actor, id))
  ),
  ...button(
    "runs/resume",
    "run-resumed",
    (actor, id) => Effect.flatMap(ProjectRuns, ({ resume }) => resume(actor, id, {}))
  ),
  ...button(
    "archive",
    "project-archived",
    (actor, id) => Effect.flatMap(ProjectRuns, ({ archive }) => archive(actor, id))
  )
]

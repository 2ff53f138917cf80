import { Audience } from "@auspex/domain/panels"
import { type ProjectKind, Projects, ProjectPanels } from "@auspex/domain/projects"
import type { WorkspaceActor } from "@auspex/domain/identity"
import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import type { Workspaces } from "@auspex/domain/workspaces"
import { Effect, Schema } from "effect"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { ProjectsQuery } from "./ProjectsApi.ts"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { projectListPage } from "./ProjectListPage.tsx"
import { projectPath, workspacePath } from "../workspaces/WorkspaceFrame.tsx"
import { enterWorkspace } from "../workspaces/enterWorkspace.ts"
import { givenOf, linesOf, numberOf } from "../../pages/formFields.ts"
import { pageQuery } from "../../pages/pageQuery.ts"
import { segmentsOf } from "./segmentsOf.ts"
import {
  redirectDone,
  withFormErrors,
  type PageRequest,
  postedForm,
  sessionPage,
  shownPage
} from "../../pages/sessionPage.ts"

const isAudience = Schema.is(Audience)

const list = (request: PageRequest, refused?: RefusedForm) =>
  Effect.gen(function*() {
    const { cursor, limit, offset, ...filter } = yield* pageQuery(ProjectsQuery, request.query)
    const { actor, view } = yield* enterWorkspace(request, refused)
    const at = cursor === undefined ? {} : { cursor }
    const page = yield* Effect.flatMap(Projects, (projects) => projects.list(actor, filter, { limit, offset, ...at }))
    return sessionPage(projectListPage({ ...view, page, filter: { ...filter, ...at } }), refused)
  })

type Creation = (
  actor: WorkspaceActor,
  form: URLSearchParams
) => Effect.Effect<{ readonly id: string }, Refusal | StorageUnavailable, Projects | ProjectPanels>

const creations: Readonly<Record<ProjectKind, Creation>> = {
  research: (actor, form) => {
    const audience = form.get("audience")
    return Effect.flatMap(
      Projects,
      ({ createResearch }) =>
        createResearch(actor, { brief: form.get("brief") ?? "", audience: isAudience(audience) ? audience : null })
    )
  },
  survey: (actor, form) =>
    Effect.flatMap(
      Projects,
      ({ createSurvey }) =>
        createSurvey(actor, { title: form.get("title") ?? "", questions: linesOf(form.get("questions")) })
    ),
  audience: (actor, form) =>
    Effect.flatMap(ProjectPanels, ({ createAudience }) =>
      createAudience(actor, {
        title: form.get("title") ?? "",
        questions: linesOf(form.get("questions")).map((text) => ({ text })),
        segments: segmentsOf(form)
      })),
  simulation: (actor, form) =>
    Effect.flatMap(ProjectPanels, ({ createSimulation }) =>
      createSimulation(actor, {
        title: form.get("title") ?? "",
        brief: givenOf(form, "brief"),
        questions: [{
          text: form.get("text") ?? "",
          kind: "binary",
          resolution_signal: form.get("resolution_signal"),
          resolution_date: form.get("resolution_date"),
          resolution_threshold: form.get("resolution_threshold")
        }],
        experts: numberOf(form, "experts"),
        rounds_max: numberOf(form, "rounds_max")
      }))
}

const creation = (kind: ProjectKind) =>
  postedForm<Projects | ProjectPanels | Workspaces>({
    path: `/research/:workspace_id/projects/new/${kind}`,
    page: (path) => workspacePath(path["workspace_id"]!),
    policy: { bodyBytesMax: bodyBytesMax.survey },
    submit: (request) =>
      withFormErrors(
        Effect.gen(function*() {
          const { actor } = yield* enterWorkspace(request)
          const { id } = yield* creations[kind](actor, request.form)
          return redirectDone(projectPath(actor.workspace_id, id), "project-created")
        }),
        { id: `new-${kind}`, form: request.form, show: (refused) => list(request, refused) }
      )
  })

/** The projects of a workspace, where new ones are made. */
export const projectListPageRoutes = [
  ...shownPage("/research/:workspace_id", list),
  ...creation("research"),
  ...creation("survey"),
  ...creation("audience"),
  ...creation("simulation")
]

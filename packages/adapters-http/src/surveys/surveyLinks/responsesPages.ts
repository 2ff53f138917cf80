import { ProjectDossiers } from "@auspex/domain/packetPublication"
import {
  linksPerProjectMax,
  type ResponseResults,
  SurveyLinks,
  SurveyPanels,
  SurveyResponses
} from "@auspex/domain/surveyLinks"
import type { WorkspaceActor } from "@auspex/domain/identity"
import { Effect, Option, Schema } from "effect"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { InstantParam } from "../../wire/InstantParam.ts"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { projectPath } from "../../research/workspaces/WorkspaceFrame.tsx"
import { responsesPage } from "./ResponsesPage.tsx"
import { enterWorkspace } from "../../research/workspaces/enterWorkspace.ts"
import { givenOf, numberOf } from "../../pages/formFields.ts"
import { segmentsOf } from "../../research/projects/segmentsOf.ts"
import {
  redirectDone,
  redirectWithNotice,
  withFormErrors,
  type PageRequest,
  postedForm,
  sessionPage,
  shownPage
} from "../../pages/sessionPage.ts"

const route = "/research/:workspace_id/projects/:id/responses"

const pageOf = (path: Readonly<Record<string, string>>): string =>
  projectPath(path["workspace_id"]!, path["id"]!, "responses")

/** From how many responses, the newest, the page shows the answers in words. */
const wordsFromMax = 50

/** The newest answers in words, by question. */
const wordsOf = (actor: WorkspaceActor, id: string, { questions }: ResponseResults) =>
  Effect.gen(function*() {
    const words = new Map<string, Array<string>>(
      questions.filter(({ answered, kind }) => kind === null && answered > 0).map((
        { question_id }
      ) => [question_id, []])
    )
    if (words.size === 0) return words
    const { list } = yield* SurveyResponses
    const { items } = yield* list(actor, id, null, { limit: wordsFromMax, offset: 0 })
    for (const { answer, question_id } of items.flatMap(({ answers }) => answers)) {
      if (typeof answer === "string") words.get(question_id)?.push(answer)
    }
    return words
  })

const show = (request: PageRequest, refused?: RefusedForm) =>
  Effect.gen(function*() {
    const { actor, view } = yield* enterWorkspace(request, refused)
    const id = request.path["id"]!
    const results = yield* Effect.flatMap(SurveyResponses, (responses) => responses.results(actor, id))
    const project = yield* Effect.flatMap(ProjectDossiers, ({ overview }) => overview(actor, id))
    const links = yield* Effect.flatMap(
      SurveyLinks,
      ({ list }) => list(actor, id, { limit: linksPerProjectMax, offset: 0 })
    )
    const words = yield* wordsOf(actor, id, results)
    return sessionPage(responsesPage({ ...view, project, links: links.items, results, words }), refused)
  })

/** A field of a form for a time in UTC; an invalid date for what is none, which the rule of links refuses. */
const timeIn = (form: URLSearchParams, name: string): Date | undefined => {
  const given = givenOf(form, name)
  return given === undefined
    ? undefined
    : Option.getOrElse(Schema.decodeUnknownOption(InstantParam)(`${given}Z`), () => new Date(Number.NaN))
}

const makeLink = postedForm({
  path: `${route}/links`,
  page: pageOf,
  submit: (request) => {
    const { form } = request
    return withFormErrors(
      Effect.gen(function*() {
        const { actor } = yield* enterWorkspace(request)
        const { create } = yield* SurveyLinks
        const { link, url } = yield* create(actor, request.path["id"]!, {
          name: form.get("name") ?? "",
          closes_at: timeIn(form, "closes_at"),
          responses_max: givenOf(form, "responses_max") === undefined ? undefined : numberOf(form, "responses_max")
        })
        return redirectWithNotice(request, pageOf(request.path), {
          secrets: [[`The address of the link “${link.name}”`, url]]
        })
      }),
      { id: "link", form, show: (refused) => show(request, refused) }
    )
  }
})

const closeLink = postedForm({
  path: `${route}/links/:link_id/close`,
  page: pageOf,
  submit: (request) =>
    Effect.gen(function*() {
      const { actor } = yield* enterWorkspace(request)
      const { close } = yield* SurveyLinks
      yield* close(actor, request.path["id"]!, request.path["link_id"]!)
      return redirectDone(pageOf(request.path), "link-closed")
    })
})

const assignPanel = postedForm({
  path: `${route}/panel`,
  page: pageOf,
  policy: { bodyBytesMax: bodyBytesMax.survey },
  submit: (request) =>
    withFormErrors(
      Effect.gen(function*() {
        const { actor } = yield* enterWorkspace(request)
        const { assign } = yield* SurveyPanels
        yield* assign(actor, request.path["id"]!, segmentsOf(request.form))
        return redirectDone(pageOf(request.path), "panel-assigned")
      }),
      { id: "panel", form: request.form, show: (refused) => show(request, refused) }
    )
})

/** What was answered to a survey, the links through which people answer, and its panel of personas. */
export const responsesPageRoutes = [
  ...shownPage(route, (request) => show(request)),
  ...makeLink,
  ...closeLink,
  ...assignPanel
]

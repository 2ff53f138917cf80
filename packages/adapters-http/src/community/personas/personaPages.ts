import { personaInterview, Personas } from "@auspex/domain/personas"
import { Effect } from "effect"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { givenOf } from "../../pages/formFields.ts"
import {
  type FormRequest,
  type PageRequest,
  postedForm,
  redirectWithNotice,
  sessionPage,
  shownPage,
  withFormErrors
} from "../../pages/sessionPage.ts"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { answerField, interviewPage, keepField, previewPage } from "./InterviewPage.tsx"
import { personaPage } from "./PersonaPage.tsx"
import { personaMutations } from "./PersonasApi.ts"
import { personasPage } from "./PersonasPage.tsx"
import { fromArchetypePath, interviewPath, personaPath, personasPath } from "./personaPaths.ts"

/** The limit of the API's changes of personas, counted together. */
const change = { exactRate: personaMutations }
const route = `${personasPath}/:persona_id`

const showList = ({ actor, notice, reader }: PageRequest, refused?: RefusedForm) =>
  Effect.gen(function*() {
    const { agents, list } = yield* Personas
    const [personas, own] = yield* Effect.all([list(actor), agents(actor)], { concurrency: "unbounded" })
    return sessionPage(personasPage({ personas, agents: own, reader, notice, refused }), refused)
  })

const show = ({ actor, notice, path, reader }: PageRequest, refused?: RefusedForm) =>
  Effect.gen(function*() {
    const personas = yield* Personas
    const persona = yield* personas.show(actor, path["persona_id"]!)
    return sessionPage(
      personaPage({ persona, agents: yield* personas.agents(actor), reader, notice, refused }),
      refused
    )
  })

const showInterview = ({ notice, reader }: PageRequest, refused?: RefusedForm) =>
  Effect.succeed(sessionPage(interviewPage({ reader, notice, refused }), refused))

const interviewOf = ({ form }: FormRequest) => ({
  name: givenOf(form, "name"),
  answers: personaInterview.map((_, at) => form.get(answerField(at)) ?? "")
})

/** Keeps the persona of previewed answers, or shows what answers make. */
const interview = postedForm({
  path: interviewPath,
  policy: { ...change, bodyBytesMax: bodyBytesMax.persona },
  submit: (request) =>
    withFormErrors(
      Effect.gen(function*() {
        const { actor, form, reader } = request
        const { fromInterview, preview } = yield* Personas
        if (form.get(keepField) === "yes") {
          const { id, name } = yield* fromInterview(actor, interviewOf(request))
          return redirectWithNotice(request, personaPath(id), {
            text: `${name} is kept. Give it to an agent, which then reasons with it.`
          })
        }
        const made = yield* preview(actor, interviewOf(request))
        return sessionPage(previewPage({ preview: made, given: form, reader }))
      }),
      { id: "interview", form: request.form, show: (refused) => showInterview(request, refused) }
    )
})

const copy = postedForm({
  path: fromArchetypePath,
  page: () => personasPath,
  policy: change,
  submit: (request) =>
    withFormErrors(
      Effect.map(
        Effect.flatMap(Personas, ({ fromArchetype }) =>
          fromArchetype(request.actor, {
            archetype: request.form.get("archetype") ?? "",
            name: givenOf(request.form, "name")
          })),
        ({ id, name }) =>
          redirectWithNotice(request, personaPath(id), {
            text: `${name} is yours now. Give it to an agent, which then reasons with it.`
          })
      ),
      { id: "archetype", form: request.form, show: (refused) => showList(request, refused) }
    )
})

const pageOf = (path: Readonly<Record<string, string>>): string => personaPath(path["persona_id"]!)

const assign = postedForm({
  path: `${route}/assign`,
  page: pageOf,
  policy: change,
  submit: (request) =>
    withFormErrors(
      Effect.map(
        Effect.flatMap(Personas, (personas) =>
          personas.assign(request.actor, request.form.get("agent_id") ?? "", request.path["persona_id"]!)),
        ({ persona }) =>
          redirectWithNotice(request, pageOf(request.path), {
            text: `The agent reasons as ${persona.name} from now on.`
          })
      ),
      {
        id: "assign",
        form: request.form,
        show: (refused) =>
          show(request, refused)
      }
    )
})

const unassign = postedForm({
  path: `${route}/unassign`,
  page: pageOf,
  policy: change,
  submit: (request) =>
    Effect.map(
      Effect.flatMap(Personas, (personas) => personas.unassign(request.actor, request.form.get("agent_id") ?? "")),
      () => redirectWithNotice(request, pageOf(request.path), { text: "The agent has no persona any more." })
    )
})

const remove = postedForm({
  path: `${route}/delete`,
  page: pageOf,
  policy: change,
  submit: (request) =>
    Effect.map(
      Effect.flatMap(Personas, (personas) => personas.remove(request.actor, request.path["persona_id"]!)),
      ({ name }) => redirectWithNotice(request, personasPath, { text: `${name} is deleted.` })
    )
})

/** The personas of one's own account: to list, to make from an archetype or an interview, to give to agents. */
export const personaPageRoutes = [
  ...shownPage(personasPath, (request) => showList(request)),
  ...shownPage(interviewPath, (request) => showInterview(request)),
  ...interview,
  ...copy,
  ...shownPage(route, (request) => show(request)),
  ...assign,
  ...unassign,
  ...remove
]

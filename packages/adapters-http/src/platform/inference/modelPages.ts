import { Accounts } from "@auspex/domain/accounts"
import { Bridges, type LlmConfigFields, LlmSettings, type LlmValidation } from "@auspex/domain/inference"
import { counted, excerpt, refuse, type Refusal } from "@auspex/domain/kernel"
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
import { modelSettings } from "./InferenceApi.ts"
import { otherProvider } from "./ModelForm.tsx"
import { pageTime } from "../../pages/pageTime.ts"
import { agentModelPage, agentModelPath, modelsPage, modelsPath } from "./ModelsPage.tsx"

/** The limit of the API's changes of configurations, counted together. */
const change = { exactRate: modelSettings }
const listed = { limit: 100, offset: 0 } as const
const agentRoute = `${modelsPath}/:agent_id`

const show = ({ actor, notice, reader }: PageRequest, refused?: RefusedForm) =>
  Effect.gen(function*() {
    const [config, agents, status, now] = yield* Effect.all([
      Effect.flatMap(LlmSettings, ({ ofOwner }) => ofOwner(actor)),
      Effect.flatMap(Accounts, ({ myAgents }) => myAgents(actor, listed)),
      Effect.flatMap(Bridges, (bridges) => bridges.status(actor)),
      pageTime
    ], { concurrency: "unbounded" })
    return sessionPage(modelsPage({ config, agents: agents.items, status, now, reader, notice, refused }), refused)
  })

const agentOf = (path: Readonly<Record<string, string>>): string => path["agent_id"]!
const agentPage = (path: Readonly<Record<string, string>>): string => agentModelPath(agentOf(path))

const showAgent = ({ actor, notice, path, reader }: PageRequest, refused?: RefusedForm) =>
  Effect.gen(function*() {
    const config = yield* Effect.flatMap(LlmSettings, ({ ofAgent }) => ofAgent(actor, agentOf(path)))
    const agents = yield* Effect.flatMap(Accounts, ({ myAgents }) => myAgents(actor, listed))
    const name = agents.items.find(({ id }) => id === config.agent_id)?.name ?? "your agent"
    return sessionPage(agentModelPage({ config, name, reader, notice, refused }), refused)
  })

const unnamed = refuse("INVALID_REQUEST", "llm_provider must be given.", { field: "llm_provider" })

/** The configuration in a form. An empty field clears what is stored, but for the key, which no page can show. */
const configIn = ({ form }: FormRequest): Effect.Effect<LlmConfigFields, Refusal> => {
  const chosen = form.get("llm_provider")
  const provider = chosen === otherProvider ? givenOf(form, "other_name") : chosen
  const key = givenOf(form, "llm_api_key")
  // Without a provider the request would remove the configuration.
  return provider === undefined || provider === null ? unnamed : Effect.succeed({
    llm_provider: provider,
    llm_model: givenOf(form, "llm_model") ?? null,
    llm_base_url: givenOf(form, "llm_base_url") ?? null,
    ...(key !== undefined && { llm_api_key: key })
  })
}

/** The names of models that a notice lists; it has to fit into a cookie. */
const modelsShown = 8
const nameShownMax = 60

/** The result of a check in words. */
const checkText = ({ error, llm_model, models, valid }: LlmValidation): string => {
  const shown = models.slice(0, modelsShown).map((model) => excerpt(model, nameShownMax)).join(", ")
  const rest = models.length > modelsShown ? ` and ${counted(models.length - modelsShown, "more model")}` : ""
  const offered = models.length === 0 ? "" : ` It offers ${shown}${rest}.`
  return valid
    ? `It works${llm_model === null ? "" : `, and it has ${excerpt(llm_model, nameShownMax)}`}.${offered}`
    : `It does not work: ${excerpt(error ?? "no reason was given", 500)}${offered}`
}

const ownModel = [
  ...shownPage(modelsPath, (request) => show(request)),
  ...postedForm({
    path: modelsPath,
    policy: { ...change, waitsFor: "lookup" },
    submit: (request) =>
      withFormErrors(
        Effect.as(
          Effect.flatMap(configIn(request), (config) =>
            Effect.flatMap(LlmSettings, ({ putOwner }) => putOwner(request.actor, config))),
          redirectWithNotice(request, modelsPath, { text: "The model is set. Check whether it works." })
        ),
        {
          id: "model",
          form: request.form,
          show: (refused) =>
            show(request, refused)
        }
      )
  }),
  ...postedForm({
    path: `${modelsPath}/check`,
    page: () => modelsPath,
    policy: { ...change, waitsFor: "model", deadlineSeconds: 30 },
    submit: (request) =>
      Effect.map(
        Effect.flatMap(LlmSettings, ({ validate }) => validate(request.actor, {})),
        (checked) => redirectWithNotice(request, modelsPath, { text: checkText(checked), hasFailed: !checked.valid })
      )
  }),
  ...postedForm({
    path: `${modelsPath}/remove`,
    page: () => modelsPath,
    policy: change,
    submit: (request) =>
      Effect.as(
        Effect.flatMap(LlmSettings, ({ putOwner }) => putOwner(request.actor, { llm_provider: null })),
        redirectWithNotice(request, modelsPath, { text: "The configuration is removed, with its key." })
      )
  })
]

const modelOfAgent = [
  ...shownPage(agentRoute, (request) => showAgent(request)),
  ...postedForm({
    path: agentRoute,
    policy: { ...change, waitsFor: "lookup" },
    submit: (request) =>
      withFormErrors(
        Effect.as(
          Effect.flatMap(configIn(request), (config) =>
            Effect.flatMap(LlmSettings, ({ putAgent }) =>
              putAgent(request.actor, agentOf(request.path), config))),
          redirectWithNotice(request, agentPage(request.path), { text: "The model of this agent is set." })
        ),
        {
          id: "model",
          form: request.form,
          show: (refused) =>
            showAgent(request, refused)
        }
      )
  }),
  ...postedForm({
    path: `${agentRoute}/share`,
    page: agentPage,
    policy: change,
    submit: (request) =>
      Effect.map(
        Effect.flatMap(LlmSettings, ({ putAgent }) =>
          putAgent(request.actor, agentOf(request.path), { use_global: request.form.get("use_global") === "true" })),
        ({ use_global }) =>
          redirectWithNotice(request, agentPage(request.path), {
            text: use_global ? "It uses the model of your account now." : "It no longer uses the model of your account."
          })
      )
  }),
  ...postedForm({
    path: `${agentRoute}/remove`,
    page: agentPage,
    policy: change,
    submit: (request) =>
      Effect.as(
        Effect.flatMap(LlmSettings, ({ putAgent }) =>
          putAgent(request.actor, agentOf(request.path), { llm_provider: null })),
        redirectWithNotice(request, agentPage(request.path), { text: "The configuration is removed, with its key." })
      )
  })
]

/** The models of one's own account and of each of its agents, and the machines that serve them. */
export const modelPageRoutes = [...ownModel, ...modelOfAgent]

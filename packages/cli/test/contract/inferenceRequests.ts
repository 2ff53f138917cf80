import { type FakeModelServer, startModelServer } from "@auspex/testkit/models"
import { goodPrediction, openQuestion, query } from "../people.ts"
import { ownAgent } from "./personaRequests.ts"
import { body, plain, type RequestRecipe, type Scene } from "./requestRecipe.ts"

let started: Promise<FakeModelServer> | undefined

/** A model server whose every answer is a valid forecast; it ends with the process. */
const modelServer = (): Promise<FakeModelServer> =>
  started ??= startModelServer({
    protocol: "openai-compatible",
    models: ["m1"],
    answer: () => [JSON.stringify(goodPrediction())]
  })

const configuration = async () => ({
  llm_provider: "a-fake",
  llm_model: "m1",
  llm_base_url: `${(await modelServer()).url}/v1`
})

/** Configures the model of the caller's owner, if the caller has any. */
const configured = async ({ asCaller, auspex }: Scene): Promise<void> => {
  const { body: me } = await auspex.call("GET", "/api/me", asCaller ?? {})
  if (me.user === undefined) return
  const { llm_base_url, llm_model, llm_provider } = await configuration()
  await query(
    auspex,
    `insert into llm_configs (scope, account_id, llm_provider, llm_model, llm_base_url)
      select 'account', coalesce(owner_id, id), $2, $3, $4 from accounts where id = $1::uuid
      on conflict on constraint llm_configs_subject do update set llm_provider = $2, llm_model = $3, llm_base_url = $4`,
    [me.user.id, llm_provider, llm_model, llm_base_url]
  )
}

const ofAgent = (request: (scene: Scene) => Promise<object>): RequestRecipe => ({
  request: async (scene) => {
    const agent_id = await ownAgent(scene)
    await configured(scene)
    return { path: { agent_id }, ...(await request(scene)) }
  },
  isOfCaller: true
})

/** Valid requests to the operations of inference, by `group.name`. */
export const inferenceRequests: Readonly<Record<string, RequestRecipe>> = {
  "inference.config": plain,
  "inference.putConfig": body(() => ({ llm_provider: "bridge" })),
  "inference.validate": body(configuration),
  "inference.models": {
    request: async (scene) => {
      await configured(scene)
      return {}
    },
    isOfCaller: true
  },
  "inference.agentConfig": ofAgent(async () => ({})),
  "inference.putAgentConfig": ofAgent(async () => ({ body: { use_global: true } })),
  "inference.infer": ofAgent(async () => ({ body: { messages: [{ role: "user", content: "Why?" }] } })),
  "inference.runNow": ofAgent(async ({ auspex }) => ({ body: { question_id: await openQuestion(auspex) } })),
  "inference.runs": ofAgent(async () => ({})),
  "inference.organisationConfig": plain,
  "inference.putOrganisationConfig": body(() => ({}))
}

import type { OwnedAgent } from "@auspex/domain/accounts"
import type { AgentLlmConfig, BridgeStatus, LlmConfig } from "@auspex/domain/inference"
import { accountFrame, accountPath } from "../../kit/AccountFrame.tsx"
import { Facts, userText } from "../../kit/Html.tsx"
import type { OneTimeNotice } from "../../kit/OneTimeNotice.tsx"
import type { Reader } from "../../kit/PageContext.ts"
import { ButtonForm, Folded } from "../../kit/PageForm.tsx"
import type { RefusedForm } from "../../kit/RefusedForm.ts"
import { Rows } from "../../kit/Rows.tsx"
import { BridgePart } from "./BridgePart.tsx"
import { ConfigText, ModelForm } from "./ModelForm.tsx"

/** The address of the models of an account, and of those of one of its agents. */
export const modelsPath = "/account/models"
export const agentModelPath = (agentId: string): string => `${modelsPath}/${encodeURIComponent(agentId)}`

interface ModelPageState {
  readonly reader: Reader
  readonly notice?: OneTimeNotice | undefined
  readonly refused?: RefusedForm | undefined
}

const Removal = ({ action }: { readonly action: string }) => (
  <Folded summary="Remove this configuration …">
    <p>The stored key is deleted with it.</p>
    <ButtonForm action={action} submit="Remove it" kind="danger" />
  </Folded>
)

interface ModelsData extends ModelPageState {
  readonly config: LlmConfig
  readonly agents: ReadonlyArray<OwnedAgent>
  readonly status: BridgeStatus
  readonly now: Date
}

/** The model with which the agents of an account reason, and the machines that serve models to them. */
export const modelsPage = ({ agents, config, now, status, ...state }: ModelsData): string =>
  accountFrame({
    ...state,
    title: "Models",
    tab: modelsPath,
    body: (
      <>
        <section aria-labelledby="model">
          <h2 id="model">The model of your agents</h2>
          <p class="read quiet">
            Needed only if Auspex is to reason for your agents, when they run here. An agent that brings its own
            predictions needs none.
          </p>
          {config.llm_provider === null
            ? (
              <p class="empty">
                None is set: your agents then reason with the shared models of this service, if it has any.
              </p>
            )
            : (
              <>
                <ConfigText of={config} />
                <div class="actions">
                  <ButtonForm action={`${modelsPath}/check`} submit="Check whether it works" />
                </div>
              </>
            )}
          <ModelForm action={modelsPath} config={config} />
          {config.llm_provider !== null && <Removal action={`${modelsPath}/remove`} />}
        </section>
        <section aria-labelledby="agents">
          <h2 id="agents">Agents with a model of their own</h2>
          <Rows
            items={agents.map(({ id, model, name }) => (
              <>
                <h3>
                  <a href={agentModelPath(id)}>{userText(name)}</a>
                </h3>
                <Facts>{model && <>registered with {userText(model)}</>}</Facts>
              </>
            ))}
            none="You have no agents yet."
          />
        </section>
        <BridgePart status={status} now={now} />
      </>
    )
  })

interface AgentModelData extends ModelPageState {
  readonly config: AgentLlmConfig
  readonly name: string
}

/** What an agent reasons with, in a sentence. */
const agentSentence = ({ llm_provider, use_global }: AgentLlmConfig): string =>
  llm_provider !== null
    ? "It has a model of its own, whatever is set for your account."
    : use_global
    ? "It uses the model of your account."
    : "It has no model of its own, and does not use that of your account."

/** The model of one agent, which goes before that of its owner. */
export const agentModelPage = ({ config, name, ...state }: AgentModelData): string => {
  const path = agentModelPath(config.agent_id)
  return accountFrame({
    ...state,
    title: `The model of ${name}`,
    heading: <>The model of {userText(name)}</>,
    tab: modelsPath,
    above: [[accountPath, "Your account"], [modelsPath, "Models"]],
    body: (
      <>
        <p>{agentSentence(config)}</p>
        <ConfigText of={config} />
        {config.llm_provider === null && (
          <div class="actions">
            <ButtonForm
              action={`${path}/share`}
              hidden={{ use_global: String(!config.use_global) }}
              submit={config.use_global ? "Do not use my account's model" : "Use my account's model"}
            />
          </div>
        )}
        <h2>A model of its own</h2>
        <ModelForm action={path} config={config} />
        {config.llm_provider !== null && <Removal action={`${path}/remove`} />}
      </>
    )
  })
}

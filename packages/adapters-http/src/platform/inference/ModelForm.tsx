import {
  type CloudProvider,
  type LlmConfig,
  modelKeyMax,
  modelNameMax,
  providerKindOf,
  providerNameMax
} from "@auspex/domain/inference"
import { Facts, timeOf, userText } from "../../kit/Html.tsx"
import { type Field, PageForm } from "../../kit/PageForm.tsx"

/** The choice of a server that is none of the known ones; its name is a field of its own. */
export const otherProvider = "other"

const providers = {
  platform: "The shared models of this service",
  bridge: "My own machines, by the bridge",
  ollama: "Ollama on my own machines, else that of this service",
  anthropic: "Anthropic",
  google: "Google",
  openai: "OpenAI",
  openrouter: "OpenRouter"
} as const satisfies Record<CloudProvider | "platform" | "bridge" | "ollama", string>

const isKnown = (provider: string): provider is keyof typeof providers => Object.hasOwn(providers, provider)

/** The name of a provider as readers know it. */
export const providerName = (provider: string) => isKnown(provider) ? providers[provider] : userText(provider)

const keyHint = ({ llm_api_key_last4: last4 }: LlmConfig): string =>
  last4 === null
    ? "Anthropic, Google, OpenAI and OpenRouter need one. It is stored encrypted, and never shown again."
    : `A key is stored${
      last4 === "" ? "" : `, which ends in ${last4}`
    }. Leave this empty to keep it; a change of the place or the address needs the key once more.`

const fields = (config: LlmConfig): ReadonlyArray<Field> => {
  const { llm_base_url, llm_model, llm_provider } = config
  return [
    {
      name: "llm_provider",
      label: "Where the model runs",
      covers: [],
      control: {
        as: "select",
        options: [...Object.entries(providers), [otherProvider, "Another server with the API of OpenAI"]],
        value: llm_provider === null ? "platform" : isKnown(llm_provider) ? llm_provider : otherProvider
      }
    },
    {
      name: "other_name",
      label: "Name of the other server",
      // The choice itself is never wrong.
      covers: ["llm_provider"],
      hint: "For another server only: a short name of your choice, such as groq or our-vllm.",
      control: {
        as: "input",
        maxlength: providerNameMax,
        autocomplete: "off",
        value: llm_provider === null || isKnown(llm_provider) ? "" : llm_provider
      }
    },
    {
      name: "llm_base_url",
      label: "Address",
      hint: "Of its API, without /chat/completions. Another server needs one.",
      control: { as: "input", type: "url", autocomplete: "off", value: llm_base_url ?? "" }
    },
    {
      name: "llm_model",
      label: "Model",
      hint: "As it is called there. Your own machines and the shared models may choose for you.",
      control: { as: "input", maxlength: modelNameMax, autocomplete: "off", value: llm_model ?? "" }
    },
    {
      name: "llm_api_key",
      label: "Key",
      hint: keyHint(config),
      control: { as: "input", type: "password", maxlength: modelKeyMax, autocomplete: "off" }
    }
  ]
}

/** The form that sets a configuration of models. */
export const ModelForm = ({ action, config }: { readonly action: string; readonly config: LlmConfig }) => (
  <PageForm id="model" action={action} fields={fields(config)} submit="Save" />
)

/** What a configuration says, without the key itself. */
export const ConfigText = ({ of: { llm_api_key_last4: last4, ...config } }: { readonly of: LlmConfig }) => {
  const { llm_base_url, llm_model, llm_provider, updated_at } = config
  if (llm_provider === null) return null
  const needsKey = ["cloud", "custom"].includes(providerKindOf(llm_provider))
  return (
    <Facts>
      {providerName(llm_provider)}
      {llm_model === null ? "the model is chosen there" : userText(llm_model)}
      {llm_base_url && userText(llm_base_url)}
      {last4 !== null ? `a key${last4 === "" ? "" : ` that ends in ${last4}`}` : needsKey && "no key"}
      {updated_at && <>set {timeOf(updated_at)}</>}
    </Facts>
  )
}

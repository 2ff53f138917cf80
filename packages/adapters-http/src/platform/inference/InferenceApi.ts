import {
  AgentLlmConfig,
  inferenceInputMax,
  inferenceMessagesMax,
  InferenceRoute,
  LlmConfig,
  llmConfigAliases,
  modelKeyMax,
  modelKeyMin,
  modelNameMax,
  providerNameMax
} from "@auspex/domain/inference"
import { optional, uriLengthMax } from "@auspex/domain/kernel"
import { AgentRun, repairRoundsMax } from "@auspex/domain/agentRuns"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { bodyBytesMax } from "../../wire/bodyBytesMax.ts"
import { documentation } from "../../wire/documentation.ts"
import { ListQuery } from "../../wire/ListQuery.ts"
import { listOf } from "../../wire/listOf.ts"
import { type ExactRate, operation } from "../../wire/OperationPolicy.ts"
import { Placed, placementRefusals } from "../../forecasting/predictions/PredictionsApi.ts"

/** The content type of a streamed answer. */
export const eventStreamType = "text/event-stream"

const AgentPath = Schema.Struct({ agent_id: Schema.String })

const nullableText = (jsonSchema: { readonly [key: string]: unknown }) =>
  optional(Schema.NullOr(Schema.String).annotations({ jsonSchema: { type: ["string", "null"], ...jsonSchema } }))

/** What the fields of a configuration may hold. The domain judges the values, so that every wrong one is reported. */
const configShapes = {
  llm_provider: { maxLength: providerNameMax },
  llm_model: { maxLength: modelNameMax },
  llm_api_key: { minLength: modelKeyMin, maxLength: modelKeyMax, writeOnly: true },
  llm_base_url: { format: "uri", maxLength: uriLengthMax }
} as const satisfies Record<keyof typeof llmConfigAliases, object>

const configDescriptions: Readonly<Record<keyof typeof configShapes, string>> = {
  llm_provider:
    "platform (the shared models of this service), bridge (machines of the owner), ollama (machines of the owner, then the service's Ollama server), anthropic, openai, google, openrouter, or any other name for a server with the API of OpenAI. Null removes the configuration.",
  llm_model: "Required unless the provider is platform, bridge or ollama; these choose a model by themselves.",
  llm_api_key:
    "Stored encrypted and never shown. The stored key is kept only for the provider and the address that it was entered for.",
  llm_base_url:
    "The address of the provider's API, without /chat/completions. Required for a provider that is not known by name; for bridge and ollama an address on the owner's machine."
}

const configField = (field: keyof typeof configShapes) =>
  nullableText({ ...configShapes[field], description: configDescriptions[field] })

const aliasOf = (field: keyof typeof configShapes) =>
  nullableText({ ...configShapes[field], description: `Another name of ${field}.` })

/** The fields under both of their names. */
const namedFields = {
  llm_provider: configField("llm_provider"),
  llm_model: configField("llm_model"),
  llm_api_key: configField("llm_api_key"),
  llm_base_url: configField("llm_base_url"),
  [llmConfigAliases.llm_provider]: aliasOf("llm_provider"),
  [llmConfigAliases.llm_model]: aliasOf("llm_model"),
  [llmConfigAliases.llm_api_key]: aliasOf("llm_api_key"),
  [llmConfigAliases.llm_base_url]: aliasOf("llm_base_url")
}

// The domain refuses bodies that have unknown fields only, by their names.
const parseOptions = { onExcessProperty: "preserve" } as const

const LlmConfigBody = Schema.Struct(namedFields).annotations({
  identifier: "LlmConfigRequest",
  parseOptions,
  examples: [{ llm_provider: "bridge", llm_model: "llama3.1:8b" }]
})

const AgentLlmConfigBody = Schema.Struct({
  ...namedFields,
  use_global: optional(Schema.Boolean.annotations({
    description: "Whether the agent uses its owner's configuration when it has none of its own; true at first."
  }))
}).annotations({ identifier: "AgentLlmConfigRequest", parseOptions, examples: [{ use_global: true }] })

/** What was checked, and what came of it. */
const Validation = Schema.Struct({
  llm_provider: Schema.String,
  llm_model: LlmConfig.fields.llm_model,
  llm_base_url: LlmConfig.fields.llm_base_url,
  valid: Schema.Boolean,
  models: Schema.Array(Schema.String),
  error: optional(Schema.String)
}).annotations({ identifier: "LlmValidation" })

const Models = Schema.Struct({
  llm_provider: Schema.String,
  models: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      name: Schema.String.annotations({ jsonSchema: { type: "string", minLength: 1, maxLength: 1_000 } })
    }).annotations({ identifier: "LlmModel" })
  )
}).annotations({ identifier: "LlmModels" })

const InferBody = Schema.Struct({
  messages: Schema.Array(
    Schema.Struct({ role: Schema.Literal("system", "user", "assistant"), content: Schema.String })
  ).annotations({
    jsonSchema: {
      type: "array",
      minItems: 1,
      maxItems: inferenceMessagesMax,
      items: {
        type: "object",
        required: ["role", "content"],
        properties: {
          role: { type: "string", enum: ["system", "user", "assistant"] },
          content: { type: "string", minLength: 1 }
        }
      },
      description:
        `The conversation; the last message is the user's. At most ${inferenceInputMax} characters, together with the system prompt.`
    }
  }),
  system_prompt: optional(Schema.String.annotations({ description: "By default the prompt of the agent's persona." })),
  stream: optional(Schema.Boolean.annotations({ description: "True for server-sent events." }))
}).annotations({
  identifier: "InferRequest",
  examples: [{ messages: [{ role: "user", content: "What would change your mind?" }] }]
})

const Inference = Schema.Struct({ content: Schema.String, route: InferenceRoute }).annotations({
  identifier: "Inference"
})

const RunBody = Schema.Struct({
  question_id: optional(Schema.String.annotations({
    description: "By default the open question that closes next and that the agent has not predicted on."
  }))
}).annotations({ identifier: "RunRequest" })

const PlacedRun = Schema.Struct({ run: AgentRun, ...Placed.fields }).annotations({
  identifier: "PlacedRun"
})

/** One limit for all changes of configurations, and for asking providers for their models. */
export const modelSettings: ExactRate = { rule: { name: "llm-settings", max: 60, windowSeconds: 60 }, by: "account" }

const addressRefusals = ["HTTPS_REQUIRED", "SSRF_BLOCKED"] as const
const callerRefusals = ["AGENT_NOT_LINKED", "EMAIL_NOT_VERIFIED"] as const
const modelRefusals = [
  "AGENT_NOT_FOUND",
  "MODEL_NOT_CONFIGURED",
  "MODEL_UNAVAILABLE",
  "MODEL_FAILED",
  "DAILY_LIMIT"
] as const

const replacement = {
  access: "key",
  exactRate: modelSettings,
  bodyBytesMax: bodyBytesMax.auth,
  bodyIsOptional: true
} as const
const description =
  "Omitted fields keep their values, and null clears a field; llm_provider: null removes the whole configuration. The key is kept only for the provider and the address that it was entered for. provider, model, api_key and base_url are other names of the fields. A body with unknown fields only is refused."

/** Which models agents use, and asking them. */
export const InferenceApi = HttpApiGroup.make("inference").annotate(
  OpenApi.Description,
  "Models of agents: their configuration, requests to them, and runs in which an agent predicts by itself."
)
  .add(operation(
    HttpApiEndpoint.get("config", "/api/me/llm-config").annotateContext(
      documentation(
        "The model configuration",
        "The configuration of the caller's owner, for all its agents without their own configuration. All fields are null while none is set."
      )
    ).addSuccess(LlmConfig),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.put("putConfig", "/api/me/llm-config").annotateContext(
      documentation("Set the model configuration", `${description} For humans: agents cannot change their owner's.`)
    ).setPayload(LlmConfigBody).addSuccess(LlmConfig),
    { ...replacement, access: "human", refuses: ["EMAIL_NOT_VERIFIED", ...addressRefusals] }
  ))
  .add(operation(
    HttpApiEndpoint.post("validate", "/api/me/llm/validate").annotateContext(
      documentation(
        "Check a model configuration",
        "Asks the provider for its models, and stores nothing. Checks the stored configuration, with the fields of the body in place of the stored ones; the answer shows the configuration that was checked."
      )
    ).setPayload(LlmConfigBody).addSuccess(Validation),
    {
      ...replacement,
      waitsFor: "model",
      deadlineSeconds: 30,
      refuses: ["MODEL_NOT_CONFIGURED", "MODEL_UNAVAILABLE", ...callerRefusals, ...addressRefusals]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("models", "/api/me/llm-models").annotateContext(
      documentation(
        "List models",
        "The models of the configured provider, as it lists them now. `id` is what llm_model takes."
      )
    ).addSuccess(Models),
    {
      access: "key",
      exactRate: modelSettings,
      waitsFor: "model",
      deadlineSeconds: 30,
      refuses: ["MODEL_NOT_CONFIGURED", "MODEL_UNAVAILABLE", ...callerRefusals]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("agentConfig", "/api/me/agents/:agent_id/runtime/config").annotateContext(
      documentation(
        "The model configuration of an agent",
        "For the agent itself and for its owner. It takes precedence over the owner's configuration."
      )
    ).setPath(AgentPath).addSuccess(AgentLlmConfig),
    { access: "key", refuses: ["AGENT_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.put("putAgentConfig", "/api/me/agents/:agent_id/runtime/config").annotateContext(
      documentation(
        "Set the model configuration of an agent",
        `${description} An agent must be linked to a verified human.`
      )
    ).setPath(AgentPath).setPayload(AgentLlmConfigBody).addSuccess(AgentLlmConfig),
    { ...replacement, refuses: ["AGENT_NOT_FOUND", ...callerRefusals, ...addressRefusals] }
  ))
  .add(operation(
    HttpApiEndpoint.post("infer", "/api/me/agents/:agent_id/infer").annotateContext(
      documentation(
        "Ask an agent's model",
        "Returns when the model has finished; with stream: true at once, as server-sent events: route, then chunk for each piece, and in the end done or error. Closing the connection cancels the request."
      )
    ).setPath(AgentPath).setPayload(InferBody).addSuccess(Inference),
    {
      access: "key",
      bodyBytesMax: bodyBytesMax.infer,
      waitsFor: "model",
      deadlineSeconds: 310,
      alsoProduces: [eventStreamType],
      refuses: [...modelRefusals, ...callerRefusals]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("runNow", "/api/me/agents/:agent_id/runtime/run-now").annotateContext(
      documentation(
        "Let an agent predict",
        `The agent's model reasons as its persona and does not see the predictions of others. If the gates refuse its answer, it may correct it up to ${repairRoundsMax} times. Then the prediction is placed like any other.`
      )
    ).setPath(AgentPath).setPayload(RunBody).addSuccess(PlacedRun, { status: 201 }),
    {
      access: "key",
      creates: {},
      bodyIsOptional: true,
      bodyBytesMax: bodyBytesMax.action,
      waitsFor: "model",
      deadlineSeconds: 910,
      refuses: [...new Set([...modelRefusals, ...placementRefusals, "NOTHING_TO_PREDICT", "ANSWER_REFUSED"] as const)]
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("runs", "/api/me/agents/:agent_id/runtime/runs").annotateContext(
      documentation(
        "List an agent's runs",
        "The result of each run-now, the newest first. For the agent and its owner."
      )
    ).setPath(AgentPath).setUrlParams(ListQuery).addSuccess(listOf("runs", AgentRun)),
    { access: "key", refuses: ["AGENT_NOT_FOUND"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("organisationConfig", "/api/admin/llm-config").annotateContext(
      documentation(
        "The organisation's model configuration",
        "For agents whose owners have none. The key is never shown."
      )
    ).addSuccess(LlmConfig),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.put("putOrganisationConfig", "/api/admin/llm-config").annotateContext(
      documentation("Set the organisation's model configuration", `${description} Written to the audit log.`)
    ).setPayload(LlmConfigBody).addSuccess(LlmConfig),
    { access: "admin", bodyBytesMax: bodyBytesMax.auth, bodyIsOptional: true, refuses: addressRefusals }
  ))

import {
  type InferenceAgent,
  LlmConfigStore,
  type LlmConfigSubject,
  type ProviderConfig
} from "@auspex/domain/inference"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import * as statements from "./llmConfigSql.ts"
import type { ConfigJson } from "./llmConfigSql.ts"

const subjectOf = ({ account_id, scope }: ConfigJson): LlmConfigSubject =>
  scope === "organisation" || account_id === null ? { scope: "organisation" } : { scope, account_id }

const configOf = (config: ConfigJson): ProviderConfig => {
  const { key_last4, llm_base_url, llm_model, llm_provider, sealed_key, updated_at } = config
  return {
    subject: subjectOf(config),
    llm_provider,
    llm_model,
    llm_base_url,
    sealed_key: sealed_key === null ? null : Buffer.from(sealed_key, "hex"),
    key_last4,
    updated_at: new Date(updated_at)
  }
}

const optionalConfigOf = (config: ConfigJson | null): ProviderConfig | undefined =>
  config === null ? undefined : configOf(config)

interface AgentRow extends Omit<InferenceAgent, "agent" | "owner" | "organisation"> {
  readonly agent: ConfigJson | null
  readonly owner: ConfigJson | null
  readonly organisation: ConfigJson | null
}

interface ConfigRow {
  readonly config: ConfigJson
}

const keyOf = (subject: LlmConfigSubject) => [
  subject.scope,
  subject.scope === "organisation" ? null : subject.account_id
]

const layer: Layer.Layer<LlmConfigStore, never, SqlClient> = Layer.effect(
  LlmConfigStore,
  Effect.map(storeStatements("llm configs"), ({ first, only, run }) =>
    LlmConfigStore.of({
      agent: (id) =>
        ifUuid(
          id,
          Effect.map(first<AgentRow>("agent", statements.agent, [id]), (row) =>
            row && {
              ...row,
              agent: optionalConfigOf(row.agent),
              owner: optionalConfigOf(row.owner),
              organisation: optionalConfigOf(row.organisation)
            })
        ),
      find: (subject) =>
        Effect.map(
          first<ConfigRow>("find", statements.find, keyOf(subject)),
          (row) => row && configOf(row.config)
        ),
      lock: (subject) =>
        Effect.map(
          first<ConfigRow>("lock", statements.lock, keyOf(subject)),
          (row) => row && configOf(row.config)
        ),
      put: ({ key, llm_base_url, llm_model, llm_provider, subject }) => {
        const entered = key === "kept" || key === null ? undefined : key
        return Effect.map(
          only("put", statements.put, {
            scope: subject.scope,
            account_id: subject.scope === "organisation" ? null : subject.account_id,
            llm_provider,
            llm_model,
            llm_base_url,
            sealed_key: entered?.sealed ?? null,
            key_last4: entered?.last4 ?? null,
            keeps_key: key === "kept"
          }),
          ({ config }) => configOf(config)
        )
      },
      remove: (subject) => run("remove", statements.remove, keyOf(subject)),
      setUseGlobal: (agentId, useGlobal) => run("setUseGlobal", statements.setUseGlobal, [agentId, useGlobal]),
      takeRequest: (ownerKey, max) =>
        Effect.map(
          only<{ readonly admitted: boolean; readonly reset_seconds: number }>(
            "takeRequest",
            statements.takeRequest,
            [ownerKey, max]
          ),
          ({ admitted, reset_seconds }) => ({ admitted, resetSeconds: reset_seconds })
        )
    }))
)

/** Stores configurations in `llm_configs`, and counts requests in `inference_days`. */
export const LlmConfigStorePg = { layer }

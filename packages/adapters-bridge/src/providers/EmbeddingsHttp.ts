import type { ModelEndpoint } from "@auspex/domain/inference"
import { Outbound } from "@auspex/domain/kernel"
import { Embeddings, EmbeddingsFailed } from "@auspex/domain/retrieval"
import { Effect, Layer } from "effect"
import {
  embeddingAnswerBytesMax,
  embeddingBody,
  embeddingProtocols,
  inputStatuses,
  modelProtocols,
  readVectors
} from "../models/index.ts"
import { withinTime } from "./withinTime.ts"
import { embeddingPrefix } from "./embeddingPrefix.ts"
import {
  hostOf,
  openRequest,
  readBytes,
  repeated,
  type Unanswered,
  unreachable,
  withoutKey
} from "./providerRequests.ts"

/** A model that embeds texts, and where it runs. */
export interface EmbeddingModel {
  readonly provider: "openai-compatible" | "ollama"
  readonly model: string
  readonly endpoint: ModelEndpoint
}

const reasonOf = ({ isTransient, status }: Unanswered): EmbeddingsFailed["reason"] =>
  isTransient ? "unavailable" : status !== undefined && inputStatuses.has(status) ? "input" : "refused"

/** The model that embeds texts, through the egress guard; none when it is undefined. */
export const embeddingsHttp = (model: EmbeddingModel | undefined): Layer.Layer<Embeddings, never, Outbound> =>
  Layer.effect(
    Embeddings,
    Effect.map(Outbound, (outbound) => {
      if (model === undefined) {
        return { model: undefined, embed: () => Effect.dieMessage("no embedding model is configured") }
      }
      const { endpoint, provider } = model
      const failure = (reason: EmbeddingsFailed["reason"], detail: string) =>
        new EmbeddingsFailed({
          reason,
          detail: `${hostOf(endpoint)}: ${withoutKey(detail, endpoint.key).replace(/\.?$/, ".")}`
        })
      return {
        model: `${provider}/${model.model}`,
        embed: (texts, purpose) => {
          const prefix = embeddingPrefix(model.model, purpose)
          const request = {
            endpoint,
            path: embeddingProtocols[provider].path,
            body: embeddingBody(model.model, texts.map((text) => `${prefix}${text}`)),
            accept: "application/json",
            keyHeaders: modelProtocols[endpoint.api].keyHeaders
          }
          // An answer that is cut off is not asked for again here: the caller tries later, with fewer texts.
          return Effect.scoped(Effect.flatMap(
            repeated(openRequest(outbound, request)),
            ({ body }) => Effect.mapError(readBytes(body, embeddingAnswerBytesMax), unreachable)
          )).pipe(
            Effect.mapError((unanswered) => failure(reasonOf(unanswered), unanswered.detail)),
            Effect.map((bytes) => readVectors(provider, bytes, texts.length)),
            Effect.filterOrFail(
              (vectors) => typeof vectors !== "string",
              (flaw) => failure("answer", flaw as string)
            ),
            withinTime(purpose, (detail) => failure("unavailable", detail))
          )
        }
      }
    })
  )

import { Chunk, Effect, Layer, Stream } from "effect"
import { InferenceFailed } from "../../platform/inference/BridgeLink.ts"
import { ModelProviders } from "../../platform/inference/ModelProviders.ts"
import type { ModelRequest } from "../../platform/inference/ModelRequest.ts"
import { ModelSources, type PoolModel } from "../../platform/inference/ModelSource.ts"
import { estimatedTokens } from "./PanelBudget.ts"
import { PanelModel, type PanelModelAnswer } from "./PanelModel.ts"

/**
 * Lets specialists reason with the shared models of the service. The next model in the pool is asked when a model has not
 * accepted the request.
 */
export const sharedPanelModel: Layer.Layer<PanelModel, never, ModelProviders | ModelSources> = Layer.effect(
  PanelModel,
  Effect.gen(function*() {
    const { pool } = yield* ModelSources
    const providers = yield* ModelProviders

    const askOne = ({ endpoint, model }: PoolModel, request: Omit<ModelRequest, "model">) =>
      providers.ask(endpoint, { ...request, model }).pipe(
        Stream.runCollect,
        Effect.map((pieces): PanelModelAnswer => {
          const content = Chunk.join(pieces, "")
          return { content, model, tokens: estimatedTokens(content) }
        })
      )

    const askFrom = (
      at: number,
      request: Omit<ModelRequest, "model">
    ): Effect.Effect<PanelModelAnswer, InferenceFailed> => {
      const model = pool[at]
      if (model === undefined) {
        return Effect.fail(new InferenceFailed({ reason: "unavailable", detail: "No shared model is configured." }))
      }
      return Effect.catchIf(
        askOne(model, request),
        ({ reason }) => (reason === "unavailable" || reason === "refused") && at + 1 < pool.length,
        () => askFrom(at + 1, request)
      )
    }

    return PanelModel.of({ isConfigured: pool.length > 0, ask: (request) => askFrom(0, request) })
  })
)

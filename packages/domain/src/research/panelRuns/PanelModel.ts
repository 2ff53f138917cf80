import { Context, type Effect } from "effect"
import type { InferenceFailed } from "../../platform/inference/BridgeLink.ts"
import type { ModelRequest } from "../../platform/inference/ModelRequest.ts"

/** The complete answer of a model. */
export interface PanelModelAnswer {
  readonly content: string
  /** The name of the model that answered. */
  readonly model: string
  /** The tokens of the answer, counted or estimated. */
  readonly tokens: number
}

/** The models that specialists reason with. */
export class PanelModel extends Context.Tag("auspex/PanelModel")<PanelModel, {
  /** Whether there is a model. Without a model, panels quote and judge nothing. */
  readonly isConfigured: boolean
  /**
   * Asks a model, once: ends within minutes, with the whole answer or one failure. Interrupting it ends the request. The
   * caller limits how many requests are under way.
   */
  readonly ask: (request: Omit<ModelRequest, "model">) => Effect.Effect<PanelModelAnswer, InferenceFailed>
}>() {}

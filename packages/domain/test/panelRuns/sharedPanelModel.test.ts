import { Effect, Either, Layer, Stream } from "effect"
import { describe, expect, it } from "vitest"
import {
  InferenceFailed,
  type InferenceFailureReason,
  ModelProviders,
  ModelSources,
  type PoolModel
} from "../../src/platform/inference/index.ts"
import { PanelModel } from "../../src/research/panelRuns/PanelModel.ts"
import { sharedPanelModel } from "../../src/research/panelRuns/sharedPanelModel.ts"

type Behaviour = ReadonlyArray<string> | InferenceFailureReason | "unavailable" | "refused"

/** Asks a pool of models that behave so; returns the answer or the reason, and the models that were asked. */
const ask = (behaviours: ReadonlyArray<Behaviour>) => {
  const asked: Array<string> = []
  const pool = behaviours.map((_, at): PoolModel => ({
    provider: "mine",
    model: `m${at}`,
    endpoint: { api: "openai", base_url: "https://models.example", key: undefined, is_operators: true }
  }))
  const providers = Layer.succeed(ModelProviders, {
    models: () => Effect.succeed([]),
    ask: (_, { model }) => {
      asked.push(model)
      const behaviour = behaviours[Number(model.slice(1))]!
      return typeof behaviour === "string"
        ? Stream.concat(
          behaviour === "gap" ? Stream.make("par") : Stream.empty,
          Stream.fail(new InferenceFailed({ reason: behaviour, detail: behaviour }))
        )
        : Stream.fromIterable(behaviour)
    }
  })
  const sources = Layer.succeed(ModelSources, { pool, ollama: undefined, dailyRequestsMax: 1 })
  return Effect.runPromise(
    Effect.gen(function*() {
      const model = yield* PanelModel
      const answer = yield* Effect.either(model.ask({ messages: [{ role: "user", content: "?" }] }))
      return [model.isConfigured, Either.merge(Either.mapLeft(answer, ({ reason }) => reason)), asked] as const
    }).pipe(Effect.provide(sharedPanelModel.pipe(Layer.provide(Layer.merge(providers, sources)))))
  )
}

describe("the shared models as models of panels", () => {
  it("answer in pieces that are put together", async () => {
    expect(await ask([["Yes, ", "of ", "course"]])).toEqual([
      true,
      { content: "Yes, of course", model: "m0", tokens: 4 },
      ["m0"]
    ])
  })

  it("are asked in their order while nobody has accepted the request, and once one has, not again", async () => {
    expect(await ask(["unavailable", "refused", ["Yes"]])).toEqual([
      true,
      { content: "Yes", model: "m2", tokens: 1 },
      ["m0", "m1", "m2"]
    ])
    expect(await ask(["unavailable", "gap", ["Yes"]])).toEqual([true, "gap", ["m0", "m1"]])
    expect(await ask(["refused"])).toEqual([true, "refused", ["m0"]])
  })

  it("may be none", async () => {
    expect(await ask([])).toEqual([false, "unavailable", []])
  })
})

import { MemoryPlatform, memoryPlatform } from "@auspex/domain/memory"
import { ContractHarness, contractUseCases, forecastingContract } from "@auspex/testkit/contracts"
import { Effect, Layer } from "effect"
import { describe } from "vitest"

const harness = Layer.effect(
  ContractHarness,
  Effect.map(MemoryPlatform, (platform) => {
    let disputes = 0
    let people = 0
    return ContractHarness.of({
      addAccount: ({ owner, ...account }) =>
        platform.addAccount({
          name: `Account ${++people}`,
          ...(owner === undefined ? { type: "human" } : { owner }),
          ...account
        }),
      account: (id) => Effect.map(platform.account(id), (account) => account!),
      addDispute: () => Effect.sync(() => `dispute ${++disputes}`),
      events: Effect.map(platform.events, (events) => events.map(({ event }) => event))
    })
  })
)

describe("the stores in memory", () =>
  forecastingContract({
    run: (effect) =>
      Effect.runPromise(Effect.provide(
        effect,
        Layer.provideMerge(Layer.merge(contractUseCases, harness), memoryPlatform)
      ))
  }))

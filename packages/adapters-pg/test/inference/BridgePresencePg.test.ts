import { BridgePresence, type HeldMachine, instanceSilentSecondsMax } from "@auspex/domain/inference"
import { onEachDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { BridgePresencePg } from "../../src/platform/inference/BridgePresencePg.ts"

onEachDatabase("the presence of machines", (db) => {
  const run = <A>(work: (presence: typeof BridgePresence.Service) => Effect.Effect<A, unknown>): Promise<A> =>
    Effect.runPromise(
      Effect.flatMap(BridgePresence, work).pipe(
        Effect.provide(BridgePresencePg.layer),
        Effect.provide(db.layer)
      )
    )

  const held = (instance: string, owner_key: string, hostname = "desk"): HeldMachine => ({
    instance,
    owner_key,
    machine: {
      id: randomUUID(),
      models: ["llama3"],
      connected_since: new Date("2026-11-23T10:00:00Z"),
      last_ping: new Date("2026-11-23T10:00:30.5Z"),
      in_flight: 1,
      concurrency: 2,
      system_info: { hostname, ollama_loaded: [{ name: "llama3", vram_gb: 4.5 }] }
    }
  })

  it("is what the instances report, by owner", () =>
    run((presence) =>
      Effect.gen(function*() {
        const [a, b, mine, other] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string]
        const [here, there, foreign] = [held(a, mine), held(b, mine), held(a, other)]
        expect(yield* presence.report({ instance: a, connected: [here, foreign], gone: [], held: 2 })).toBe(true)
        expect(yield* presence.report({ instance: b, connected: [there], gone: [], held: 1 })).toBe(true)
        expect(new Set(yield* presence.machinesOf(mine))).toEqual(new Set([here, there]))
        expect(yield* presence.machinesOf(other)).toEqual([foreign])
        const changed = { ...here, machine: { ...here.machine, in_flight: 0, models: ["llama3", "mistral"] } }
        expect(yield* presence.report({ instance: a, connected: [changed], gone: [foreign.machine.id], held: 1 }))
          .toBe(true)
        expect(new Set(yield* presence.machinesOf(mine))).toEqual(new Set([changed, there]))
        expect(yield* presence.machinesOf(other)).toEqual([])
        yield* presence.leave(a)
        expect(yield* presence.machinesOf(mine)).toEqual([there])
      })
    ))

  it("ends when an instance is silent, and begins again when it is not", async () => {
    const [instance, owner] = [randomUUID(), randomUUID()]
    const machine = held(instance, owner)
    // The clock stands still, so that a busy machine cannot move it across the limit.
    const stopAt = (seconds: number) => Effect.runPromise(db.freezeClock(new Date(Date.UTC(2030, 0, 1, 0, 0, seconds))))
    await stopAt(0)
    await run((presence) => presence.report({ instance, connected: [machine], gone: [], held: 1 }))
    await stopAt(instanceSilentSecondsMax - 1)
    expect(await run((presence) => presence.machinesOf(owner))).toEqual([machine])
    expect(await run((presence) => presence.livingOf([instance, randomUUID()]))).toEqual(new Set([instance]))
    await stopAt(instanceSilentSecondsMax + 1)
    expect(await run((presence) => presence.machinesOf(owner))).toEqual([])
    expect(await run((presence) => presence.livingOf([instance]))).toEqual(new Set())
    expect(await run((presence) => presence.report({ instance, connected: [], gone: [], held: 1 }))).toBe(true)
    expect(await run((presence) => presence.machinesOf(owner))).toEqual([machine])
    // Another instance removes those that have been silent for long.
    await stopAt(20 * instanceSilentSecondsMax)
    await run((presence) => presence.report({ instance: randomUUID(), connected: [], gone: [], held: 0 }))
    expect(await run((presence) => presence.report({ instance, connected: [], gone: [], held: 1 }))).toBe(false)
    await Effect.runPromise(db.shiftClock("0"))
  })

  it("must be reported again after a crash has emptied the tables", () =>
    run((presence) =>
      Effect.gen(function*() {
        const [instance, owner] = [randomUUID(), randomUUID()]
        const machine = held(instance, owner)
        yield* presence.report({ instance, connected: [machine], gone: [], held: 1 })
        yield* db.reset
        expect(yield* presence.report({ instance, connected: [], gone: [], held: 1 })).toBe(false)
        expect(yield* presence.report({ instance, connected: [machine], gone: [], held: 1 })).toBe(true)
      })
    ))
})

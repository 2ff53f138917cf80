import { BridgePresencePg } from "@auspex/adapters-pg"
import { BridgePresence } from "@auspex/domain/inference"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect, Either } from "effect"
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { requireEmbeddingsOwner } from "../../src/composition/EmbeddingsOwner.ts"
import { embeddingModelFrom } from "../../src/composition/EmbeddingsSetting.ts"
import { embeddingsCheck } from "../../src/platform/system/embeddingsCheck.ts"
import { registerAgent } from "../people.ts"
import { auspexOn } from "../servers.ts"

const settingsOf = (setting: object) => ({
  embeddings: Either.getOrThrow(embeddingModelFrom(JSON.stringify(setting)))
})

onServerDatabaseFirst("embeddings by machines of an owner", (db) => {
  const auspex = auspexOn(db)
  const ofOwner = (owner: string) => settingsOf({ provider: "bridge", model: "m1", owner })
  const check = (settings: Parameters<typeof embeddingsCheck>[0], database = true) =>
    Effect.runPromise(embeddingsCheck(settings, database ? db.layer : undefined))

  it("need an account, which is looked up when the server starts", async () => {
    const { id } = await registerAgent(auspex)
    const required = (owner: string) => db.run(Effect.either(requireEmbeddingsOwner(ofOwner(owner))))
    expect(await required(id)).toEqual(Either.right(undefined))
    const nobody = randomUUID()
    expect(Either.getOrThrow(Either.flip(await required(nobody))).message).toBe(
      `AUSPEX_EMBEDDINGS: the owner ${nobody} is not the id of an account`
    )
    expect(await db.run(Effect.either(requireEmbeddingsOwner({ embeddings: undefined })))).toEqual(
      Either.right(undefined)
    )
  })

  it("are checked by the doctor", async () => {
    const { id } = await registerAgent(auspex)
    const nobody = randomUUID()
    expect(await check({ embeddings: undefined })).toEqual([])
    const atProvider = settingsOf({
      provider: "ollama",
      model: "m1",
      base_url: "http://10.0.0.7:11434",
      api_key: "sk-1"
    })
    expect(await check(atProvider)).toMatchObject([{ status: "ok", message: "ollama/m1, at 10.0.0.7:11434" }])
    expect(await check(ofOwner(id), false)).toMatchObject([{ status: "ok" }])
    expect(await check(ofOwner(nobody))).toMatchObject([{ status: "fail", message: `no account has the id ${nobody}` }])
    expect(await check(ofOwner(id))).toMatchObject([{
      status: "warn",
      message: "bridge/m1: no machine of the owner is connected"
    }])
    const report = (embeds: object) =>
      db.run(Effect.provide(
        Effect.flatMap(BridgePresence, (presence) => {
          const machine = {
            id: randomUUID(),
            models: ["m1:latest"],
            connected_since: new Date(),
            last_ping: new Date(),
            in_flight: 0,
            concurrency: 1,
            ...embeds
          }
          const instance = randomUUID()
          return presence.report({ instance, connected: [{ machine, owner_key: id, instance }], gone: [], held: 1 })
        }),
        BridgePresencePg.layer
      ))
    await report({})
    expect(await check(ofOwner(id))).toMatchObject([{
      status: "warn",
      message: "bridge/m1: no connected machine of the owner has it"
    }])
    await report({ embeds: true })
    expect(await check(ofOwner(id))).toMatchObject([{ status: "ok", message: "bridge/m1, on 1 connected machine" }])
  })
})

import { BridgePresencePg } from "@auspex/adapters-pg"
import { type BridgeMachine, BridgePresence, modelOn } from "@auspex/domain/inference"
import { counted } from "@auspex/domain/kernel"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, type Layer } from "effect"
import { settingEntries, type Settings } from "../../composition/Settings.ts"
import { type Check, fail, pass, warn } from "./Check.ts"
import { reasonOf } from "./reasonOf.ts"

const name = "embeddings"

const machinesCheck = (model: string, machines: ReadonlyArray<BridgeMachine>): Check => {
  const able = machines.filter((machine) => machine.embeds === true && modelOn(machine, model) !== undefined)
  return able.length > 0
    ? pass(name, `bridge/${model}, on ${counted(able.length, "connected machine")}`)
    : warn(
      name,
      `bridge/${model}: ${
        machines.length === 0 ? "no machine of the owner is connected" : "no connected machine of the owner has it"
      }`,
      `run auspex bridge where a model server has ${model}; searches do without until then`
    )
}

/**
 * The model of embeddings. The embedding model of an owner's machines is read from the database, if the database can
 * be read.
 */
export const embeddingsCheck = <E>(
  { embeddings }: Pick<Settings, "embeddings">,
  database: Layer.Layer<SqlClient.SqlClient, E> | undefined
): Effect.Effect<ReadonlyArray<Check>> => {
  if (embeddings === undefined) return Effect.succeed([])
  const { model, provider } = embeddings
  if (provider !== "bridge") {
    return Effect.succeed([pass(name, `${provider}/${model}, at ${new URL(embeddings.endpoint.base_url).host}`)])
  }
  const { owner } = embeddings
  if (database === undefined) {
    return Effect.succeed([pass(name, `bridge/${model}, on machines of the owner of account ${owner}`)])
  }
  const check = Effect.gen(function*() {
    const presence = yield* BridgePresence
    const ownerKey = yield* presence.ownerKeyOf(owner)
    return ownerKey === undefined
      ? fail(name, `no account has the id ${owner}`, `correct the owner in ${settingEntries.embeddings.variable}`)
      : machinesCheck(model, (yield* presence.machinesOf(ownerKey)).map(({ machine }) => machine))
  })
  return check.pipe(
    Effect.provide(BridgePresencePg.layer),
    Effect.provide(database),
    Effect.catchAll((error) =>
      Effect.succeed(warn(name, `bridge/${model} could not be checked: ${reasonOf(error)}`, "correct the database"))
    ),
    Effect.map((one) => [one])
  )
}

import { PacketStore, type StoredPacket } from "@auspex/domain/packetPublication"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { v7 as uuidv7 } from "uuid"
import { statement } from "../../database/Statement.ts"
import { storeStatements } from "../../database/statementsOf.ts"

const now = "select auspex_now() as published_at"

const insert = statement()(
  { id: "uuid", project_id: "uuid", version: "integer", published_at: "timestamptz", headline: "text", json: "text" },
  (p) => `
  insert into packets (id, project_id, version, published_at, headline, json)
  values (${p.id}, ${p.project_id}, ${p.version}, ${p.published_at}, ${p.headline}, ${p.json})`
)

/** $1 project, $2 version or null. */
const find = `
  select id, version, json from packets
  where project_id = $1::uuid and ($2::integer is null or version = $2) order by version desc limit 1`

const layer: Layer.Layer<PacketStore, never, SqlClient> = Layer.effect(
  PacketStore,
  Effect.map(storeStatements("packets"), ({ first, only, run }) =>
    PacketStore.of({
      next: Effect.map(
        only<{ readonly published_at: Date }>("next", now),
        ({ published_at }) => ({ id: uuidv7(), published_at })
      ),
      insert: (project_id, packet) => run("insert", insert, { project_id, ...packet }),
      find: (projectId, version) => first<StoredPacket>("find", find, [projectId, version])
    }))
)

/** Stores packets in `packets`. */
export const PacketStorePg = { layer }

import { type BridgeMachine, BridgePresence, instanceSilentSecondsMax } from "@auspex/domain/inference"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"

/** A machine as JSON. */
interface StoredMachine extends Omit<BridgeMachine, "connected_since" | "last_ping"> {
  readonly connected_since: string
  readonly last_ping: string
}

const machineOf = ({ connected_since, last_ping, ...machine }: StoredMachine): BridgeMachine => ({
  ...machine,
  connected_since: new Date(connected_since),
  last_ping: new Date(last_ping)
})

const living = `reported_at > auspex_clock() - make_interval(secs => ${instanceSilentSecondsMax})`

/**
 * $1 instance, $2 the machines with their ids and owners as JSON, $3 the ids that are gone as JSON. Instances that have
 * been silent for ten times as long as they may be are removed with their machines.
 */
const report = `
  with gone as (
    select value::uuid as id from jsonb_array_elements_text($3::text::jsonb)
  ), silent as (
    delete from bridge_instances
    where reported_at < auspex_clock() - make_interval(secs => ${10 * instanceSilentSecondsMax}) and id <> $1::uuid
    returning id
  ), removed as (
    delete from bridge_machines where id in (select id from gone) or instance in (select id from silent) returning id
  ), instance as (
    insert into bridge_instances (id, reported_at) values ($1::uuid, auspex_clock())
    on conflict (id) do update set reported_at = excluded.reported_at
  ), added as (
    insert into bridge_machines (id, instance, owner_key, machine)
    select id, $1::uuid, owner_key, machine
    from jsonb_to_recordset($2::text::jsonb) one (id uuid, owner_key uuid, machine jsonb)
    on conflict (id) do update set machine = excluded.machine
    returning id
  )
  select (select count(*) from (
      select id from bridge_machines where instance = $1::uuid and id not in (select id from gone)
      union select id from added
    ) held)::int as held`

/** $1 owner. */
const ofOwner = `
  select m.instance::text as instance, m.machine
  from bridge_machines m join bridge_instances i on i.id = m.instance
  where m.owner_key = $1::uuid and ${living}`

/** $1 account. */
const ownerKeyOf = `select owner_key::text as owner_key from accounts where id = $1::uuid`

/** $1 instances. */
const livingOf = `select id::text as id from bridge_instances where id = any($1::uuid[]) and ${living}`

/** $1 instance. */
const leave = `
  with machines as (delete from bridge_machines where instance = $1::uuid)
  delete from bridge_instances where id = $1::uuid`

const layer: Layer.Layer<BridgePresence, never, SqlClient> = Layer.effect(
  BridgePresence,
  Effect.map(storeStatements("bridge presence"), ({ all, first, run }) => ({
    report: ({ connected, gone, held, instance }) =>
      Effect.map(
        first<{ readonly held: number }>("report", report, [
          instance,
          JSON.stringify(connected.map(({ machine, owner_key }) => ({
            id: machine.id,
            owner_key,
            machine
          }))),
          JSON.stringify(gone)
        ]),
        (row) => (row?.held ?? 0) >= held
      ),
    machinesOf: (ownerKey) =>
      Effect.map(
        all<{ readonly instance: string; readonly machine: StoredMachine }>("machinesOf", ofOwner, [ownerKey]),
        (rows) => rows.map(({ instance, machine }) => ({ machine: machineOf(machine), owner_key: ownerKey, instance }))
      ),
    ownerKeyOf: (accountId) =>
      ifUuid(
        accountId,
        Effect.map(
          first<{ readonly owner_key: string }>("ownerKeyOf", ownerKeyOf, [accountId]),
          (row) => row?.owner_key
        )
      ),
    livingOf: (instances) =>
      Effect.map(
        all<{ readonly id: string }>("livingOf", livingOf, [instances]),
        (rows) => new Set(rows.map(({ id }) => id))
      ),
    leave: (instance) => run("leave", leave, [instance])
  }))
)

/** Keeps which machines are connected in `bridge_machines`; `bridge_instances` says which instances live. */
export const BridgePresencePg = { layer }

import { type PersonaAgent, type PersonaRow, PersonaStore } from "@auspex/domain/personas"
import type { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { storeStatements } from "../../database/statementsOf.ts"
import { ifUuid } from "../../kernel/ifUuid.ts"
import * as statements from "./personaSql.ts"

const layer: Layer.Layer<PersonaStore, never, SqlClient> = Layer.effect(
  PersonaStore,
  Effect.map(storeStatements("personas"), ({ all, first, only, run }) =>
    PersonaStore.of({
      lockOwner: (accountId) =>
        Effect.zipRight(
          run("lockOwner", statements.lockAccount, [accountId]),
          Effect.map(
            only<{ readonly existing: number }>("lockOwner", statements.countOwned, [accountId]),
            ({ existing }) => existing
          )
        ),
      insert: (accountId, { dimensions, traits, ...content }, { shortened, sources }) =>
        Effect.gen(function*() {
          yield* run("insert", statements.insertContent, {
            ...content,
            dimensions: JSON.stringify(dimensions),
            traits: JSON.stringify(traits)
          })
          const { id } = yield* only("insert", statements.insert, {
            account_id: accountId,
            content_hash: content.content_hash,
            sources: JSON.stringify(sources),
            shortened: JSON.stringify(shortened)
          })
          return yield* only<PersonaRow>("insert", statements.find, [id])
        }),
      ofAccount: (accountId) => all<PersonaRow>("ofAccount", statements.ofAccount, [accountId]),
      find: (id) => ifUuid(id, first<PersonaRow>("find", statements.find, [id])),
      lock: (id) =>
        ifUuid(
          id,
          Effect.gen(function*() {
            yield* run("lock", statements.lock, [id])
            const persona = yield* first<PersonaRow>("lock", statements.find, [id])
            if (persona === undefined) return undefined
            const { agents } = yield* only<{ readonly agents: ReadonlyArray<string> }>("lock", statements.agentsWith, [
              id
            ])
            return { persona, agents }
          })
        ),
      remove: (id) => run("remove", statements.remove, [id]),
      agent: (id) => ifUuid(id, first<PersonaAgent>("agent", statements.agent, [id])),
      agentsOf: (ownerId) => all<PersonaAgent>("agentsOf", statements.agentsOf, [ownerId]),
      assign: (agentId, personaId) =>
        personaId === null
          ? run("assign", statements.unassign, [agentId])
          : run("assign", statements.assign, [agentId, personaId])
    }))
)

/** Stores personas in `personas` and `persona_contents`, and assignments in `accounts`. */
export const PersonaStorePg = { layer }

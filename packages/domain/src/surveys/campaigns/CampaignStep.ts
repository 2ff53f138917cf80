import { Effect } from "effect"
import type { Failure } from "../../kernel/Failure.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { AgentFilter } from "../surveys/AgentFilter.ts"
import type { PlannedChange } from "./CampaignPlan.ts"
import type { AppliedEntry } from "./CampaignStore.ts"
import { fieldChanges, type Fields } from "./FieldChange.ts"

/** The result of applying one entry of a campaign. */
export interface AppliedStep {
  readonly id: string
  /** Absent when the entry already was as the campaign wants it. */
  readonly change?: PlannedChange
  /** The entry to store under its key; absent for articles, which have no keys. */
  readonly entry?: AppliedEntry
}

/** An entry before and after it was applied. */
export interface EntryStates {
  readonly kind: PlannedChange["kind"]
  readonly key: string
  readonly id: string
  readonly title: string
  /** Absent when the entry was created. */
  readonly before?: Fields | undefined
  readonly after: Fields
  /** The fields of the previous application under this key; absent at the first one. */
  readonly last?: Fields | undefined
  readonly questions?: Members
  readonly agents?: Members
  /** The filter that selects the agents. */
  readonly filter?: AgentFilter | undefined
  readonly moves: ReadonlyArray<string>
  readonly fires: ReadonlyArray<string>
}

interface Members {
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** The maximum number of members that a plan names. */
const namedMembersMax = 100

const plannedMembers = (members: Members | undefined) =>
  members === undefined || members.added.length + members.removed.length === 0 ? undefined : {
    added: members.added.slice(0, namedMembersMax),
    removed: members.removed.slice(0, namedMembersMax),
    added_count: members.added.length,
    removed_count: members.removed.length
  }

/** Compares an entry before and after. */
export const stepOf = (states: EntryStates): AppliedStep => {
  const { after, before, filter, fires, id, key, kind, last, moves, title } = states
  const fields = fieldChanges(before ?? {}, after, last)
  const [questions, agents] = [plannedMembers(states.questions), plannedMembers(states.agents)]
  // Articles have no keys, so a campaign cannot adopt one under a key.
  const action = before === undefined ? "create" : last === undefined && kind !== "article" ? "adopt" : "change"
  const isSame = action === "change" && fields.length + moves.length === 0 && questions === undefined &&
    agents === undefined
  const step = kind === "article" ? { id } : {
    id,
    entry: { kind, key, id, applied: after, ...(filter === undefined ? {} : { agents: filter }) }
  }
  if (isSame) return step
  return {
    ...step,
    change: {
      kind,
      key,
      title,
      ...(action === "create" ? {} : { id }),
      action,
      fields,
      ...(questions === undefined ? {} : { questions }),
      ...(agents === undefined ? {} : { agents }),
      moves,
      fires
    }
  }
}

/**
 * Applies one entry. A refusal is collected, with the field names of the campaign, and the result is then `undefined`,
 * so that later entries are judged too.
 */
export const judgedStep = <A, E>(
  path: string,
  failures: Array<Failure>,
  act: Effect.Effect<A, Refusal | E>,
  fieldNames: Readonly<Record<string, string>> = {}
): Effect.Effect<A | undefined, E> =>
  Effect.catchAll(act, (error): Effect.Effect<undefined, E> => {
    if (!isRefusal(error)) return Effect.fail(error)
    for (const failure of error.failures) {
      const name = failure.field === undefined ? undefined : fieldNames[failure.field] ?? failure.field
      failures.push({ ...failure, field: name === undefined ? path : `${path}.${name}` })
    }
    return Effect.succeed(undefined)
  })

const isRefusal = (error: unknown): error is Refusal => (error as { readonly _tag?: unknown })._tag === "Refusal"

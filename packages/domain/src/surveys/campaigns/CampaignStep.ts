import { Effect } from "effect"
import type { Failure } from "../../kernel/Failure.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { AgentFilter } from "../surveys/AgentFilter.ts"
import type { PlannedChange } from "./CampaignPlan.ts"
import type { AppliedEntry } from "./CampaignStore.ts"
import { fieldChanges, type Fields } from "./FieldChange.ts"

/** What came of one entry of a campaign. */
export interface AppliedStep {
  readonly id: string
  /** Absent when the entry was as the campaign wants it. */
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
  /** Absent when it was created. */
  readonly before?: Fields | undefined
  readonly after: Fields
  /** The fields as they were last applied under this key; absent for the first time. */
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

/** How many members a plan names. */
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
  // Articles have no keys of their own that they could be adopted under.
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
 * Runs the acts of one entry. A refusal is collected, its fields named as the campaign names them, and the result is
 * then `undefined`, so that the entries after it are judged too.
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

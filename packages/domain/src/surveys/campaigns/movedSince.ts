import { Schema } from "effect"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { PlannedChange } from "./CampaignPlan.ts"

const isSameChange = Schema.equivalence(PlannedChange)

const nameOf = ({ key, kind }: PlannedChange): string => `${kind} ${key}`

/** The differences between an application and its plan: one failure for each entry, by its name. */
export const movedSince = (
  expected: ReadonlyArray<PlannedChange>,
  actual: ReadonlyArray<PlannedChange>
): ReadonlyArray<Failure> => {
  const before = new Map(expected.map((change) => [nameOf(change), change]))
  const after = new Map(actual.map((change) => [nameOf(change), change]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [planned, now] = [before.get(name), after.get(name)]
    if (planned !== undefined && now !== undefined && isSameChange(planned, now)) return []
    const what = now === undefined
      ? "is already as the campaign wants it"
      : planned === undefined
      ? "was as the campaign wants it and no longer is"
      : `has changed: ${differences(planned, now)}`
    return [failure("CAMPAIGN_MOVED", `Since the plan was made, ${name} ${what}.`, { field: name })]
  })
}

/** The differences between two plans of one entry, in words. */
const differences = (planned: PlannedChange, now: PlannedChange): string => {
  const said = [...new Set([...planned.fields, ...now.fields].map(({ field }) => field))].flatMap((field) => {
    const [one, other] = [planned, now].map(({ fields }) => fields.find((change) => change.field === field))
    if (JSON.stringify(one) === JSON.stringify(other)) return []
    const from = JSON.stringify((other ?? one)!.from)
    return [other === undefined ? `${field} is already set` : `${field} is now ${from.slice(0, 100)}`]
  })
  const parts = (["action", "questions", "agents", "moves"] as const)
    .filter((part) => JSON.stringify(planned[part]) !== JSON.stringify(now[part]))
  return [...said, ...parts].join(", ")
}

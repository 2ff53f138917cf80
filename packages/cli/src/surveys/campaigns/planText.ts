import type { CampaignPlan, FieldValue, PlannedChange } from "@auspex/domain/campaigns"
import { counted } from "@auspex/domain/kernel"
import { printable } from "../../kit/output/printable.ts"
import type { Style } from "../../kit/output/Style.ts"

/** How long a value may be before it is cut. */
const valueMax = 100

const shown = (value: FieldValue): string => {
  const text = typeof value === "string"
    ? JSON.stringify(value)
    : Array.isArray(value)
    ? value.join(", ")
    : String(value)
  const line = printable(text)
  return line.length <= valueMax ? line : `${line.slice(0, valueMax - 1)}…`
}

const signs = { create: "+", adopt: "=", change: "~" } as const
const colours = { create: "green", adopt: "dim", change: "yellow" } as const

type Members = NonNullable<PlannedChange["questions"]>

const memberLines = (noun: string, members: Members | undefined, style: Style): ReadonlyArray<string> => {
  if (members === undefined) return []
  const line = (sign: string, names: ReadonlyArray<string>, count: number): ReadonlyArray<string> => {
    if (count === 0) return []
    const some = names.slice(0, 5).map((name) => printable(name)).join(", ")
    const rest = count - Math.min(5, names.length)
    return [`    ${sign} ${counted(count, noun)}: ${some}${rest === 0 ? "" : ` and ${rest} more`}`]
  }
  return [
    ...line("+", members.added, members.added_count).map(style.green),
    ...line("-", members.removed, members.removed_count).map(style.red)
  ]
}

const changeLines = (change: PlannedChange, style: Style): ReadonlyArray<string> => {
  const { action, fields, fires, key, kind, moves, title } = change
  const isNew = action === "create"
  return [
    style[colours[action]](`${signs[action]} ${kind} ${key} ${shown(title)}`),
    ...fields.filter(({ from, to }) =>
      !isNew || (to !== null && to !== false && from !== to && shown(to) !== "\"\"" && shown(to) !== "")
    ).map(
      ({ drifted, field, from, to }) =>
        isNew
          ? `    ${field}: ${shown(to)}`
          : `    ${field}: ${shown(from)} -> ${shown(to)}${
            drifted ? style.yellow("  (changed elsewhere since it was applied)") : ""
          }`
    ),
    ...memberLines("question", change.questions, style),
    ...memberLines("agent", change.agents, style),
    ...(moves.length === 0
      ? []
      : [`    then: ${moves.join(", ")}${fires.length === 0 ? "" : `, which fires ${fires.join(", ")}`}`])
  ]
}

/** The plan as a reviewer reads it. */
export const planText = ({ changes }: CampaignPlan, style: Style): string =>
  changes.map((change) => changeLines(change, style).join("\n")).join("\n")

/** The plan in one line. */
export const planSummary = ({ changes, unchanged }: CampaignPlan, done: boolean): string => {
  const count = (action: PlannedChange["action"]) => changes.filter((change) => change.action === action).length
  const parts = ([["create", "created"], ["adopt", "adopted"], ["change", "changed"]] as const)
    .filter(([action]) => count(action) > 0)
    .map(([action, past]) => done ? `${count(action)} ${past}` : `${count(action)} to ${action}`)
  return [...parts, `${unchanged} unchanged`].join(", ")
}

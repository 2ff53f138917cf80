import type { AgentProfile, AgentCalibration } from "@auspex/domain/boards"
import { barText } from "../../kit/output/BarText.ts"
import { calibrationText } from "../../kit/output/CalibrationText.ts"
import { needsAscii } from "../../kit/output/Characters.ts"
import { percent } from "../../kit/output/percent.ts"
import { cutTo, printable, widthOf, wrapTo } from "../../kit/output/printable.ts"
import { type Style, styleFor, takesColours } from "../../kit/output/Style.ts"
import { recordText } from "../../kit/output/table.ts"
import type { Invocation, TargetFlags } from "../../kit/invocation/Invocation.ts"

/** Layout and colours of the sections of an agent's record. */
interface SheetLayout {
  readonly columns: number
  readonly isAscii: boolean
  readonly isColoured: boolean
  readonly style: Style
}

const columnsMax = 100

const sheetOf = ({ flags, io }: Invocation<TargetFlags>): SheetLayout => ({
  columns: Math.min(columnsMax, io.stdout.columns ?? 80),
  isAscii: needsAscii(io),
  isColoured: takesColours(io, io.stdout, flags),
  style: styleFor(io, io.stdout, flags)
})

const skillText = ({ skill }: AgentProfile): string | undefined =>
  skill === undefined
    ? undefined
    : `${skill.adjusted_brier.toFixed(4)} (95 %: ${skill.interval.low.toFixed(4)} to ${
      skill.interval.high.toFixed(4)
    }), rank ${skill.rank} (${skill.rank_low} to ${skill.rank_high})`

/** The first section: the agent's profile and key figures. */
const fieldsOf = (agent: AgentProfile, resolved: number): Readonly<Record<string, unknown>> => ({
  name: agent.name,
  id: agent.id,
  model: agent.model,
  role: agent.role,
  trust: agent.trust_label,
  persona: agent.persona_archetype,
  focus: agent.domain_focus,
  "risk profile": agent.risk_profile,
  since: agent.created_at,
  followers: agent.followers,
  tier: agent.tier,
  points: agent.points,
  predictions: agent.predictions,
  accuracy: percent(agent.accuracy, resolved),
  "brier score": agent.brier_score?.toFixed(4),
  skill: skillText(agent),
  streak: `${agent.streak_count}, at best ${agent.max_streak}`
})

const section = ({ style }: SheetLayout, heading: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", style.bold(heading), ...lines]

const selfDescription = (
  { columns }: SheetLayout,
  { bio, catchphrase, philosophy }: AgentProfile
): ReadonlyArray<string> =>
  [catchphrase, bio, philosophy].flatMap((text) => text === undefined ? [] : wrapTo(printable(text), columns))

const categoryLines = ({ isAscii, style }: SheetLayout, { category_accuracy }: AgentProfile): ReadonlyArray<string> => {
  const rows = category_accuracy ?? []
  const width = Math.max(0, ...rows.map(({ category }) => category.length))
  return rows.map(({ accuracy, category, predictions }) =>
    `${category.padEnd(width)}  ${style.green(barText(accuracy, 20, { ascii: isAscii }))}  ${
      percent(accuracy, predictions).padStart(7)
    } of ${predictions}`
  )
}

const callLines = ({ columns }: SheetLayout, { notable_calls }: AgentProfile): ReadonlyArray<string> =>
  (notable_calls ?? []).map(({ confidence, prediction, question }) => {
    const statement = `${prediction ? "yes" : "no"} ${confidence} %`.padEnd(10)
    return `${statement}${cutTo(printable(question), columns - widthOf(statement))}`
  })

const calibrationLines = (
  { columns, isColoured, isAscii }: SheetLayout,
  { points, resolved, terms }: AgentCalibration
): ReadonlyArray<string> => [
  ...calibrationText(points, { columns, colour: isColoured, ascii: isAscii }).split("\n"),
  ...(terms === null ? [] : [
    "",
    `${resolved} resolved: reliability ${terms.reliability.toFixed(4)}, resolution ${terms.resolution.toFixed(4)}, `
    + `uncertainty ${terms.uncertainty.toFixed(4)}`
  ])
]

const adviceLines = ({ columns }: SheetLayout, { advice }: AgentCalibration): ReadonlyArray<string> =>
  advice.flatMap(({ advice: sentence }) =>
    wrapTo(sentence, columns - 2).map((line, at) => `${at === 0 ? "-" : " "} ${line}`)
  )

/** The whole record of an agent, in sections. */
export const agentSheet = (
  call: Invocation<TargetFlags>,
  agent: AgentProfile,
  calibration: AgentCalibration
): string => {
  const sheet = sheetOf(call)
  return [
    recordText(call.io, call.flags, fieldsOf(agent, calibration.resolved)),
    ...section(sheet, "In its own words", selfDescription(sheet, agent)),
    ...section(sheet, "Accuracy by category", categoryLines(sheet, agent)),
    ...section(sheet, "Notable calls, which came true", callLines(sheet, agent)),
    ...section(sheet, "Calibration", calibrationLines(sheet, calibration)),
    ...section(sheet, "Advice", adviceLines(sheet, calibration))
  ].join("\n")
}

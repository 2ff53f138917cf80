import type { AgentProfile } from "@auspex/domain/accounts"
import { barText } from "@auspex/domain/charts"
import { Refusal, refuse } from "@auspex/domain/kernel"
import { Effect } from "effect"
import type { Administration } from "../connection/Administration.ts"
import { AdminKeyNeeded } from "../connection/CommandFailure.ts"
import { withConnection } from "../connection/connect.ts"
import { targetText } from "../connection/Target.ts"
import { answerOne, answerText } from "../output/answer.ts"
import { hasPlainCharacters } from "../output/Characters.ts"
import { percent } from "../output/percent.ts"
import { cutTo, printable, widthOf, wrapTo } from "../output/printable.ts"
import { type Style, styleFor } from "../output/Style.ts"
import { recordText } from "../output/table.ts"
import type { CommandAct, Invocation, TargetFlags } from "../program/Invocation.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id of an agent that is named: only administrators may look for accounts by name. */
const idOf = ({ accounts, target }: Administration, idOrName: string) =>
  uuid.test(idOrName) ? Effect.succeed(idOrName) : accounts.show(idOrName).pipe(
    Effect.catchIf(
      (error): error is Refusal => error instanceof Refusal && error.code === "MISSING_AUTH",
      () =>
        new AdminKeyNeeded({
          message: `${targetText(target)} wants an admin key to look for a name: set AUSPEX_ADMIN_KEY, use `
            + "--admin-key-file, or give the agent's id"
        })
    ),
    Effect.flatMap((account) =>
      account.type === "agent"
        ? Effect.succeed(account.id)
        : refuse("AGENT_NOT_FOUND", `${account.name} is a human; only agents have a public record.`)
    )
  )

/** The terminal as the sections of the record see it. */
interface Sheet {
  readonly columns: number
  readonly isPlain: boolean
  readonly style: Style
}

const columnsMax = 100

const sheetOf = ({ flags, io }: Invocation<TargetFlags>): Sheet => ({
  columns: Math.min(columnsMax, io.stdout.columns ?? 80),
  isPlain: hasPlainCharacters(io),
  style: styleFor(io, io.stdout, flags)
})

/** The first lines: who it is, and how it stands. */
const fieldsOf = (agent: AgentProfile): Readonly<Record<string, unknown>> => ({
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
  accuracy: percent(agent.accuracy),
  "brier score": agent.brier_score?.toFixed(4),
  streak: `${agent.streak_count}, at best ${agent.max_streak}`
})

const section = ({ style }: Sheet, heading: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", style.bold(heading), ...lines]

const ownWords = ({ columns }: Sheet, { bio, catchphrase, philosophy }: AgentProfile): ReadonlyArray<string> =>
  [catchphrase, bio, philosophy].flatMap((text) => text === undefined ? [] : wrapTo(printable(text), columns))

const categoryLines = ({ isPlain, style }: Sheet, { category_accuracy }: AgentProfile): ReadonlyArray<string> => {
  const rows = category_accuracy ?? []
  const width = Math.max(0, ...rows.map(({ category }) => category.length))
  return rows.map(({ accuracy, category, predictions }) =>
    `${category.padEnd(width)}  ${style.green(barText(accuracy, 20, { ascii: isPlain }))}  ${
      percent(accuracy).padStart(7)
    } of ${predictions}`
  )
}

const callLines = ({ columns }: Sheet, { notable_calls }: AgentProfile): ReadonlyArray<string> =>
  (notable_calls ?? []).map(({ confidence, prediction, question }) => {
    const said = `${prediction ? "yes" : "no"} ${confidence} %`.padEnd(10)
    return `${said}${cutTo(printable(question), columns - widthOf(said))}`
  })

/** The whole record of an agent, in sections. */
const recordSheet = (call: Invocation<TargetFlags>, agent: AgentProfile): string => {
  const sheet = sheetOf(call)
  return [
    recordText(call.io, call.flags, fieldsOf(agent)),
    ...section(sheet, "In its own words", ownWords(sheet, agent)),
    ...section(sheet, "Accuracy by category", categoryLines(sheet, agent)),
    ...section(sheet, "Notable calls, which came true", callLines(sheet, agent))
  ].join("\n")
}

export const showAgent = ((call: Invocation<TargetFlags>) =>
  withConnection(
    call,
    (administration) =>
      Effect.gen(function*() {
        const agent = yield* administration.records.agent(yield* idOf(administration, call.args[0]!))
        yield* call.flags.output === "table"
          ? answerText(call, recordSheet(call, agent))
          : answerOne(call, { agent }, agent)
      }),
    "optional"
  )) satisfies CommandAct

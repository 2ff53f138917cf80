import { Audience } from "@auspex/domain/panels"
import { FindingKind, ProjectKind, ProjectStatus } from "@auspex/domain/projects"
import { User } from "@auspex/domain/accounts"
import { ModelFamily, TrustLabel, WorkspaceRole, WorkspaceTier } from "@auspex/domain/identity"
import { FramingPurpose } from "@auspex/domain/framing"
import { LeaderboardPeriod } from "@auspex/domain/boards"
import { DisputeEnd, DisputeStatus } from "@auspex/domain/disputes"
import { ArticleStatus } from "@auspex/domain/articles"
import { SurveyStatus } from "@auspex/domain/surveys"
import { IssueStatus, IssueType } from "@auspex/domain/issues"
import { errorCodes } from "@auspex/adapters-http/contract"
import { categories, QuestionSort, QuestionStatus, QuestionType, Timeframe } from "@auspex/domain/questions"
import { projectEventNames } from "@auspex/domain/events"
import { DeliveryStatus } from "@auspex/domain/webhooks"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { settingEntries } from "../../src/composition/Settings.ts"
import {
  accountTypeChoices,
  agentFamilyChoices,
  categoryChoices,
  disputeEndChoices,
  disputeStatusChoices,
  articleStatusChoices,
  issueStatusChoices,
  deliveryStatusChoices,
  framingPurposeChoices,
  issueTypeChoices,
  periodChoices,
  projectEventChoices,
  questionTypeChoices,
  serveFlags,
  sortChoices,
  surveyStatusChoices,
  statusChoices,
  timeframeChoices,
  trustLabelChoices,
  audienceChoices,
  findingKindChoices,
  projectKindChoices,
  projectStatusChoices,
  workspaceRoleChoices,
  workspaceTierChoices
} from "../../src/kit/invocation/choices.ts"
import { exitCodes } from "../../src/kit/invocation/ExitCode.ts"
import { version } from "../../src/program/runAuspex.ts"
import { callAuspex } from "./callAuspex.ts"

const file = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8")

describe("the help of auspex", () => {
  it("is written to standard output, with every command and every exit code", async () => {
    const { code, err, out } = await callAuspex(["--help"])
    expect(code).toBe(0)
    expect(err).toBe("")
    for (
      const command of [
        "serve",
        "demo",
        "migrate",
        "status",
        "doctor",
        "check",
        "explain",
        "accounts",
        "admin-keys",
        "questions",
        "agents",
        "leaderboard",
        "export",
        "completion"
      ]
    ) {
      expect(out).toMatch(new RegExp(`^ {2}${command}\\b`, "m"))
    }
    for (const { code: number, meaning } of Object.values(exitCodes))
      expect(out).toContain(`${String(number).padStart(3)}  ${meaning}`)
  })

  it("is written to standard error, as a usage error, without a command", async () => {
    const { code, err, out } = await callAuspex([])
    expect(code).toBe(2)
    expect(out).toBe("")
    expect(err).toContain("Usage: auspex")
  })

  it("suggests the nearest command, flag and choice for an unknown one", async () => {
    const command = await callAuspex(["questoins"])
    expect([command.code, command.err]).toEqual([2, expect.stringContaining("Did you mean questions?")])
    const flag = await callAuspex(["questions", "list", "--stauts", "open"])
    expect([flag.code, flag.err]).toEqual([2, expect.stringContaining("Did you mean --status?")])
    const choice = await callAuspex(["questions", "list", "--status", "openn"])
    expect([choice.code, choice.err]).toEqual([2, expect.stringContaining("Allowed choices are open, closed")])
    expect(command.out + flag.out + choice.out).toBe("")
  })

  it("includes the version of the package", async () => {
    expect(JSON.parse(file("packages/cli/package.json")).version).toBe(version)
    expect((await callAuspex(["--version"])).out).toBe(`${version}\n`)
  })

  it("offers the choices of the domain", () => {
    expect([...statusChoices].sort()).toEqual([...QuestionStatus.literals, "all"].sort())
    expect([...categoryChoices]).toEqual([...categories])
    expect([...timeframeChoices]).toEqual([...Timeframe.literals])
    expect([...questionTypeChoices]).toEqual([...QuestionType.literals])
    expect([...disputeStatusChoices]).toEqual([...DisputeStatus.literals])
    expect([...disputeEndChoices]).toEqual([...DisputeEnd.literals])
    expect([...issueStatusChoices]).toEqual([...IssueStatus.literals])
    expect([...articleStatusChoices]).toEqual([...ArticleStatus.literals])
    expect([...surveyStatusChoices]).toEqual([...SurveyStatus.literals])
    expect([...issueTypeChoices]).toEqual([...IssueType.literals])
    expect([...projectEventChoices]).toEqual([...projectEventNames])
    expect([...framingPurposeChoices]).toEqual([...FramingPurpose.literals])
    expect([...audienceChoices]).toEqual([...Audience.literals])
    expect([...projectKindChoices]).toEqual([...ProjectKind.literals])
    expect([...projectStatusChoices]).toEqual([...ProjectStatus.literals])
    expect([...findingKindChoices]).toEqual([...FindingKind.literals])
    expect([...workspaceRoleChoices]).toEqual([...WorkspaceRole.literals])
    expect([...workspaceTierChoices]).toEqual([...WorkspaceTier.literals])
    expect([...deliveryStatusChoices]).toEqual([...DeliveryStatus.literals])
    expect([...sortChoices]).toEqual([...QuestionSort.literals])
    expect([...trustLabelChoices]).toEqual([...TrustLabel.literals])
    expect([...agentFamilyChoices]).toEqual(ModelFamily.literals.filter((family) => family !== "human"))
    expect([...periodChoices]).toEqual([...LeaderboardPeriod.literals])
    expect([...accountTypeChoices].sort()).toEqual([...User.fields.type.literals].sort())
  })

  it("lists exactly the flags of the settings for serve", () => {
    const known = Object.values(settingEntries).flatMap(({ default: standard, flag, meaning }) =>
      flag === undefined
        ? []
        : [{ flag, meaning, ...(standard === undefined || standard === "false" ? {} : { standard }) }]
    )
    expect(serveFlags.map(({ value: _, ...rest }) => rest).sort(byFlag)).toEqual(known.sort(byFlag))
  })

  it("equals docs/cli.md exactly (auspex reference > docs/cli.md)", async () => {
    expect(file("docs/cli.md")).toBe((await callAuspex(["reference"])).out)
  })

  it("explains every error code, and suggests the nearest for an unknown one", async () => {
    const all = await callAuspex(["explain", "--output", "json"])
    expect(all.json.errors.map(({ code }: { code: string }) => code)).toEqual([...errorCodes])
    const one = await callAuspex(["explain", "reasoning-too-short"])
    expect([one.code, one.out]).toEqual([0, expect.stringContaining("fewer than 200 characters")])
    const none = await callAuspex(["explain", "REASONING_TOO_SHRT"])
    expect([none.code, none.out, none.err]).toEqual([
      3,
      "",
      expect.stringContaining("did you mean REASONING_TOO_SHORT?")
    ])
  })
})

const byFlag = (left: { readonly flag: string }, right: { readonly flag: string }): number =>
  left.flag < right.flag ? -1 : 1

describe("completion scripts", () => {
  const hasShell = (shell: string): boolean => spawnSync(shell, ["-c", "exit 0"]).status === 0

  it.each(["bash", "zsh", "fish"])("name every command and flag (%s)", async (shell) => {
    const { code, out } = await callAuspex(["completion", shell])
    expect(code).toBe(0)
    for (const word of ["questions", "import", "admin-keys", "verify-email", "all-or-nothing", "recently_resolved"])
      expect(out).toContain(word)
    expect(out).not.toContain("reference")
    // If the shell is installed, it parses the script; otherwise only the text is checked.
    if (hasShell(shell)) expect(spawnSync(shell, ["-n"], { input: out }).stderr.toString()).toBe("")
  })

  it("complete commands, flags, choices and the argument after a flag's value in bash", async () => {
    const { out } = await callAuspex(["completion", "bash"])
    const complete = (...words: ReadonlyArray<string>): ReadonlyArray<string> => {
      const script = `${out}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${
        words.length - 1
      }; _auspex; printf '%s\\n' "\${COMPREPLY[@]}"`
      return spawnSync("bash", ["-c", script]).stdout.toString().trim().split("\n")
    }
    if (!hasShell("bash")) return
    expect(complete("auspex", "ques")).toEqual(["questions"])
    expect(complete("auspex", "questions", "re")).toEqual(["reopen", "resolve"])
    expect(complete("auspex", "questions", "resolve", "--outc")).toEqual(["--outcome"])
    expect(complete("auspex", "questions", "list", "--status", "dr")).toEqual(["draft"])
    expect(complete("auspex", "questions", "list", "--tag", "show", "--sort", "con")).toEqual(["contested"])
    expect(complete("auspex", "completion", "f")).toEqual(["fish"])
  })
})

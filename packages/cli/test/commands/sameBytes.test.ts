import { SkillRefreshes } from "@auspex/domain/boards"
import { onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { comment, createdComment } from "../comments/debate.ts"
import { agentsOn, dispute, resolve } from "../disputes/people.ts"
import { draftQuestion, openQuestion, predict, query, registerAgent, verifiedHuman } from "../people.ts"
import { submitted } from "../articles/writing.ts"
import { auspexOn } from "../servers.ts"
import { surveyIn } from "../surveys/surveying.ts"
import { callAuspex } from "./callAuspex.ts"
import { keptServices } from "./keptServices.ts"
import { questionObjects } from "./questionsFile.ts"

type Names = Readonly<Record<string, string>>

const times = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?/g
const ids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const targets = /the (server at|database) \S+/g
/** Random values, counts, and the names of actors. */
const others =
  /(?<="(?:referral_code|secret|last4|email|resolved_by|removed_by|name|user_name|author_name|disputer_name|title|slug|points|question|content|reasoning|tag|time_remaining)": )("(?:[^"\\]|\\.)*"|\d+)/g
/** Rows of a preview's table for the agents of one target. */
const balances = /Agent \d+ +\d+ +\d+/g

/** The text without values that differ between runs; ids are replaced by their order of appearance. */
const settled = (text: string): string => {
  const seen: Array<string> = []
  return text.replaceAll(times, "<time>").replaceAll(others, "…").replaceAll(balances, "…").replaceAll(
    targets,
    "<target>"
  )
    // A longer name, such as that of the hundredth account after the ninety-ninth, widens its column.
    .replaceAll(/(?<=\S) {2,}/g, "  ")
    .replaceAll(ids, (id) => {
      if (!seen.includes(id)) seen.push(id)
      return `<id ${seen.indexOf(id)}>`
    })
}

const argvOf = (line: string, names: Names): ReadonlyArray<string> =>
  line.split(/\s+/).map((word) =>
    word.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name).replaceAll("_", " ")
  )

/** Every reading command; {name} stands for a value of the test world, _ for a blank. As JSON unless it says otherwise. */
const reads = [
  "accounts list",
  "accounts list --type human --no-suspended --limit 1",
  "accounts list --search Agent --all",
  "accounts list --search {long}",
  "accounts list --cursor no!cursor",
  "accounts list --cursor bm90YWN1cnNvcg",
  "accounts show {agent}",
  "accounts show {agentName}",
  "accounts show {human}",
  "accounts show nobody",
  "accounts show ..",
  "accounts show a/b_c?x#y%",
  "admin-keys list",
  "admin-keys revoke {keyName} --dry-run",
  "admin-keys revoke nobody's --yes",
  "questions list",
  "questions list --status all --all",
  "questions list --category technology --subcategory models_architectures --timeframe long --question-type binary --sort newest",
  "questions list --search measure --limit 2 --offset 1",
  "questions list --tag #none",
  "questions show {open}",
  "questions show {resolved}",
  "questions show {draft}",
  "questions show {multi}",
  "questions show nothing",
  "questions close {open} --dry-run",
  "questions resolve {open} --outcome void --dry-run",
  "questions resolve {open} --option Above --yes",
  "questions publish {draft}",
  "questions create --question Too_short --dry-run",
  "questions create --question Too_short",
  "disputes list",
  "disputes list --status open --limit 1",
  "disputes list --question {resolved}",
  "disputes list --question nothing",
  "disputes show {dispute}",
  "disputes show nothing",
  "disputes resolve {dispute} --status overturned --note Wrong. --outcome no --dry-run",
  "disputes resolve {dispute} --status upheld --note Right. --dry-run",
  "issues list",
  "issues list --status open --type feature",
  "issues show {issue}",
  "issues show nothing",
  "issues update {issue} --status acknowledged --note Seen. --dry-run",
  "issues update {issue} --status resolved",
  "articles list",
  "articles list --status review --limit 1",
  "articles show {article}",
  "articles show nothing",
  "articles publish {article} --dry-run",
  "articles schedule {article} 2029-07-01T09:00 --zone Europe/Berlin --dry-run",
  "articles schedule {article} 2027-03-28T02:30 --zone Europe/Berlin --dry-run",
  "articles archive {article} --dry-run",
  "articles newsletter {article} --dry-run",
  "articles calendar --month 2029-07",
  "articles candidates --limit 2",
  "surveys results {survey}",
  "surveys results {survey} --output table",
  "surveys results {survey} --output csv",
  "surveys results {survey} --output markdown",
  "surveys results {survey} --output svg",
  "surveys compare {survey} {later}",
  "surveys compare {survey} {later} --output table",
  "surveys compare {survey} {later} --output csv",
  "surveys compare {survey} {later} --output markdown",
  "surveys compare {survey} {survey} --output csv",
  "surveys assign {later} --family gpt --family claude --trust verified --resolved-min 1 --limit 2 --dry-run",
  "surveys assign {later} --limit 2 --dry-run",
  "surveys progress {survey}",
  "surveys progress {closedSurvey} --watch",
  "surveys progress nothing --watch",
  "moderation queue",
  "moderation queue --status visible --author {agentName} --question {open}",
  "moderation queue --author nobody",
  "moderation predictions",
  "moderation remove {comment} --reason Rude. --dry-run",
  "moderation remove nothing --reason Rude. --dry-run",
  "moderation remove {prediction} --prediction --reason Rude. --dry-run",
  "leaderboard",
  "leaderboard --type agent --period weekly --category technology --limit 2",
  "leaderboard --model gpt-4o --model-family gpt --persona none",
  "leaderboard --board calibration",
  "leaderboard --board skill --all",
  "leaderboard --board models",
  "leaderboard --board personas",
  "leaderboard --cursor no!cursor",
  "agents show {agent}",
  "agents show {agentName}",
  "agents show {human}",
  "agents show nobody",
  "agents trust {agentName} flagged --reason Because. --dry-run",
  "agents trust {human} flagged --reason Because. --dry-run"
]

/** Every writing command, in this order; each target runs them on its own resources. */
const acts = [
  "accounts verify-email {human}",
  "accounts verify-email {agent}",
  "accounts suspend {agent} --reason Spam. --yes",
  "accounts suspend {agent} --reason Spam. --yes",
  "accounts restore {agent}",
  "accounts restore {agent}",
  "agents trust {agent} flagged --reason Because. --yes",
  "admin-keys make Ada",
  "admin-keys make Ada",
  "admin-keys make system",
  "admin-keys revoke Ada --yes",
  "questions approve {draft}",
  "questions approve {draft}",
  "questions publish {draft}",
  "questions close {draft} --yes",
  "questions reopen {draft}",
  "questions resolve {draft} --outcome void --note Nobody_knows. --yes",
  "questions resolve {multi} --option Above --evidence-url https://example.org/x --yes",
  "disputes resolve {dispute} --status overturned --note Wrong. --outcome no --yes",
  "disputes resolve {dispute} --status upheld --note Wrong. --yes",
  "issues update {issue} --status acknowledged --note Seen.",
  "issues update {issue} --note {empty}",
  "issues update {issue} --status closed --yes",
  "articles newsletter {article}",
  "articles schedule {article} 2029-07-01T09:00 --zone Europe/Berlin --yes",
  "articles schedule {article} --clear",
  "articles publish {article} --yes",
  "articles publish {article} --yes",
  "articles archive {article} --yes",
  "moderation remove {comment} --reason Rude. --yes",
  "moderation restore {comment} --reason Quoted. --yes",
  "moderation remove {prediction} --prediction --reason Rude. --yes",
  "moderation predictions --author {agent}",
  "moderation restore {prediction} --prediction --reason Quoted. --yes"
]

onServerDatabase("the same command through a server and on its database", (db) => {
  const auspex = auspexOn(db)
  const keep = keptServices()
  const ways = {
    there: (argv: ReadonlyArray<string>, stdin = "") =>
      callAuspex([...argv, "--server", auspex.url], { env: { AUSPEX_ADMIN_KEY: auspex.adminKey }, stdin }),
    here: (argv: ReadonlyArray<string>, stdin = "") =>
      callAuspex([...argv, "--database-url", db.url()], { stdin, keep })
  }

  const world = async (): Promise<Names> => {
    const { agents: [agent, other], questions: [resolved, open] } = await agentsOn(
      auspex,
      [[{ prediction: true }, {}], [{ prediction: false }, { prediction: false }]],
      2
    )
    await resolve(auspex, resolved!, { outcome: true })
    const multi = await openQuestion(auspex, { question_type: "multi", options: ["Above", "Below"] })
    await predict(auspex, other!, multi, { prediction: true, selected_option: "Above" })
    const body = { type: "feature", title: "A dark theme", content: "The pages are bright at night." }
    const issue = await auspex.call("POST", "/api/issues", { as: agent!.key, body })
    const { prediction } = await predict(auspex, agent!, await openQuestion(auspex))
    return {
      empty: "",
      long: "x".repeat(255),
      agent: agent!.id,
      agentName: agent!.name,
      human: (await verifiedHuman(auspex)).email,
      resolved: resolved!,
      open: open!,
      draft: await draftQuestion(auspex),
      multi,
      survey: await surveyIn(auspex, "open", { question_ids: [resolved!, multi] }),
      later: await surveyIn(auspex, "open", { question_ids: [multi, open!] }),
      dispute: await dispute(auspex, other!, resolved!),
      issue: issue.body.issue.id,
      article: (await submitted(auspex, agent!.key)).id,
      comment: (await createdComment(comment(auspex, agent!, open!))).id,
      prediction: prediction.id,
      closedSurvey: await surveyIn(auspex, "closed", { question_ids: [multi], target_width: 80 }),
      keyName: (await auspex.call("GET", "/api/admin/keys", { as: auspex.adminKey })).body.keys[0].name
    }
  }

  describe("prints the same", () => {
    let names: Names
    beforeAll(async () => {
      names = await world()
      await registerAgent(auspex, { model: "claude-opus-4", persona_archetype: "contrarian" })
      await auspex.run(Effect.flatMap(SkillRefreshes, (skill) => skill.refresh))
    })

    it.each(reads)("%s", async (line) => {
      const argv = [...argvOf(line, names), ...(line.includes("--output") ? [] : ["--output", "json"])]
      const outputOf = async (way: keyof typeof ways) => {
        const { code, err, out } = await ways[way](argv)
        // Time passes between the two calls: what is left, when a survey was watched, when the server last saw a key.
        const still = out.replaceAll(/"(time_remaining|last_used_at)": .*|"at":"[^"]*"/g, "")
        return { code, out: still, err: err.replaceAll(targets, "<target>") }
      }
      expect(await outputOf("here")).toEqual(await outputOf("there"))
    })
  })

  it("has the same effects", async () => {
    const outputs = { there: "", here: "" }
    for (const way of ["there", "here"] as const) {
      const names = await world()
      const run = async (argv: ReadonlyArray<string>, stdin = "") => {
        const { code, err, out } = await ways[way]([...argv, "--output", "json"], stdin)
        return `${code}\n${out}${err}\n`
      }
      const lines: Array<string> = []
      for (const line of acts) lines.push(line, await run(argvOf(line, names)))
      const rows = questionObjects(3).map((row) =>
        JSON.stringify({ ...row, question: `${way}: ${String(row["question"])}` })
      )
      for (const flags of [["--all-or-nothing"], []]) {
        const argv = ["questions", "import", "-", "--format", "ndjson", "--publish", ...flags]
        lines.push(await run(argv, [...rows, "{}"].join("\n")))
      }
      outputs[way] = settled(lines.join("\n"))
    }
    expect(outputs.here).toBe(outputs.there)
  })

  it("is in the audit log as the key's holder through a server, and as the system on the database", async () => {
    const agent = await registerAgent(auspex)
    const actorsOf = async () =>
      (await query<{ actor: string }>(
        auspex,
        "select actor from audit_log where subject_id = $1 order by id",
        [agent.id]
      )).map(({ actor }) => actor.replace(/ .*/, ""))
    for (const way of ["there", "here"] as const) {
      await ways[way](["accounts", "suspend", agent.id, "--reason", "Spam.", "--yes"])
      await ways[way](["accounts", "restore", agent.id])
    }
    expect(await actorsOf()).toEqual(["test", "test", "system", "system"])
  })

  it("cannot be run as the system over the network, by the name of a key or by a header", async () => {
    const headers = { "x-admin-key": "system", authorization: "Bearer system", cookie: "actor=system" }
    expect((await auspex.call("GET", "/api/admin/keys", { headers })).status).toBe(401)
    for (const way of ["there", "here"] as const) {
      const made = await ways[way](["admin-keys", "make", "system"])
      expect([made.code, made.err]).toEqual([1, expect.stringContaining("The name \"system\" is reserved.")])
    }
  })
})

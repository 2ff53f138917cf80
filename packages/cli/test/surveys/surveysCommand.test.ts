import { SurveyAutoClose } from "@auspex/domain/surveys"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, expect, it } from "vitest"
import { onServerAndDatabase } from "../commands/onServerAndDatabase.ts"
import { linkedAgent, predict, query } from "../people.ts"
import { approvedQuestion, draftSurvey, manage, surveyIn } from "./surveying.ts"

const directory = mkdtempSync(path.join(tmpdir(), "auspex-surveys-"))
afterAll(() => rmSync(directory, { recursive: true }))

onServerAndDatabase("auspex surveys", (auspex, call, _db, onOutput) => {
  const json = (...args: ReadonlyArray<string>) => call("surveys", ...args, "--output", "json")
  const file = (name: string, lines: ReadonlyArray<string>): string => {
    const target = path.join(directory, name)
    writeFileSync(target, lines.join("\n"))
    return target
  }

  it("goes from a draft to the archive, and asks before what is final", async () => {
    const [first, second] = [await approvedQuestion(auspex), await approvedQuestion(auspex)]
    const agent = await linkedAgent(auspex)
    const created = await json(
      "create",
      first,
      "--title",
      "Rivers and lakes",
      "--category",
      "society",
      "--tags",
      "a,b"
    )
    expect(created.json.survey).toMatchObject({ status: "draft", category: "society", question_count: 1 })
    const { id } = created.json.survey
    const added = await json("questions", "add", id, "--file", file("questions.txt", ["# two", first, "", second, ""]))
    expect([added.json.added, added.json.survey.question_count]).toEqual([1, 2])
    expect((await json("questions", "remove", id, first)).json.survey.question_count).toBe(1)
    expect((await json("edit", id, "--title", "Rivers")).json.survey.title).toBe("Rivers")
    const assigned = await json("assign", id, agent.id, "--file", file("agents.txt", [agent.id]))
    expect(assigned.json).toEqual({ assigned: 1, total: 1 })

    const rehearsed = await json("open", id, "--dry-run")
    expect([rehearsed.code, rehearsed.err, rehearsed.json.survey.status]).toEqual([
      0,
      expect.stringContaining("dry run: would open \"Rivers\" with 1 question"),
      "draft"
    ])
    const asks = await json("open", id)
    expect([asks.code, asks.err]).toEqual([2, expect.stringContaining("no terminal to ask on")])
    expect((await json("open", id, "--yes")).json.survey.status).toBe("open")
    await predict(auspex, agent, second)
    const progress = await json("progress", id)
    expect(progress.json.progress).toMatchObject([{ user_name: agent.name, answered: 1, total: 1 }])
    expect((await call("surveys", "progress", id)).out).toContain("1/1")
    expect((await json("unassign", id, agent.id)).json).toEqual({ unassigned: true, total: 0 })
    expect((await json("close", id, "--yes")).json.survey.status).toBe("closed")
    const again = await json("close", id, "--yes")
    expect([again.code, again.err]).toEqual([4, expect.stringContaining("INVALID_TRANSITION")])
    const results = await json("results", id)
    expect(results.json).toMatchObject({ total_agents: 1, completed_rate: 100, questions: [{ prediction_count: 1 }] })
    expect((await call("surveys", "results", id)).out).toContain("100 %")
    expect((await json("archive", id, "--yes")).json.survey.status).toBe("archived")
    expect((await json("list", "--status", "archived")).json.surveys.map((row: { id: string }) => row.id)).toContain(id)
    const shown = await call("surveys", "show", id)
    expect(shown.out).toContain(second)
    expect((await json("show", "nothing")).code).toBe(3)
  })

  it("writes results and a comparison as documents", async () => {
    const questions = [await approvedQuestion(auspex), await approvedQuestion(auspex)]
    const agent = await linkedAgent(auspex)
    const [first, second] = questions
    const before = await surveyIn(auspex, "open", { title: "Before | after", question_ids: [first] })
    await predict(auspex, agent, first!)
    const after = await surveyIn(auspex, "open", { title: "Later", question_ids: [second, first] })
    const written = async (...args: ReadonlyArray<string>) => (await call("surveys", ...args)).out
    const csv = await written("results", before, "--output", "csv")
    expect(csv).toMatch(
      new RegExp(`^question_id,question,[^\n]*\r\n${first},[^\n]*,1,100,[\\d.]+,100,[^\n]*,true\r\n$`)
    )
    const report = await written("results", before, "--output", "markdown")
    expect(report).toMatch(/^# Before \\\| after\n\n\*\*Provisional\.\*\*/)
    expect(await written("results", before, "--output", "svg")).toMatch(
      /^<svg [^]*<title>Before \| after<\/title>[^]*<\/svg>\n$/
    )
    expect(await written("results", before)).toMatch(/^owners +1 \(worth 1\)$/m)
    const compared = (await json("compare", before, after)).json
    expect(compared).toMatchObject({
      before: { id: before },
      after: { id: after, title: "Later" },
      questions: [{ before_id: first, change: 0, changed: false }],
      only_before: [],
      only_after: [{ question_id: second }],
      provisional: true
    })
    expect(await written("compare", before, after, "--output", "csv")).toContain(`\r\n${first},${first},`)
    expect(await written("compare", before, after, "--output", "markdown")).toContain("0 of 1 common question changed")
    const nothing = await call("surveys", "compare", before, await surveyIn(auspex, "open"))
    expect([nothing.code, nothing.err]).toEqual([0, expect.stringContaining("no question in common")])
    expect((await json("compare", before, before)).err).toContain("cannot be compared with itself")
    expect((await json("compare", before, (await draftSurvey(auspex)).id)).err).toContain("SURVEY_NOT_CLOSED")
    expect([(await json("compare", before, "x")).code, (await json("compare", before, before, "--output", "svg")).code])
      .toEqual([3, 2])
  })

  it("assigns the agents that a filter selects, and tells whom before", async () => {
    const { id } = await draftSurvey(auspex)
    const [one, other] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    const flagged = { model_family: "mistral", trust_label: "flagged" }
    for (const agent of [one, other]) {
      await query(auspex, "update accounts set model_family = $2, trust_label = $3 where id = $1", [
        agent.id,
        ...Object.values(flagged)
      ])
    }
    const filter = ["--family", "mistral", "--family", "qwen", "--trust", "flagged"]
    const rehearsed = await json("assign", id, ...filter, "--limit", "1", "--dry-run")
    expect(rehearsed.json).toMatchObject({ assigned: 0, panel_size: 0, agents: [{ user_id: one.id, ...flagged }] })
    expect(rehearsed.err).toContain("dry run: would assign 1 agent")
    expect((await json("assign", id, ...filter, "--limit", "1")).json).toMatchObject({ assigned: 1, panel_size: 1 })
    const rest = await call("surveys", "assign", id, ...filter)
    expect([rest.out, rest.err]).toEqual([
      expect.stringContaining(`${other.id}  mistral  flagged`),
      expect.stringContaining("1 agent assigned; the panel has 2")
    ])
    const codes = await Promise.all([
      json("assign", id, ...filter, one.id),
      json("assign", id, "--limit", "2"),
      json("assign", id, "--trust", "flagged", "--limit", "5001"),
      json("assign", id, "--family", "human"),
      json("assign", id, "--resolved-min", "some")
    ])
    expect(codes.map(({ code }) => code)).toEqual([2, 1, 1, 2, 2])
    for (const agent of [one, other]) {
      await query(auspex, "update accounts set trust_label = 'verified', model_family = 'gpt' where id = $1", [
        agent.id
      ])
    }
  })

  it("aims at a width until the close, and shows which questions are settled", async () => {
    const { id } = (await json("create", await approvedQuestion(auspex), "--title", "Rivers", "--target-width", "80"))
      .json.survey
    const targets: ReadonlyArray<readonly [ReadonlyArray<string>, unknown]> = [
      [["--auto-close"], [80, true]],
      [["--no-auto-close", "--target-width", "79.5"], [79.5, false]],
      [["--no-target-width"], [null, false]],
      [["--target-width", "80", "--auto-close"], [80, true]]
    ]
    for (const [flags, target] of targets) {
      const { auto_close, target_width } = (await json("edit", id, ...flags)).json.survey
      expect([target_width, auto_close]).toEqual(target)
    }
    const wrong = await json("edit", id, "--no-target-width")
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("auto_close needs a target_width")])
    expect((await json("edit", id, "--target-width", "wide")).code).toBe(2)
    expect((await json("edit", id, "--target-width", "100")).code).toBe(1)
    await json("open", id, "--yes")
    const { precision, survey } = (await json("progress", id)).json
    expect([survey.status, precision.settled_count, precision.question_count]).toEqual(["open", 0, 1])
    const shown = await call("surveys", "progress", id)
    expect([shown.out, shown.err]).toEqual([
      expect.stringMatching(/ 0 +100\.0 +no /),
      expect.stringContaining("0 of 1 settled, at 80 points")
    ])
    await json("close", id, "--yes")
    const late = await json("edit", id, "--target-width", "20")
    expect([late.code, late.err]).toEqual([4, expect.stringContaining("INVALID_TRANSITION")])
  })

  it("watches a survey change by change until it is closed", async () => {
    const [agent, question] = [await linkedAgent(auspex), await approvedQuestion(auspex)]
    const { id } = await draftSurvey(auspex, { question_ids: [question], target_width: 80, auto_close: true })
    await manage(auspex, "POST", `/${id}/open`)
    const acts = [
      () => predict(auspex, agent, question),
      () => auspex.run(Effect.flatMap(SurveyAutoClose, ({ closeSettled }) => closeSettled))
    ]
    const done: Array<Promise<unknown>> = []
    // Each line sets off the next change.
    const next = () => {
      const act = acts.shift()
      if (act !== undefined) done.push(act())
    }
    const watched = await onOutput(next)("surveys", "progress", id, "--watch", "--interval", "0.2", "--output", "json")
    await Promise.all(done)
    const lines = watched.out.trim().split("\n").map((line) => JSON.parse(line))
    expect(watched.code).toBe(0)
    expect(lines.map(({ prediction_count, settled_count, status }) => [status, prediction_count, settled_count]))
      .toEqual([["open", 0, 0], ["open", 1, 1], ["closed", 1, 1]])
    const over = await call("surveys", "progress", id, "--watch")
    expect([over.code, over.out]).toEqual([
      0,
      expect.stringMatching(/^\S+Z  closed  1 prediction by 1 account  1 of 1/)
    ])
    expect((await call("surveys", "progress", id, "--interval", "1")).code).toBe(2)
    expect((await call("surveys", "progress", id, "--watch", "--all")).code).toBe(2)
    expect((await call("surveys", "progress", id, "--watch", "--interval", "0.1")).code).toBe(2)
    expect((await call("surveys", "progress", "nothing", "--watch")).code).toBe(3)
  })

  it("deletes a draft after asking, and says which ids are wrong", async () => {
    const { id } = await draftSurvey(auspex)
    const wrong = await json("questions", "add", id, "nonsense")
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("nonsense")])
    expect((await json("assign", id)).code).toBe(2)
    expect((await json("edit", id)).code).toBe(2)
    expect((await json("delete", id, "--yes")).json).toEqual({ deleted: true })
    expect((await json("show", id)).code).toBe(3)
  })
})

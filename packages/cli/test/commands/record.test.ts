import { SkillRefreshes } from "@auspex/domain/boards"
import { onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { calls, settled } from "../boards/records.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, predict, type TestAgent } from "../people.ts"
import { callAuspex, type CallSurroundings } from "./callAuspex.ts"
import { keptServices } from "./keptServices.ts"

onServerDatabase("the record on the command line", (db) => {
  let server: RunningAuspex
  let sure: TestAgent
  let wrong: TestAgent
  let tried: TestAgent

  const keep = keptServices()
  const locally = (argv: ReadonlyArray<string>, surroundings?: CallSurroundings) =>
    callAuspex([...argv, "--database-url", db.url()], { keep, ...surroundings })
  const remotely = (argv: ReadonlyArray<string>, surroundings?: CallSurroundings) =>
    callAuspex([...argv, "--server", server.url], surroundings)
  const json = async (...argv: ReadonlyArray<string>) => {
    const [here, there] = [
      await locally([...argv, "--output", "json"]),
      await remotely([...argv, "--output", "json"])
    ]
    expect([here.code, here.err, there.code, there.err]).toEqual([0, "", 0, ""])
    expect(there.json).toEqual(here.json)
    return here.json
  }

  beforeAll(async () => {
    server = await startAuspex(db.layer)
    sure = await linkedAgent(server, { extra: { model: "claude-opus-4", name: "Sure Thing" } })
    wrong = await linkedAgent(server, { extra: { name: "Off the Mark, with a name that goes on" } })
    for (const [at, category] of ["technology", "society", "technology"].entries()) {
      const question = await openQuestion(server, {
        category,
        subcategory: null,
        question: `Will figure number ${at} be above 100 on a day that takes more than a line to describe in full?`
      })
      await predict(server, sure, question, { confidence: 95, prediction: true })
      await predict(server, wrong, question, { confidence: 80, prediction: false })
      const path = `/api/admin/questions/${question}/resolve`
      const resolved = await server.call("POST", path, { as: server.adminKey, body: { outcome: true } })
      expect(resolved.status).toBe(200)
    }
    tried = await linkedAgent(server, { extra: { name: "Often Tried" } })
    await settled(server, tried.id, [...calls(40, 85, 20), ...calls(30, 60, 18)])
  })
  afterAll(() => server.stop())

  it("ranks by points with the filters of the board, equally on the database and through a server without a key", async () => {
    const { leaderboard, total } = await json("leaderboard", "--type", "agent")
    expect([total, leaderboard[0].name, leaderboard[0].accuracy]).toEqual([3, "Sure Thing", 1])
    expect((await json("leaderboard", "--model", "claude-opus-4")).total).toBe(1)
    expect((await json("leaderboard", "--category", "society", "--period", "weekly")).leaderboard[0].name).toBe(
      "Sure Thing"
    )
    const page = await locally(["leaderboard", "--limit", "1"])
    expect(page.err).toMatch(/^1 of \d+ accounts; more with --cursor /)
    expect((await locally(["leaderboard", "--period", "yearly"])).code).toBe(2)
  })

  it("ranks by calibration and by skill, each with its own flags", async () => {
    const { leaderboard } = await json("leaderboard", "--board", "calibration")
    expect(leaderboard.map(({ name, resolved }: { name: string; resolved: number }) => [name, resolved])).toEqual([
      ["Often Tried", 70]
    ])
    expect((await json("leaderboard", "--board", "calibration", "--category", "society")).total).toBe(0)
    const before = await locally(["leaderboard", "--board", "skill"])
    expect([before.out, before.err]).toEqual(["", "no accounts\nthe skill board has not been computed yet\n"])
    await server.run(Effect.flatMap(SkillRefreshes, (skill) => skill.refresh))
    const skill = await json("leaderboard", "--board", "skill", "--all")
    expect([skill.leaderboard[0].name, skill.total]).toEqual(["Sure Thing", 3])
    expect(new Date(skill.refreshed_at).getTime()).toBeGreaterThan(0)
    const table = await locally(["leaderboard", "--board", "skill", "--limit", "1"])
    expect(table.out).toMatch(/^ *# +NAME +RESOLVED +BRIER +ADJUSTED +95 % +RANKS\n1 +Sure Thing +3 /)
    expect(table.err).toMatch(/skill as computed at 20\d\d/)
    for (const flags of [["skill", "--category", "society"], ["calibration", "--period", "weekly"]]) {
      const misplaced = await locally(["leaderboard", "--board", ...flags])
      expect([misplaced.code, misplaced.err]).toEqual([2, expect.stringContaining(`has no ${flags[1]}`)])
    }
  })

  it("ranks model families and personas", async () => {
    const { models, refreshed_at } = await json("leaderboard", "--board", "models")
    expect(models.map(({ model_family }: { model_family: string }) => model_family).sort()).toEqual(["claude", "gpt"])
    expect(new Date(refreshed_at).getTime()).toBeGreaterThan(0)
    const { personas, total } = await json("leaderboard", "--board", "personas", "--limit", "1")
    expect(personas).toHaveLength(1)
    expect((await json("leaderboard", "--board", "personas", "--all")).personas).toHaveLength(total)
    const table = await locally(["leaderboard", "--board", "models"])
    expect(table.out).toMatch(/^FAMILY +MODELS +AGENTS +RESOLVED +ACCURACY +BRIER +ADJUSTED +RELIABILITY\ngpt /)
    expect((await locally(["leaderboard", "--board", "models", "--model-family", "gpt"])).code).toBe(2)
  })

  it("plots an agent's calibration, with its skill and advice", async () => {
    const { agent, calibration } = await json("agents", "show", tried.id)
    expect([agent.skill.rank, calibration.resolved, calibration.advice.length]).toEqual([2, 70, 1])
    const { out } = await locally(["agents", "show", tried.id], { columns: 80 })
    const plain = out.replaceAll(/\u001b\[\d+m/g, "")
    expect(plain).toMatch(/\nskill +0\.\d{4} \(95 %: 0\.\d{4} to 0\.\d{4}\), rank 2 \(\d to \d\)\n/)
    expect(plain).toMatch(/\nCalibration\n100% ┤/)
    expect(out).toContain("\u001b[33m●")
    expect(plain).toMatch(/\n70 resolved: reliability 0\.\d{4}, resolution -?0\.\d{4}, uncertainty 0\.\d{4}\n/)
    expect(plain).toMatch(/\nAdvice\n- Of 40 predictions at 80-89 %/)
    const quiet = await locally(["agents", "show", sure.id])
    expect(quiet.out).not.toContain("Advice")
    expect((await locally(["agents", "show", tried.id], { env: { LC_ALL: "C" } })).out).toMatch(/100% \|[\s\S]*@/)
  })

  it("shows an agent by its id without a key, and by its name with one", async () => {
    const { agent } = await json("agents", "show", sure.id)
    expect(agent).toMatchObject({ name: "Sure Thing", accuracy: 1, predictions: 3 })
    expect(agent.notable_calls).toHaveLength(3)
    expect((await locally(["agents", "show", "sure thing", "--output", "json"])).json.agent.id).toBe(sure.id)
    const keyless = await remotely(["agents", "show", "Sure Thing"])
    expect([keyless.code, keyless.err]).toEqual([6, expect.stringContaining("give the agent's id")])
    const named = await remotely(["agents", "show", "Sure Thing", "--output", "json"], {
      env: { AUSPEX_ADMIN_KEY: server.adminKey }
    })
    expect(named.json.agent.id).toBe(sure.id)
    for (const nobody of ["nobody", "01890000-0000-7000-8000-000000000000"]) {
      expect((await locally(["agents", "show", nobody])).code).toBe(3)
    }
    const owner = await locally(["accounts", "list", "--type", "human", "--limit", "1", "--output", "json"])
    const human = await locally(["agents", "show", owner.json.accounts[0].name])
    expect([human.code, human.err]).toEqual([3, expect.stringContaining("[AGENT_NOT_FOUND]")])
  })

  it("plots within 80 columns, in colour only on a terminal and in ASCII without a UTF-8 locale", async () => {
    const agents = [sure, wrong, tried].map(({ id }) => ["agents", "show", id])
    for (const argv of [...agents, ["leaderboard"], ["leaderboard", "--board", "skill"]]) {
      const terminal = await remotely(argv, { columns: 80 })
      expect(terminal.out).toContain("\u001b[1m")
      for (const line of terminal.out.replaceAll(/\u001b\[\d+m/g, "").split("\n")) {
        expect([...line].length, line).toBeLessThanOrEqual(80)
      }
      expect((await remotely(argv)).out).not.toContain("\u001b")
    }
    const colourless = await remotely(["agents", "show", tried.id], { columns: 80, env: { NO_COLOR: "1" } })
    expect(colourless.out).not.toContain("\u001b")
    const shown = (await remotely(["agents", "show", sure.id])).out
    expect(shown).toMatch(/technology {2}█{20} {4}100 % of 2/)
    expect(shown).toContain("Notable calls, which came true\nyes 95 %  Will figure")
    const ascii = (await remotely(["agents", "show", wrong.id], { env: { LANG: "C" } })).out
    expect(ascii).toMatch(/technology {2}\.{20} {6}0 % of 2/)
  })

  it("shows the history of a question's consensus", async () => {
    const env = { AUSPEX_ADMIN_KEY: server.adminKey }
    const split = await openQuestion(server)
    const shown = async (id: string, surroundings: CallSurroundings = {}) => {
      const here = await locally(["questions", "show", id], surroundings)
      const there = await remotely(["questions", "show", id], { env: { ...env, ...surroundings.env } })
      // The clock advances between the two calls, so the last columns may differ.
      const courses = [here, there].map(({ out }) => out.split("\n\n")[1]?.replaceAll(/\S{32}/g, ""))
      expect([here.code, there.code, courses[1]]).toEqual([0, 0, courses[0]])
      return here.out
    }
    expect(await shown(split)).not.toContain("Consensus since")
    await predict(server, sure, split, { prediction: true })
    await predict(server, wrong, split, { prediction: false })
    expect(await shown(split)).toMatch(
      /\nConsensus since \d{4}-\d\d-\d\d, 0 to 100 %\nyes {2}[▁▂▃▄▅▆▇█]{31}[▄▅]  +100 % to +50 %\n$/
    )
    expect(await shown(split, { env: { LANG: "C" } })).toMatch(/\nyes {2}[\x21-\x7e]{32} /)
    const options = ["Home", "A draw after extra time that ends without any goal"]
    const multi = await openQuestion(server, { question_type: "multi", options })
    await predict(server, sure, multi, { prediction: true, selected_option: options[1] })
    expect(await shown(multi)).toMatch(
      /\nHome {22}▁{32} {6}0 % to {5}0 %\nA draw after extra time… {2}█{32} {4}100 % to {3}100 %\n$/
    )
    const terminal = (await locally(["questions", "show", multi], { columns: 40, env: { NO_COLOR: "1" } })).out
    expect(terminal).toMatch(/^options +Home \| A draw\n {20,}after extra time\n/m)
    expect(terminal).toMatch(/^option_counts +Home 0 \| A draw\n/m)
    const asJson = await locally(["questions", "show", multi, "--output", "json"])
    expect(Object.keys(asJson.json)).toEqual(["question"])
  })
})

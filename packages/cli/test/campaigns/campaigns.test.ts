import { SurveyAutoClose } from "@auspex/domain/surveys"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, expect, it } from "vitest"
import { submitted } from "../articles/writing.ts"
import { onServerAndDatabase } from "../commands/onServerAndDatabase.ts"
import { fresh, linkedAgent, predict, registerAgent, signUp } from "../people.ts"

const folder = mkdtempSync(path.join(tmpdir(), "auspex-campaigns-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a file and returns its name. */
const file = (text: string, extension = "yaml"): string => {
  const name = path.join(folder, `${fresh()}.${extension}`)
  writeFileSync(name, text)
  return name
}

const year = new Date().getUTCFullYear() + 1

const questionOf = (key: string, more = ""): string => `
  - key: ${key}
    status: approved
    question: Will the gauge at ${key} fall below 40 cm before October ${year}?
    category: industry
    timeframe: short
    resolution_source: The waterways administration
    resolution_date: ${year}-09-30${more}`

const campaignOf = (
  name: string,
  { agents, more = "", status = "draft", title = `Rivers ${name}` }: {
    readonly agents?: ReadonlyArray<string>
    readonly status?: string
    readonly title?: string
    readonly more?: string
  } = {}
): string =>
  `questions:${questionOf(`${name}-a`)}${questionOf(`${name}-b`)}
surveys:
  - key: ${name}
    title: ${title}
    tags: [rivers, water]
    status: ${status}
    questions: [${name}-a, ${name}-b]${more}
${agents === undefined ? "" : `    agents: ${JSON.stringify(agents)}\n`}`

onServerAndDatabase("auspex plan, apply and pull", (auspex, call) => {
  const newName = () => `r${fresh()}`

  it("plan, apply, and apply again without a change; pull gives back what was applied", async () => {
    const name = newName()
    const agents = [await registerAgent(auspex), await registerAgent(auspex)].map((agent) => agent.name).sort()
    const text = campaignOf(name, { agents, status: "open" })
    const plan = await call("plan", file(text))
    expect([plan.code, plan.err]).toEqual([7, "3 to create, 0 unchanged\n"])
    expect(plan.out).toContain(`+ survey ${name} "Rivers ${name}"`)
    expect(plan.out).toContain(`    + 2 questions: ${name}-a, ${name}-b`)
    expect(plan.out).toContain(`    + 2 agents: ${agents.join(", ")}`)
    expect(plan.out).toContain("    then: open, which fires survey.opened")
    expect((await call("pull", name)).code).toBe(3)

    const rehearsed = await call("apply", file(text), "--dry-run")
    expect([rehearsed.code, (await call("pull", name)).code]).toEqual([0, 3])
    const applied = await call("apply", file(text), "--yes")
    expect([applied.code, applied.err]).toEqual([0, "3 created, 0 unchanged\n"])
    for (const verb of ["plan", "apply"]) {
      const again = await call(verb, file(text), ...(verb === "apply" ? ["--yes"] : []))
      expect([again.code, again.out, again.err]).toEqual([0, "", "3 unchanged\n"])
    }

    const pulled = await call("pull", name)
    expect(pulled.out).toContain(`\n    title: Rivers ${name}\n`)
    const onPulled = await call("plan", file(pulled.out))
    expect([onPulled.code, onPulled.err]).toEqual([0, "3 unchanged\n"])
    const asJson = await call("pull", name, "--output", "json")
    expect(asJson.json.surveys[0]).toMatchObject({
      key: name,
      status: "open",
      questions: [`${name}-a`, `${name}-b`],
      agents
    })
    expect((await call("plan", file(asJson.out, "json"))).code).toBe(0)
  })

  it("keep the target of a survey, and are content when it has closed by itself", async () => {
    const name = newName()
    const aiming = (more: string, status = "open") => file(campaignOf(name, { more: `\n    ${more}`, status }))
    const text = aiming("target_width: 80\n    auto_close: true")
    const plan = await call("plan", text)
    expect([plan.code, plan.out]).toEqual([7, expect.stringContaining("    target_width: 80\n    auto_close: true\n")])
    expect((await call("apply", text, "--yes")).code).toBe(0)
    expect((await call("plan", text)).code).toBe(0)
    const pulled = await call("pull", name)
    expect(pulled.out).toContain("    target_width: 80\n    auto_close: true\n")
    expect((await call("plan", file(pulled.out))).code).toBe(0)
    const untargeted = await call("plan", aiming("target_width: null"))
    expect([untargeted.code, untargeted.err]).toEqual([
      1,
      expect.stringMatching(/\.yaml:\d+: auto_close needs a target_width/)
    ])
    const narrower = await call("plan", aiming("target_width: 60"))
    expect(narrower.out).toContain("    target_width: 80 -> 60\n")
    const wide = await call("plan", aiming("target_width: 100"))
    expect([wide.code, wide.err]).toEqual([1, expect.stringContaining("target_width must be from 1 to 99")])

    const agent = await linkedAgent(auspex)
    const { surveys: [survey] } = (await auspex.call("GET", "/api/admin/surveys?limit=1", { as: auspex.adminKey })).body
    const { questions } = (await auspex.call("GET", `/api/admin/surveys/${survey.id}`, { as: auspex.adminKey })).body
    for (const { id } of questions) await predict(auspex, agent, id)
    expect(await auspex.run(Effect.flatMap(SurveyAutoClose, ({ closeSettled }) => closeSettled))).toBe(1)
    expect((await call("plan", text)).err).toBe("3 unchanged\n")
    const late = await call("plan", aiming("target_width: 60"))
    expect([late.code, late.err]).toEqual([4, expect.stringContaining("INVALID_TRANSITION")])
  })

  it("name what somebody changed elsewhere, and undo it", async () => {
    const name = newName()
    const text = file(campaignOf(name))
    await call("apply", text, "--yes")
    const { surveys: [survey] } = (await call("plan", text, "--output", "json")).json.plan.changes.length === 0
      ? (await auspex.call("GET", "/api/admin/surveys?limit=1", { as: auspex.adminKey })).body
      : { surveys: [] }
    const edit = await auspex.call("PATCH", `/api/admin/surveys/${survey.id}`, {
      as: auspex.adminKey,
      body: { title: "Mine" }
    })
    expect(edit.status).toBe(200)
    const plan = await call("plan", text)
    expect([plan.code, plan.out]).toEqual([
      7,
      expect.stringContaining(`title: "Mine" -> "Rivers ${name}"  (changed elsewhere since it was applied)`)
    ])
    expect((await call("apply", text, "--yes")).err).toBe("1 changed, 2 unchanged\n")
    expect((await call("plan", text)).code).toBe(0)
  })

  it("are refused as a whole, with every failure at its line, and change nothing", async () => {
    const name = newName()
    await call("apply", file(campaignOf(name, { status: "open" })), "--yes")
    const [backwards, other] = [campaignOf(name), newName()]
    const wrong = file(`${backwards}  - key: ${other}
    title: Other
    questions: [${name}-c]
    agents: [Nobody at all]
`)
    const refused = await call("apply", wrong, "--yes")
    expect(refused.code).not.toBe(0)
    for (
      const line of [
        `auspex: ${wrong}:20: The survey is open and cannot become draft; what follows is closed. [INVALID_TRANSITION]`,
        `auspex: ${wrong}:24: There is no question with the key "${name}-c"; did you mean ${name}-a? [QUESTION_NOT_FOUND]`,
        `${wrong}:25: There is no agent "Nobody at all". [AGENT_NOT_FOUND]`
      ]
    ) expect(refused.err).toContain(line)
    expect((await call("pull", other)).code).toBe(3)
  })

  it("refuse an old plan when somebody was faster, and name what has moved", async () => {
    const name = newName()
    const text = campaignOf(name)
    await call("apply", file(text), "--yes")
    const body = async (title: string) => {
      const pulled = (await call("pull", name, "--output", "json")).json
      return { campaign: { ...pulled, surveys: [{ ...pulled.surveys[0], title }] } }
    }
    const [mine, theirs] = [await body("Mine"), await body("Theirs")]
    const post = (path: string, payload: object) =>
      auspex.call("POST", `/api/admin/campaign/${path}`, { as: auspex.adminKey, body: payload })
    const { changes } = (await post("plan", mine)).body.plan
    expect((await post("apply", theirs)).status).toBe(200)
    const late = await post("apply", { ...mine, expected: changes })
    expect([late.status, late.body.code, late.body.error]).toEqual([
      409,
      "CAMPAIGN_MOVED",
      `Since the plan was made, survey ${name} has changed: title is now "Theirs".`
    ])
    const again = (await post("plan", mine)).body.plan.changes
    expect((await post("apply", { ...mine, expected: again })).status).toBe(200)
  })

  it("one of two applications of the same plan at once wins", async () => {
    const name = newName()
    const text = (await call("plan", file(campaignOf(name)), "--output", "json")).json.plan
    const campaign = {
      questions: ["a", "b"].map((letter) => ({
        key: `${name}-${letter}`,
        status: "approved",
        question: `Will the gauge at ${name}-${letter} fall below 40 cm before October ${year}?`,
        category: "industry",
        timeframe: "short",
        resolution_source: "The waterways administration",
        resolution_date: `${year}-09-30`
      })),
      surveys: [{
        key: name,
        title: `Rivers ${name}`,
        tags: ["rivers", "water"],
        status: "draft",
        questions: [`${name}-a`, `${name}-b`]
      }]
    }
    const answers = await Promise.all(Array.from({ length: 4 }, () =>
      auspex.call("POST", "/api/admin/campaign/apply", {
        as: auspex.adminKey,
        body: { campaign, expected: text.changes }
      })))
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409, 409, 409])
  })

  it("of two administrators who apply different files at once one wins, and the other is told what moved", async () => {
    const name = newName()
    await call("apply", file(campaignOf(name)), "--yes")
    const post = (path: string, payload: object) =>
      auspex.call("POST", `/api/admin/campaign/${path}`, { as: auspex.adminKey, body: payload })
    const planned = async (title: string) => {
      const campaign = { surveys: [{ key: name, title }] }
      return { campaign, expected: (await post("plan", { campaign })).body.plan.changes }
    }
    const plans = [await planned("Mine"), await planned("Theirs")]
    const [first, second] = await Promise.all(plans.map((plan) => post("apply", plan)))
    const [lost, title] = first!.status === 200 ? [second!, "Mine"] : [first!, "Theirs"]
    expect(new Set([first!.status, second!.status])).toEqual(new Set([200, 409]))
    expect([lost.body.code, lost.body.error]).toEqual([
      "CAMPAIGN_MOVED",
      `Since the plan was made, survey ${name} has changed: title is now "${title}".`
    ])
    expect((await call("pull", name, "--output", "json")).json.surveys[0].title).toBe(title)
  })

  it("count a question once that is listed twice, and take it into a second survey", async () => {
    const name = newName()
    const other = newName()
    const twice = campaignOf(name).replace(`[${name}-a, `, `[${name}-a, ${name}-a, `)
    const plan = await call("plan", file(twice))
    expect(plan.out).toContain(`    + 2 questions: ${name}-a, ${name}-b\n`)
    const shared = file(`${twice}\n  - key: ${other}\n    title: Other rivers\n    questions: [${name}-a]\n`)
    expect((await call("apply", shared, "--yes")).err).toBe("4 created, 0 unchanged\n")
    expect((await call("plan", shared)).code).toBe(0)
    const pulled = await call("pull", name, other, "--output", "json")
    expect(pulled.json.surveys.map((survey: { questions: ReadonlyArray<string> }) => survey.questions)).toEqual([
      [`${name}-a`, `${name}-b`],
      [`${name}-a`]
    ])
  })

  it("name unknown questions, people on panels, keys that are used twice, and times without a zone", async () => {
    const name = newName()
    const human = `Olive ${name}`
    await signUp(auspex, { name: human })
    const unknown = "01900000-0000-7000-8000-00000000dead"
    const refused = async (text: string) => {
      const { code, err } = await call("plan", file(text))
      expect(code).not.toBe(0)
      return err
    }
    const wrong = campaignOf(name, { agents: [human] }).replace(`${name}-a, `, `${unknown}, `)
    const named = await refused(wrong)
    expect(named).toContain(`:21: There is no question "${unknown}".`)
    expect(named).toContain(`:22: "${human}" is a human; only agents can be assigned.`)
    const twice = await refused(`${campaignOf(name)}\n  - key: ${name}\n    title: Again\n`)
    expect(twice).toContain(`:23: `)
    expect(twice).toContain(name)
    const zoneless = campaignOf(name).replace("    category", `    closes_at: ${year}-08-01T12:00\n    category`)
    expect(await refused(zoneless)).toContain(":5: ")
    expect((await call("pull", name)).code).toBe(3)
  })

  it("choose a panel by a filter, which pull gives back", async () => {
    const name = newName()
    const label = `f${fresh()}`
    await registerAgent(auspex, { model: "qwen3-32b" })
    const text = file(campaignOf(name, { more: "\n    agents: { families: [qwen] }" }).replace("water", label))
    const plan = await call("plan", text, "--output", "json")
    const survey = plan.json.plan.changes.find((change: { kind: string }) => change.kind === "survey")
    expect(survey.agents.added_count).toBeGreaterThanOrEqual(1)
    await call("apply", text, "--yes")
    expect((await call("pull", name, "--output", "json")).json.surveys[0].agents).toEqual({ families: ["qwen"] })
    await registerAgent(auspex, { model: "qwen3-32b" })
    const more = await call("plan", text)
    expect([more.code, more.out]).toEqual([7, expect.stringContaining("+ 1 agent:")])
  })

  it("keep the editorial calendar", async () => {
    const { key } = await linkedAgent(auspex)
    const { slug } = await submitted(auspex, key)
    const at = `${year}-03-01T09:00:00.000Z`
    const text = file(`articles:\n  - slug: ${slug}\n    scheduled_at: ${at}\n    newsletter: true\n`)
    expect((await call("apply", text, "--yes")).err).toBe("1 changed, 0 unchanged\n")
    expect((await call("plan", text)).code).toBe(0)
    const pulled = await call("pull", "--output", "json")
    expect(pulled.json.articles).toContainEqual({ slug, scheduled_at: at, newsletter: true })
    const zoneless = await call("plan", file(`articles:\n  - slug: ${slug}\n    scheduled_at: ${year}-03-01T09:00\n`))
    expect([zoneless.code, zoneless.err]).toEqual([
      1,
      expect.stringContaining(":3: scheduled_at must be a date-time with its offset")
    ])
    expect((await call("plan", file("articles:\n  - slug: nothing-here\n"))).code).toBe(3)
  })
})

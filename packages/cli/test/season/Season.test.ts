import { freezeHours, judgeDraft, resolutionEnd } from "@auspex/domain/questions"
import { hashOf, planSeason, type SeasonAct } from "@auspex/testkit/season"
import { demoAccounts } from "../../src/demo/DemoAccounts.ts"
import { demoQuestions } from "../../src/demo/DemoQuestions.ts"
import { Either } from "effect"
import { describe, expect, it } from "vitest"

const day = 86_400_000
const starts_at = new Date(Date.UTC(2030, 8, 30, 11, 20))
const demo = (seed: number | string = "demo", predictions?: number) =>
  planSeason({
    seed,
    starts_at,
    days: 45,
    accounts: demoAccounts,
    questions: demoQuestions,
    ...(predictions === undefined ? {} : { predictions })
  })

const only = <Kind extends SeasonAct["kind"]>(plan: ReadonlyArray<SeasonAct>, kind: Kind) =>
  plan.filter((act): act is Extract<SeasonAct, { kind: Kind }> => act.kind === kind)

/** Applies a plan to a model of the platform's rules; throws at the first act that the platform would refuse. */
const play = (plan: ReadonlyArray<SeasonAct>) => {
  const owners = new Map<string, string>()
  const registered = new Set<string>()
  const states = new Map<string, string>()
  const fields = new Map<string, Extract<SeasonAct, { kind: "createQuestion" }>["fields"]>()
  const outcomes = new Map<string, boolean | null>()
  const predicted = new Set<string>()
  const must = (fact: boolean, act: SeasonAct) => {
    if (!fact) throw new Error(`would be refused: ${JSON.stringify(act).slice(0, 300)}`)
  }
  const move = (act: SeasonAct & { question: string }, from: string, to: string) => {
    must(states.get(act.question) === from, act)
    states.set(act.question, to)
  }
  let clock = 0
  for (const act of plan) {
    must(act.at >= clock && act.at < 45 * day && Number.isInteger(act.at), act)
    clock = act.at
    switch (act.kind) {
      case "signup":
        registered.add(act.account)
        break
      case "verify":
        must(registered.has(act.account), act)
        owners.set(act.account, act.account)
        break
      case "register":
        must(act.referrer === undefined || registered.has(act.referrer), act)
        registered.add(act.account)
        break
      case "link":
        must(registered.has(act.account) && owners.get(act.owner) === act.owner && !owners.has(act.account), act)
        owners.set(act.account, act.owner)
        break
      case "createQuestion":
        must(!states.has(act.question) && (act.fields.parent === undefined || states.has(act.fields.parent)), act)
        states.set(act.question, "draft")
        fields.set(act.question, act.fields)
        break
      case "approve":
        move(act, "draft", "approved")
        break
      case "publish": {
        const { parent, parent_trigger } = fields.get(act.question) ?? {}
        const waits = parent !== undefined && outcomes.get(parent) !== parent_trigger
        move(act, "approved", waits ? "closed" : "open")
        break
      }
      case "predict": {
        const { resolution_date = "", timeframe = "short" } = fields.get(act.question) ?? {}
        const end = resolutionEnd(resolution_date).getTime() - freezeHours[timeframe] * 3_600_000
        must(states.get(act.question) === "open" && starts_at.getTime() + act.at < end, act)
        must(owners.has(act.account) && !predicted.has(`${act.account} ${act.question}`), act)
        must(Number.isInteger(act.confidence) && act.confidence >= 50 && act.confidence <= 99, act)
        const { options } = fields.get(act.question) ?? {}
        must(
          options === undefined ? act.selected_option === undefined : options.includes(act.selected_option ?? ""),
          act
        )
        predicted.add(`${act.account} ${act.question}`)
        break
      }
      case "vote":
        must(predicted.has(`${act.author} ${act.question}`) && owners.has(act.account), act)
        must(owners.get(act.account) !== owners.get(act.author), act)
        break
      case "close":
        move(act, "open", "closed")
        break
      case "resolve":
        move(act, "closed", "resolved")
        outcomes.set(act.question, act.outcome)
        for (const [child, { parent, parent_trigger }] of fields) {
          if (parent === act.question && states.get(child) === "closed") {
            states.set(child, act.outcome === parent_trigger ? "open" : "resolved")
          }
        }
        break
    }
  }
  return { states, owners }
}

describe("a season", () => {
  it("is the same for the same request, and differs for another seed", () => {
    const prints = [demo(), demo(), demo("other")].map((plan) => hashOf(JSON.stringify(plan)))
    expect(prints[0]).toBe(prints[1])
    expect(prints[2]).not.toBe(prints[0])
  })

  it("can be played with any seed, and leaves questions in their planned states", () => {
    for (const seed of ["demo", 1, 2, 3, 4, 5]) {
      const { states, owners } = play(demo(seed))
      expect(owners.size).toBe(36)
      for (const { key, planned_state, parent } of demoQuestions) {
        if (parent === undefined) expect([key, states.get(key)]).toEqual([key, planned_state])
      }
    }
  })

  it("creates questions that the platform's rules accept on that day", () => {
    for (const { at, fields: { parent, ...fields } } of only(demo(), "createQuestion")) {
      const now = new Date(starts_at.getTime() + at)
      const facts = { id: "parent", question_type: "binary", parent_question_id: null, child_count: 0 } as const
      const judged = parent === undefined
        ? judgeDraft(fields, { now })
        : judgeDraft({ ...fields, parent_question_id: "parent" }, { now, parent: facts })
      expect(Either.isLeft(judged) ? [fields.question, judged.left] : []).toEqual([])
    }
  })

  it("holds about four hundred predictions with distinct texts, some with a protocol, and votes", () => {
    const plan = demo()
    const predictions = only(plan, "predict")
    expect(predictions.length).toBeGreaterThan(370)
    expect(predictions.length).toBeLessThan(430)
    expect(new Set(predictions.map(({ reasoning }) => reasoning)).size).toBe(predictions.length)
    expect(predictions.some(({ resolution_protocol }) => resolution_protocol !== undefined)).toBe(true)
    expect(only(plan, "vote").length).toBeGreaterThan(100)
    expect(new Set(predictions.map(({ account }) => account)).size).toBeGreaterThan(30)
  })

  it("never stakes more than the initial balance and the payouts so far", () => {
    const spent = new Map<string, number>()
    for (const { account, confidence } of only(demo("rich", 1_500), "predict")) {
      spent.set(account, (spent.get(account) ?? 0) + confidence)
    }
    for (const total of spent.values()) expect(total).toBeLessThanOrEqual(5_000 + 13 * 99 * 1.5)
  })

  it("rewards skill: over many seasons, accounts with less noise are right more often", () => {
    const right = { sharp: 0, blunt: 0 }
    const total = { sharp: 0, blunt: 0 }
    for (let seed = 0; seed < 25; seed++) {
      const plan = demo(seed, 1_200)
      const outcomes = new Map(only(plan, "resolve").map((act) => [act.question, act]))
      for (const act of only(plan, "predict")) {
        const end = outcomes.get(act.question)
        const noise = demoAccounts.find(({ key }) => key === act.account)?.skill.noise ?? 0
        if (end === undefined || typeof end.outcome !== "boolean" || (noise > 0.5 && noise < 0.8)) continue
        const group = noise <= 0.5 ? "sharp" : "blunt"
        total[group]++
        if (end.outcome === act.prediction) right[group]++
      }
    }
    expect(right.sharp / total.sharp).toBeGreaterThan(right.blunt / total.blunt)
  })
})

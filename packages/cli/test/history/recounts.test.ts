import { recounts } from "@auspex/adapters-pg"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { Array as Arrays } from "effect"
import * as fc from "effect/FastCheck"
import { afterAll, beforeAll, expect, it } from "vitest"
import { callDoctor } from "../commands/callAuspex.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, query, type TestAgent, type TestHuman, verifiedHuman } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"

const agentsCount = 6
const questionsCount = 3
const ownersCount = 2
const options = ["north", "east", "south"]

/** An attempted act; the platform may allow or refuse it. */
type Act =
  | {
    readonly kind: "predict"
    readonly agent: number
    readonly question: number
    readonly sure: number
    readonly yes: boolean
  }
  | {
    readonly kind: "vote"
    readonly agent: number
    readonly nth: number
    readonly way: string
    readonly method: string
  }
  | { readonly kind: "upvote"; readonly agent: number; readonly question: number; readonly method: string }
  | { readonly kind: "resolve"; readonly question: number; readonly outcome: boolean | null }
  | { readonly kind: "move"; readonly question: number; readonly to: string }
  | { readonly kind: "flag"; readonly nth: number }
  | { readonly kind: "own"; readonly agent: number; readonly owner: number }

const agent = fc.nat({ max: agentsCount - 1 })
const question = fc.nat({ max: questionsCount - 1 })
const nth = fc.nat({ max: 9 })
const method = fc.constantFrom("POST", "DELETE")
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("predict" as const),
      agent,
      question,
      sure: fc.integer({ min: 50, max: 99 }),
      yes: fc.boolean()
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("vote" as const),
      agent,
      nth,
      way: fc.constantFrom("upvote", "downvote"),
      method
    })
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("upvote" as const), agent, question, method }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("resolve" as const),
      question,
      outcome: fc.constantFrom(true, false, null)
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("move" as const), question, to: fc.constantFrom("close", "reopen") })
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("flag" as const), nth }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("own" as const), agent, owner: fc.nat({ max: ownersCount - 1 }) })
  }
)

onServerDatabaseFirst("incremental counters", (db) => {
  let auspex: RunningAuspex
  let agents: ReadonlyArray<TestAgent>
  let owners: ReadonlyArray<TestHuman>
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    // Two owners of two agents each, with overlapping model families, and two other agents.
    owners = await Promise.all(Arrays.makeBy(ownersCount, () => verifiedHuman(auspex)))
    const models = ["gpt-4o", "claude-sonnet-4", "gpt-4o", "phi3", "phi3", "llama-3.1-70b"]
    agents = await Promise.all(
      models.map((model, index) =>
        linkedAgent(auspex, { extra: { model }, ...(index < 4 ? { owner: owners[index % 2]! } : {}) })
      )
    )
  })
  afterAll(() => auspex.stop())

  const attempt = async (act: Act, questions: ReadonlyArray<string>): Promise<void> => {
    const admin = { as: auspex.adminKey }
    const predictionAt = async (index: number): Promise<string | undefined> => {
      const rows = await query<{ id: string }>(
        auspex,
        "select id from predictions where question_id = any (string_to_array($1, ',')::uuid[]) order by id",
        [questions.join(",")]
      )
      return rows[index]?.id
    }
    const isMulti = (index: number): boolean => index === questionsCount - 1
    switch (act.kind) {
      case "predict": {
        const chosen = isMulti(act.question)
          ? { prediction: true, selected_option: options[act.sure % options.length] }
          : { prediction: act.yes }
        await auspex.call("POST", `/api/questions/${questions[act.question]}/predict`, {
          as: agents[act.agent]!.key,
          body: distinctPrediction({ confidence: act.sure, ...chosen })
        })
        return
      }
      case "vote": {
        const id = await predictionAt(act.nth)
        if (id === undefined) return
        await auspex.call(act.method, `/api/predictions/${id}/${act.way}`, { as: agents[act.agent]!.key })
        return
      }
      case "upvote":
        await auspex.call(act.method, `/api/questions/${questions[act.question]}/upvote`, {
          as: agents[act.agent]!.key
        })
        return
      case "resolve": {
        const outcome = isMulti(act.question)
          ? { correct_options: act.outcome === null ? [] : act.outcome ? ["north"] : ["east", "south"] }
          : { outcome: act.outcome }
        await auspex.call("POST", `/api/admin/questions/${questions[act.question]}/resolve`, {
          ...admin,
          body: outcome
        })
        return
      }
      case "move":
        await auspex.call("POST", `/api/admin/questions/${questions[act.question]}/${act.to}`, admin)
        return
      case "flag": {
        const id = await predictionAt(act.nth)
        if (id === undefined) return
        // Flags are set directly; the database records their history.
        await query(
          auspex,
          `with flagged as (
            update predictions set hallucination_flags = 'hallucination'
            where id = $1::uuid and hallucination_flags is null returning account_id
          ) update accounts a set flagged_prediction_count = flagged_prediction_count + 1 from flagged
          where a.id = flagged.account_id`,
          [id]
        )
        return
      }
      case "own": {
        // Agents never lose their owner, but one might be imported with predictions and without an owner. Not with
        // settled ones, because the settlement has already determined whether they were hedged.
        const { id, key } = agents[act.agent]!
        await query(
          auspex,
          `update accounts set owner_id = null, linked_at = null where id = $1::uuid and not exists (
            select from predictions p join questions q on q.id = p.question_id
            where p.account_id = $1::uuid and (p.resolved_at is not null or q.status = 'resolved'))`,
          [id]
        )
        await auspex.call("POST", "/api/me/agents", { as: owners[act.owner]!.token, body: { api_key: key } })
      }
    }
  }

  it("equal a recount after any sequence of acts", () =>
    fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 30 }), async (acts) => {
        const questions = await Promise.all(
          Arrays.makeBy(questionsCount, (index) =>
            openQuestion(auspex, index === questionsCount - 1 ? { question_type: "multi", options } : {}))
        )
        // In concurrent pairs, some of which conflict. Only a resolution and a change of owner take turns: the act that takes
        // an owner away, which the platform never does, must see whether the predictions are settled.
        for (const pair of Arrays.chunksOf(acts, 2)) {
          const kinds = new Set(pair.map(({ kind }) =>
            kind
          ))
          if (!kinds.has("own") || !kinds.has("resolve")) await Promise.all(pair.map((one) => attempt(one, questions)))
          else for (const one of pair) await attempt(one, questions)
        }
        expect(await db.run(checkInvariants)).toEqual([])
      }),
      { numRuns: 8, endOnFailure: true }
    ))

  it("that are wrong are found by the doctor", async () => {
    if (db.name === "embedded") return
    const doctor = () => callDoctor("--database-url", db.url())
    const found = async (status: string): Promise<ReadonlyArray<string>> =>
      (await doctor()).json.checks
        .filter((check: { name: string; status: string }) =>
          check.name.startsWith("recount: ") && check.status === status
        )
        .map(({ name }: { name: string }) => name.slice("recount: ".length))
    // Random acts need not have settled a prediction, and without one there is no calibration to get wrong.
    const settled = [await openQuestion(auspex), await openQuestion(auspex), await openQuestion(auspex)]
    await attempt({ kind: "predict", agent: 0, question: 0, sure: 70, yes: true }, settled)
    await attempt({ kind: "resolve", question: 0, outcome: true }, settled)
    expect(await found("ok")).toEqual(recounts.map(({ name }) => name))
    await query(auspex, "update questions set voice_weight = voice_weight + 1")
    await query(auspex, "update calibration_counts set predictions = predictions + 1")
    expect(await found("fail")).toEqual(["voice sums", "calibration counts"])
  })
})

import { bytesToTokens, originalityVersion } from "@auspex/domain/text"
import { Authenticator } from "@auspex/domain/accounts"
import { UnitOfWork } from "@auspex/domain/kernel"
import { parseReasoning, Predictions, PredictionStore } from "@auspex/domain/predictions"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { fresh, goodReasoning, linkedAgent, openQuestion, predict, query } from "../people.ts"
import { auspexOn } from "../servers.ts"

onServerDatabaseFirst("predictions under review", (db) => {
  const auspex = auspexOn(db)

  /** A valid prediction that cites a new page. */
  const ownReasoning = () => `${goodReasoning()} My notes: https://notes.example.org/review/${fresh()}.`
  const request = (reasoning: string) => ({ prediction: true, confidence: 70, reasoning })
  const actorOf = async (key: string) => {
    const actor = await auspex.run(Effect.flatMap(Authenticator, (authenticator) => authenticator.byKey(key)))
    if (actor === undefined) throw new Error("no such key")
    return actor
  }

  it("show a vote in the next read of everything that ranks arguments", async () => {
    const [strong, weak, voter] = [await linkedAgent(auspex), await linkedAgent(auspex), await linkedAgent(auspex)]
    const question = await openQuestion(auspex)
    const first = await predict(auspex, strong, question, { confidence: 90, reasoning: ownReasoning() })
    const second = await predict(auspex, weak, question, { confidence: 55, reasoning: ownReasoning() })
    const strongest = async () => (await auspex.call("GET", `/api/questions/${question}/consensus`)).body.strongest_for
    const shown = async () =>
      (await auspex.call("GET", `/api/questions/${question}/predictions`)).body.predictions
        .map(({ upvotes }: { upvotes: number }) => upvotes)
    expect((await strongest()).prediction_id).toBe(first.prediction.id)
    expect(await shown()).toEqual([0, 0])
    const vote = await auspex.call("POST", `/api/predictions/${second.prediction.id}/upvote`, { as: voter.key })
    expect(vote.body).toEqual({ upvotes: 1, downvotes: 0, has_upvoted: true, has_downvoted: false })
    expect((await strongest()).prediction_id).toBe(second.prediction.id)
    expect(await shown()).toEqual([1, 0])
    await auspex.call("DELETE", `/api/predictions/${second.prediction.id}/upvote`, { as: voter.key })
    expect((await strongest()).prediction_id).toBe(first.prediction.id)
  })

  it("are compared with committed texts, after a rollback at the same position", async () => {
    const [undone, author, copyist] = [await linkedAgent(auspex), await linkedAgent(auspex), await linkedAgent(auspex)]
    const question = await openQuestion(auspex)
    const actor = await actorOf(undone.key)
    const rolledBack = Effect.gen(function*() {
      const predictions = yield* Predictions
      const unit = yield* UnitOfWork
      return yield* Effect.flip(
        unit.transact(
          Effect.zipRight(predictions.place(actor, question, request(ownReasoning())), Effect.fail("undone" as const))
        )
      )
    })
    expect(await auspex.run(rolledBack)).toBe("undone")
    const reasoning = ownReasoning()
    await predict(auspex, author, question, { reasoning })
    const copied = await auspex.call("POST", `/api/questions/${question}/predict`, {
      as: copyist.key,
      body: request(`${reasoning} See also https://example.org/a-page-of-my-own today.`)
    })
    expect([copied.status, copied.body.code]).toEqual([400, "REASONING_TOO_SIMILAR"])
  })

  it("are compared with reasonings whose words were stored by an older version of the rule", async () => {
    const [author, copyist] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    const question = await openQuestion(auspex)
    const reasoning = ownReasoning()
    await predict(auspex, author, question, { reasoning })
    await query(auspex, "update prediction_words set version = 1, words = '' where question_id = $1::uuid", [question])
    const tokens = auspex.run(Effect.flatMap(PredictionStore, (store) => store.tokensAfter(question, 0, 10)))
    const [row] = await tokens
    expect(bytesToTokens(row!.tokens)).toEqual(parseReasoning(reasoning).originalityTokens)
    // Recomputed once: the next reader finds the stored words.
    const [stored] = await query<{ readonly version: number; readonly words: Uint8Array }>(
      auspex,
      "select version, words from prediction_words where question_id = $1::uuid",
      [question]
    )
    expect(stored).toMatchObject({ version: originalityVersion })
    expect(bytesToTokens(stored!.words)).toEqual(parseReasoning(reasoning).originalityTokens)
    const copied = await auspex.call("POST", `/api/questions/${question}/predict`, {
      as: copyist.key,
      body: request(`${reasoning} See also https://example.org/another-page-of-mine today.`)
    })
    expect(copied.body.code).toBe("REASONING_TOO_SIMILAR")
  })

  it("are refused for an account suspended during its request", async () => {
    const agent = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    const actor = await actorOf(agent.key)
    const suspended = await auspex.call("POST", `/api/admin/accounts/${agent.id}/suspend`, {
      as: auspex.adminKey,
      body: { reason: "spam" }
    })
    expect(suspended.status).toBe(200)
    const refused = await auspex.run(
      Effect.flatMap(
        Predictions,
        (predictions) => Effect.flip(predictions.place(actor, question, request(ownReasoning())))
      )
    )
    expect(refused).toMatchObject({ _tag: "Refusal", code: "ACCOUNT_SUSPENDED" })
  })

  it("are accepted for a question id in upper case", async () => {
    const [agent, copyist, voter] = [await linkedAgent(auspex), await linkedAgent(auspex), await linkedAgent(auspex)]
    const question = await openQuestion(auspex)
    const path = `/api/questions/${question.toUpperCase()}`
    const reasoning = ownReasoning()
    expect((await auspex.call("GET", `${path}/consensus`)).body.total_agents).toBe(0)
    expect((await auspex.call("GET", `/api/questions/${question}/consensus`)).body.total_agents).toBe(0)
    const placed = await auspex.call("POST", `${path}/predict`, { as: agent.key, body: request(reasoning) })
    expect(placed.body.prediction.question_id).toBe(question)
    for (const read of [path, `/api/questions/${question}`]) {
      expect((await auspex.call("GET", `${read}/consensus`)).body.total_agents).toBe(1)
    }
    await auspex.call("POST", `/api/predictions/${placed.body.prediction.id}/upvote`, { as: voter.key })
    expect((await auspex.call("GET", `${path}/predictions`)).body.predictions[0].upvotes).toBe(1)
    const copied = await auspex.call("POST", `/api/questions/${question}/predict`, {
      as: copyist.key,
      body: request(`${reasoning} See also https://example.org/another-page-of-mine today.`)
    })
    expect(copied.body.code).toBe("REASONING_TOO_SIMILAR")
  })
})

import { onServerDatabase } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { expect, it } from "vitest"
import { guardian } from "../guardians/people.ts"
import { linkedAgent, openQuestion, predict, query, type TestAgent } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"
import { checkedAuspexOn } from "../servers.ts"
import { coded, notificationsOf } from "./debate.ts"

onServerDatabase("texts of predictions", (db) => {
  const auspex = checkedAuspexOn(db)
  const admin = (method: string, target: string, body?: object) =>
    auspex.call(method, target, { as: auspex.adminKey, ...(body === undefined ? {} : { body }) })

  const protocol = {
    criterion: "The gauge reads four metres or more",
    source_of_truth: "The zygomatic gazette",
    deadline: "The evening of the day",
    resolver: "Whoever reads the gazette first",
    edge_cases: "A day without a gazette is void"
  }

  /** Two predictions of yes and one of no; the first, whose text has the word "zygomatic", has the best argument. */
  const debated = async () => {
    const question = await openQuestion(auspex)
    const [author, second, against] = await Promise.all([1, 2, 3].map(() => linkedAgent(auspex)))
    const given = distinctPrediction({ confidence: 90, resolution_protocol: protocol }) as { reasoning: string }
    const own = { ...given, reasoning: given.reasoning.replaceAll("example.org", "zygomatic.example.org") }
    const { prediction } = await predict(auspex, author!, question, own)
    const { prediction: next } = await predict(auspex, second!, question, distinctPrediction({ confidence: 60 }))
    await predict(auspex, against!, question, distinctPrediction({ prediction: false }))
    return { author: author!, second: second!, question, prediction, next, given: own }
  }
  const asOf = () => `as_of=${new Date().toISOString()}`

  /** The places that show the text: the answers that contain the word "zygomatic". */
  const readAt = async (question: string, reader: TestAgent, earlier: string): Promise<ReadonlyArray<string>> => {
    const places = {
      question: `/api/questions/${question}`,
      predictions: `/api/questions/${question}/predictions`,
      votes: `/api/questions/${question}/predictions?sort=votes`,
      consensus: `/api/questions/${question}/consensus`,
      brief: `/api/questions/${question}/intel-brief`,
      export: "/api/export/predictions?format=ndjson",
      "question then": `/api/questions/${question}?${earlier}`,
      "predictions then": `/api/questions/${question}/predictions?${earlier}`,
      "consensus then": `/api/questions/${question}/consensus?${earlier}`
    }
    const found: Array<string> = []
    for (const [place, target] of Object.entries(places)) {
      const answer = await auspex.call("GET", target)
      expect([place, answer.status]).toEqual([place, 200])
      if (/zygomatic/.test(answer.text)) found.push(place)
    }
    const queue = await auspex.call("GET", "/api/guardian/queue?limit=100", { as: reader.key })
    return /zygomatic/.test(queue.text) ? [...found, "queue"] : found
  }
  const everywhere = [
    "question",
    "predictions",
    "votes",
    "consensus",
    "brief",
    "export",
    "question then",
    "predictions then",
    "consensus then",
    "queue"
  ]

  it("are shown nowhere while they are removed; forecast, score and originality remain", async () => {
    const { author, given, next, prediction, question, second } = await debated()
    const reader = await guardian(auspex)
    const earlier = asOf()
    expect(await readAt(question, reader, earlier)).toEqual(everywhere)
    const target = `/api/admin/predictions/${prediction.id}`
    const consensus = async () => (await auspex.call("GET", `/api/questions/${question}/consensus`)).body
    const before = await consensus()
    const removed = await admin("POST", `${target}/remove`, { reason: " It names a private person. " })
    expect([removed.status, removed.body.prediction]).toMatchObject([200, {
      id: prediction.id,
      reasoning: given.reasoning,
      resolution_protocol: protocol,
      author_suspended: false,
      removed_reason: "It names a private person."
    }])

    expect(await readAt(question, reader, earlier)).toEqual([])
    const { predictions } = (await auspex.call("GET", `/api/questions/${question}/predictions`)).body
    const shown = predictions.find(({ id }: { id: string }) => id === prediction.id)
    expect([shown.reasoning, shown.confidence, shown.resolution_protocol]).toEqual(["[removed]", 90, undefined])
    const after = await consensus()
    expect(after.strongest_for.prediction_id).toBe(next.id)
    const figures = ({ strongest_for: _f, strongest_against: _a, ...rest }: Record<string, unknown>) => rest
    expect(figures(after)).toEqual(figures(before))
    expect(await notificationsOf(auspex, author)).toContainEqual({
      type: "prediction_removed",
      subject_id: prediction.id,
      count: 1
    })
    // A copy of a removed text is still refused as a copy.
    const copy = await auspex.call("POST", `/api/questions/${await openQuestion(auspex)}/predict`, {
      as: second.key,
      body: given
    })
    expect(coded(copy)).toBe("400 REASONING_TOO_SIMILAR")

    await admin("POST", `/api/admin/questions/${question}/resolve`, { outcome: true })
    const receipt = await auspex.call("GET", `/api/questions/${question}/receipt/${author.id}`)
    expect(receipt.body.receipt).toMatchObject({ result: "correct", confidence: 90 })

    const listed = (filter: string) => admin("GET", `/api/admin/predictions?${filter}`)
    expect((await listed(`user_id=${author.id}&limit=1`)).body).toMatchObject({
      predictions: [{ id: prediction.id, reasoning: given.reasoning }],
      total: 1,
      next_cursor: null
    })
    expect((await listed(`question_id=${question}&user_id=${second.id}`)).body.total).toBe(0)
    const again = await admin("POST", `${target}/remove`, { reason: "Again." })
    expect(coded(again)).toBe("409 INVALID_TRANSITION")
    const restored = await admin("POST", `${target}/restore`, { reason: "The name is public." })
    expect(restored.body.prediction).not.toHaveProperty("removed_at")
    expect(await readAt(question, reader, earlier)).toEqual(everywhere)
    expect((await listed(`question_id=${question}`)).body.total).toBe(0)
    expect(coded(await admin("POST", `${target}/restore`, { reason: "?" }))).toBe("409 INVALID_TRANSITION")
    const audits = await query(
      auspex,
      "select action, note, before ->> 'removed_reason' as before, after ->> 'removed_reason' as after from audit_log where subject_id = $1 order by id",
      [prediction.id]
    )
    expect(audits).toEqual([
      {
        action: "prediction.remove",
        note: "It names a private person.",
        before: null,
        after: "It names a private person."
      },
      {
        action: "prediction.restore",
        note: "The name is public.",
        before: "It names a private person.",
        after: null
      }
    ])
    expect(await db.run(checkInvariants)).toEqual([])
  })

  it("are shown nowhere while their author is suspended", async () => {
    const { author, next, question } = await debated()
    const reader = await guardian(auspex)
    const earlier = asOf()
    // The text of the other question was restored, so only this question is checked.
    const here = async () => (await readAt(question, reader, earlier)).filter((place) => !/export|queue/.test(place))
    const all = everywhere.filter((place) => !/export|queue/.test(place))
    expect(await here()).toEqual(all)
    await admin("POST", `/api/admin/accounts/${author.id}/suspend`, { reason: "by a test" })
    expect(await here()).toEqual([])
    const consensus = (await auspex.call("GET", `/api/questions/${question}/consensus`)).body
    expect([consensus.total_agents, consensus.strongest_for.prediction_id]).toEqual([3, next.id])
    const rows = (await auspex.call("GET", "/api/export/predictions?format=ndjson")).text.trim().split("\n")
      .map((line) => JSON.parse(line)).filter(({ user_id }) => user_id === author.id)
    expect(rows.map(({ confidence, reasoning }) => [confidence, reasoning])).toEqual([[90, "[removed]"]])
    await admin("POST", `/api/admin/accounts/${author.id}/restore`)
    expect(await here()).toEqual(all)
  })

  it("are moderated only with a reason and an existing prediction", async () => {
    const { prediction } = await debated()
    for (const act of ["remove", "restore"]) {
      expect(coded(await admin("POST", `/api/admin/predictions/${prediction.id}/${act}`, { reason: " " })))
        .toBe("400 INVALID_REQUEST")
      expect(coded(await admin("POST", `/api/admin/predictions/none/${act}`, { reason: "why" })))
        .toBe("404 PREDICTION_NOT_FOUND")
    }
    expect(coded(await admin("GET", "/api/admin/predictions/none"))).toBe("404 PREDICTION_NOT_FOUND")
  })
})

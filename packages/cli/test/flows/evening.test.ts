import { onServerDatabase } from "@auspex/testkit/databases"
import { checkInvariants } from "@auspex/testkit/invariants"
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { comment, goodComment, made, replyTo, vote } from "../comments/debate.ts"
import { flag, validate } from "../guardians/people.ts"
import { type Answer, type RunningAuspex, startAuspex } from "../harness.ts"
import {
  linkedAgent,
  openQuestion,
  predict,
  query,
  registerAgent,
  setPoints,
  type TestAgent,
  type TestHuman,
  verifiedHuman
} from "../people.ts"
import { atOnce, tally } from "../races/twoInstances.ts"

type Speaker = TestAgent & { readonly owner: TestHuman }
// oxlint-disable-next-line no-explicit-any
type Json = any

/** What was said, and what replies to it, as it should be read back. */
interface Said {
  readonly id: string
  readonly by: string
  content: string
  upvotes: number
  readonly depth: number
  readonly replies: Array<Said>
}

const models = ["gpt-5", "claude-sonnet-4", "gemini-2.5-pro", "llama-3.3-70b"]

onServerDatabase("an evening", (db) => {
  let auspex: RunningAuspex
  /** Twelve agents; the one at `n` belongs to the owner at `n % 6`. */
  const a: Array<Speaker> = []
  let question: string
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    const owners: Array<TestHuman> = []
    for (let n = 0; n < 6; n++) owners.push(await verifiedHuman(auspex))
    for (let n = 0; n < 12; n++) {
      a.push(await linkedAgent(auspex, { owner: owners[n % 6]!, extra: { model: models[n % models.length] } }))
    }
    question = await openQuestion(auspex)
    // The evening of tomorrow: it does not end before midnight.
    const evening = new Date(Date.now() + 86_400_000).setUTCHours(18, 0, 0, 0)
    await Effect.runPromise(db.shiftClock(`${Math.round((evening - Date.now()) / 1_000)} seconds`))
  }, 300_000)
  afterAll(() => auspex.stop())

  const coded = ({ body, status }: Answer): string => body?.code === undefined ? `${status}` : `${status} ${body.code}`
  const allowed = async (what: string, asked: Promise<Answer>): Promise<Json> => {
    const answer = await asked
    expect(`${what}: ${coded(answer)}`).toMatch(/: 20[01]$/)
    return answer.body
  }
  const refused = async (what: string, asked: Promise<Answer>, code: string): Promise<Json> => {
    const answer = await asked
    expect(`${what}: ${coded(answer)}`).toBe(`${what}: ${code}`)
    return answer.body
  }
  const get = async (target: string, as?: string): Promise<Json> => (await auspex.call("GET", target, { as })).body
  const post = (target: string, as: string | undefined, body?: object) => auspex.call("POST", target, { as, body })
  const admin = (target: string, body?: object) => post(`/api/admin/${target}`, auspex.adminKey, body)
  /** Types of what an account was told, in order, each with how often. */
  const told = async (by: { readonly key: string }): Promise<ReadonlyArray<string>> =>
    (await get("/api/me/notifications?limit=100", by.key)).notifications
      .map(({ count, type }: Json) => count === 1 ? type : `${type} ×${count}`).sort()

  const roots: Array<Said> = []
  const say = async (by: Speaker, body: object = {}): Promise<Said> => {
    const { content, id } = await made(comment(auspex, by, question, body))
    const said: Said = { id, by: by.id, content, upvotes: 0, depth: 0, replies: [] }
    roots.unshift(said)
    return said
  }
  const answer = async (by: Speaker, to: Said, under: Said = to): Promise<Said> => {
    const { content, depth, id } = await made(replyTo(auspex, by, to.id))
    expect(depth).toBe(under.depth + 1)
    const said: Said = { id, by: by.id, content, upvotes: 0, depth, replies: [] }
    under.replies.push(said)
    return said
  }
  const shape = (comments: ReadonlyArray<Json>): ReadonlyArray<Said> =>
    comments.map(({ content, depth, id, replies, upvotes, user_id }) => ({
      id,
      by: user_id,
      content,
      upvotes,
      depth,
      replies: [...shape(replies)]
    }))
  const readBack = async () => {
    const { comments, total } = await get(`/api/questions/${question}/comments?limit=100`)
    expect(shape(comments)).toEqual(roots)
    expect(total).toBe(roots.length)
  }

  /** Everybody who debates but three has predicted. */
  const predictions = async (): Promise<ReadonlyArray<string>> => {
    const ids: Array<string> = []
    for (const by of a.slice(0, 8)) ids.push((await predict(auspex, by, question)).prediction.id)
    const again = post(`/api/questions/${question}/predict`, a[0]!.key, {
      prediction: true,
      confidence: 60,
      reasoning: ""
    })
    await refused("predicting twice", again, "409 DUPLICATE_PREDICTION")
    return ids
  }

  const debate = async (predicted: ReadonlyArray<string>) => {
    // About the second agent's prediction, then down to the depth of eight, and beside it.
    const first = await say(a[0]!, { prediction_id: predicted[1]! })
    let [parent, last] = [first, first]
    for (const by of a.slice(1, 9)) [parent, last] = [last, await answer(by, last)]
    expect(last.depth).toBe(8)
    await answer(a[0]!, last, parent)
    const own = await say(a[3]!)
    await answer(a[3]!, own)

    // Gates: all that is wrong at once, and innocent words pass.
    const { failures } = await refused(
      "gates",
      comment(auspex, a[9]!, question, { content: "oh shit" }),
      "400 COMMENT_TOO_SHORT"
    )
    expect(failures.map(({ code }: Json) => code)).toEqual([
      "COMMENT_TOO_SHORT",
      "COMMENT_FEW_UNIQUE_WORDS",
      "COMMENT_PROFANITY"
    ])
    await say(a[9]!, { content: "The assessors of Scunthorpe analysed the cockpit data of Essex." })
    const same = { content: roots[0]!.content }
    await refused("saying it again", comment(auspex, a[9]!, question, same), "400 COMMENT_SPAM")
    const long = { content: goodComment("word ".repeat(250)) }
    await refused("a novel", comment(auspex, a[9]!, question, long), "400 COMMENT_TOO_LONG")

    // Tiers, by the balance.
    await setPoints(auspex, a[10]!.id, 999)
    await refused("below predictor", comment(auspex, a[10]!, question), "403 TIER_TOO_LOW")
    await setPoints(auspex, a[10]!.id, 1_000)
    await say(a[10]!)
    await refused("below analyst", replyTo(auspex, a[10]!, own.id), "403 TIER_TOO_LOW")
    await setPoints(auspex, a[10]!.id, 5_000)
    await answer(a[10]!, own)
    await refused("no owner", comment(auspex, await registerAgent(auspex), question), "403 AGENT_NOT_LINKED")
    await refused("no answer to nothing", replyTo(auspex, a[10]!, question), "404 COMMENT_NOT_FOUND")

    // Five on a question, whatever became of them.
    const washed = await say(a[0]!)
    for (let said = 3; said < 5; said++) await say(a[0]!)
    await allowed("removal", admin(`comments/${washed.id}/remove`, { reason: "Off topic." }))
    washed.content = "[removed]"
    await refused("a sixth", comment(auspex, a[0]!, question), "400 COMMENT_LIMIT")
    await readBack()
    return { first, own, washed, deepest: last }
  }

  const votes = async ({ first, own }: { readonly first: Said; readonly own: Said }) => {
    const { points } = (await get("/api/me", a[0]!.key)).user
    await refused("a vote for oneself", vote(auspex, a[0]!, first.id), "403 SAME_OWNER_VOTE")
    await refused("a vote of the family", vote(auspex, a[6]!, first.id), "403 SAME_OWNER_VOTE")
    const bonus = async () => (await get("/api/me", a[0]!.key)).user.points - points
    for (const by of [a[1]!, a[2]!]) await allowed("a vote", vote(auspex, by, first.id))
    expect(await bonus()).toBe(0)
    for (const by of [a[3]!, a[4]!, a[4]!]) await allowed("a vote", vote(auspex, by, first.id))
    expect(await bonus()).toBe(100)
    first.upvotes = 4
    await allowed("a vote", vote(auspex, a[1]!, own.id))
    own.upvotes = 1
    await readBack()
    const board = (await get("/api/leaderboard/debaters")).leaderboard
    expect(board[0]).toMatchObject({ user_id: a[0]!.id, total_upvotes: 4, comment_count: 5 - 1 })
    const { debates } = await get(`/api/questions/${question}/debates?limit=100`)
    expect(new Set(debates.map(({ id }: Json) => id))).toEqual(new Set([first.id, own.id]))
    expect((await get("/api/discussions?tab=top&limit=1")).discussions[0].id).toBe(first.id)
  }

  const moderation = async ({ deepest, own, washed }: Record<"deepest" | "own" | "washed", Said>) => {
    await refused(
      "removal by anybody",
      post(`/api/admin/comments/${own.id}/remove`, a[0]!.key, { reason: "I do not like it." }),
      "403 ADMIN_REQUIRED"
    )
    await refused(
      "removal twice",
      admin(`comments/${washed.id}/remove`, { reason: "Again." }),
      "409 INVALID_TRANSITION"
    )
    const { comment: restored } = await allowed(
      "restoring",
      admin(`comments/${washed.id}/restore`, { reason: "On topic after all." })
    )
    washed.content = restored.content
    // A suspended author's words are not shown; those who answered stay.
    await allowed("suspension", admin(`accounts/${a[8]!.id}/suspend`, { reason: "by a test" }))
    await refused("the suspended", comment(auspex, a[8]!, question), "403 ACCOUNT_SUSPENDED")
    const words = deepest.content
    deepest.content = "[removed]"
    await readBack()
    await allowed("the end of it", admin(`accounts/${a[8]!.id}/restore`))
    deepest.content = words
    await readBack()
  }

  const guardians = async (predicted: ReadonlyArray<string>) => {
    await refused("a stranger", post("/api/guardian/apply", (await registerAgent(auspex)).key), "403 GUARDIAN_REQUIRED")
    await refused("no guardian yet", validate(auspex, a[2]!, predicted[1]!), "403 GUARDIAN_REQUIRED")
    for (const by of [0, 2, 3, 4, 5, 7]) await allowed("applying", post("/api/guardian/apply", a[by]!.key))
    const queue = await get("/api/guardian/queue?limit=100", a[2]!.key)
    const asked = queue.predictions.map(({ id }: Json) => id)
    expect([asked.includes(predicted[1]), asked.includes(predicted[2])]).toEqual([true, false])
    await refused("the family's", validate(auspex, a[7]!, predicted[1]!), "403 SAME_OWNER_VALIDATION")
    await refused("no reason", validate(auspex, a[2]!, predicted[1]!, { reason: "Fine." }), "400 INVALID_REQUEST")
    // Five of five owners and four families: trusted.
    for (const by of [0, 2, 3, 4, 5]) await allowed("a word", validate(auspex, a[by]!, predicted[1]!))
    expect((await get(`/api/agents/${a[1]!.id}`)).trust_label).toBe("trusted")
    await refused("twice", validate(auspex, a[2]!, predicted[1]!), "409 ALREADY_VALIDATED")
    // Two owners object to one prediction.
    const suspect = { validation: "suspect", flags: ["low_quality"] }
    for (const by of [2, 3]) await allowed("a doubt", validate(auspex, a[by]!, predicted[0]!, suspect))
    const listed = (await get(`/api/questions/${question}/predictions?limit=100`)).predictions
    expect(listed.filter(({ hallucination_flags }: Json) => hallucination_flags).map(({ id }: Json) => id))
      .toEqual([predicted[0]])
    for (const at of [3, 4, 5]) await allowed("a word", validate(auspex, a[2]!, predicted[at]!))
    await refused("a sixth that day", validate(auspex, a[2]!, predicted[6]!), "429 DAILY_LIMIT")
    expect((await get("/api/me/validated-prediction-ids", a[2]!.key)).prediction_ids).toHaveLength(5)
    for (const at of [0, 1, 2]) await allowed("a flag", flag(auspex, a[9]!, predicted[at]!))
    await refused("a fourth that day", flag(auspex, a[9]!, predicted[4]!), "429 DAILY_LIMIT")
    await refused("the family's flag", flag(auspex, a[10]!, predicted[4]!), "403 SAME_OWNER_VALIDATION")

    const label = { trust_label: "flagged", reason: "By a test." }
    await refused(
      "a label by anybody",
      post(`/api/admin/agents/${a[11]!.id}/trust-label`, a[0]!.key, label),
      "403 ADMIN_REQUIRED"
    )
    await allowed("a label", admin(`agents/${a[11]!.id}/trust-label`, label))
    await refused("a flagged guardian", post("/api/guardian/apply", a[11]!.key), "403 GUARDIAN_REQUIRED")
    await allowed("a label", admin(`agents/${a[11]!.id}/trust-label`, { ...label, trust_label: "verified" }))
  }

  const disputes = async () => {
    const dispute = (by: Speaker) =>
      post(`/api/questions/${question}/dispute`, by.key, {
        reason: "The release of the office was revised on the very next day, and the revised figure is below.",
        evidence_urls: ["https://office.example.org/revised"]
      })
    await refused("too early", dispute(a[0]!), "400 QUESTION_NOT_DISPUTABLE")
    await allowed("resolving", admin(`questions/${question}/resolve`, { outcome: true }))
    const points = async () => Promise.all(a.map(async ({ key }) => (await get("/api/me", key)).user.points))
    const before = await points()
    await refused("who did not predict", dispute(a[9]!), "403 PREDICTION_REQUIRED")
    const { dispute: filed } = await allowed("a dispute", dispute(a[0]!))
    await refused("another", dispute(a[1]!), "409 DUPLICATE_DISPUTE")
    const overturn = { status: "overturned", outcome: false, resolution_note: "It was revised." }
    await allowed("an overturn", admin(`disputes/${filed.id}/resolve`, overturn))
    await refused("once more", admin(`disputes/${filed.id}/resolve`, overturn), "409 INVALID_TRANSITION")
    const after = await points()
    expect(after.map((now, n) => Math.sign(now - before[n]))).toEqual(a.map((_, n) => n < 8 ? -1 : 0))
  }

  const issues = async () => {
    const report = { type: "bug", title: "No mail", content: "I am not told by mail what happens." }
    const { issue } = await allowed("an issue", post("/api/issues", a[11]!.key, report))
    const foreign = auspex.call("GET", `/api/issues/${issue.id}`, { as: a[5]!.key })
    await refused("another's, of the same owner", foreign, "404 ISSUE_NOT_FOUND")
    const move = (status: string) =>
      auspex.call("PATCH", `/api/admin/issues/${issue.id}`, { as: auspex.adminKey, body: { status } })
    await refused("a jump", move("resolved"), "409 INVALID_TRANSITION")
    await allowed("a step", move("acknowledged"))
    for (let filed = 1; filed < 10; filed++) await allowed("an issue", post("/api/issues", a[11]!.key, report))
    await refused("an eleventh", post("/api/issues", a[11]!.key, report), "429 DAILY_LIMIT")
  }

  it("of twelve agents and six owners meets every rule from both sides", { timeout: 600_000 }, async () => {
    // Somebody watches, and follows who debates most.
    const { key } = a[11]!
    await allowed("watching", post(`/api/questions/${question}/watch`, key))
    await allowed("following", post(`/api/agents/${a[1]!.id}/follow`, key))
    await refused("following oneself", post(`/api/agents/${a[11]!.id}/follow`, key), "400 INVALID_REQUEST")
    const share = (url: string) => post("/api/referral/share", key, { url })
    await refused("a page without https", share("http://blog.example.org/evening"), "400 HTTPS_REQUIRED")
    await refused("a page of this machine", share("https://127.0.0.1/evening"), "400 SSRF_BLOCKED")

    const predicted = await predictions()
    const said = await debate(predicted)
    await votes(said)
    await moderation(said)
    await guardians(predicted)
    await disputes()
    await issues()
    const hasty = await atOnce(41, () => comment(auspex, a[7]!, question, { content: "No." }))
    const { "429 RATE_LIMITED": late = 0, ...rest } = tally(hasty)
    // One that was said before in the same minute may count.
    expect([late === 1 || late === 2, Object.keys(rest)]).toEqual([true, ["400 COMMENT_TOO_SHORT"]])

    // Replies are events for those who were answered, and never for oneself.
    const replies = await query<{ actor_id: string; addressee_id: string }>(
      auspex,
      "select actor_id, addressee_id from outbox_events where event = 'comment.reply' order by seq"
    )
    expect(replies.map(({ actor_id, addressee_id }) => [actor_id, addressee_id])).toEqual([
      [a[0]!.id, a[1]!.id],
      ...a.slice(1, 9).map(({ id }, n) => [id, a[n]!.id]),
      [a[0]!.id, a[8]!.id],
      [a[10]!.id, a[3]!.id]
    ])
    expect(await told(a[1]!)).toEqual([
      "comment_reply",
      "new_follower",
      "points_reversed",
      "prediction_reply",
      "prediction_validated ×5",
      "trust_label_changed"
    ])
    expect(await told(a[11]!)).toContain("issue_updated")
    expect(await told(a[0]!)).toEqual(expect.arrayContaining(["comment_removed", "comment_restored", "debate_bonus"]))
    expect(await told(a[0]!)).toContain("dispute_resolved")
    const unread = (await get("/api/me/notifications?unread=true&limit=1", a[1]!.key)).total
    expect((await allowed("reading", post("/api/me/notifications/read", a[1]!.key, {}))).marked).toBe(unread)
    expect((await get("/api/me/notifications?unread=true", a[1]!.key)).notifications).toEqual([])

    // Half a day later the feed of whoever watched has all of it, the latest first, page by page, once.
    await Effect.runPromise(db.shiftClock("40 hours"))
    const events: Array<Json> = []
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: Json = await get(`/api/me/feed?limit=7${cursor === "" ? "" : `&cursor=${cursor}`}`, key)
      events.push(...page.items)
      cursor = page.next_cursor
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    const counts = Object.fromEntries(
      [...new Set(events.map(({ event }) => event))].map((
        name
      ) => [name, events.filter(({ event }) => event === name).length])
    )
    const count = (comments: ReadonlyArray<Said>): number =>
      comments.reduce((sum, { replies }) => sum + 1 + count(replies), 0)
    expect(counts).toEqual({
      "prediction.placed": 8,
      "comment.created": count(roots),
      "question.resolved": 2,
      "dispute.opened": 1,
      "dispute.resolved": 1
    })
    await readBack()
    expect(await auspex.run(checkInvariants)).toEqual([])
  })
})

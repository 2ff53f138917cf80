import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { draftQuestion, linkedAgent, query, questionFields } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { coded, guardian } from "./people.ts"

const unknownId = "01900000-0000-7000-8000-000000000000"

onServerDatabaseFirst("the suggester of a question", (db) => {
  const auspex = auspexOn(db)

  const post = (target: string, as: string, body?: object) => auspex.call("POST", target, { as, body })
  const get = (target: string, as?: string) => auspex.call("GET", target, { as })
  const suggest = async (as: string) => (await post("/api/questions/suggest", as, questionFields())).body.suggestion
  const reviewNotices = async (key: string) =>
    (await auspex.call("GET", "/api/me/notifications", { as: key })).body.notifications
      .filter(({ type }: { readonly type: string }) => type === "question_reviewed")

  it("is notified of guardians' decisions with their reasons, and of approvals by administrators", async () => {
    const suggester = await linkedAgent(auspex)
    const [by, other] = [await guardian(auspex), await guardian(auspex)]
    const [rejected, approved, direct] = [
      await suggest(suggester.key),
      await suggest(suggester.key),
      await suggest(suggester.key)
    ]
    await post(`/api/questions/${rejected.id}/review`, other.key, { decision: "reject", reason: "I would not know." })
    expect(await reviewNotices(suggester.key)).toEqual([])
    await post(`/api/questions/${rejected.id}/review`, by.key, { decision: "reject", reason: "Nobody will know." })
    await post(`/api/questions/${approved.id}/review`, by.key, { decision: "approve", reason: "Clear." })
    await post(`/api/admin/questions/${direct.id}/approve`, auspex.adminKey)
    expect(
      (await reviewNotices(suggester.key)).map(({ body, link, title }: Record<string, string>) => [title, body, link])
    )
      .toEqual([
        [
          "Your question was approved",
          `"${direct.question}" was approved by an administrator.`,
          `/questions/${direct.id}`
        ],
        [
          "Your question was approved",
          `"${approved.question}" was approved by a guardian: Clear.`,
          `/questions/${approved.id}`
        ],
        [
          "Your question was rejected",
          `"${rejected.question}" was rejected by a guardian: Nobody will know.`,
          `/questions/${rejected.id}`
        ]
      ])
    // A rejection by a guardian and a later approval by an administrator are two notifications.
    await post(`/api/admin/questions/${rejected.id}/approve`, auspex.adminKey)
    expect(await reviewNotices(suggester.key)).toHaveLength(4)
    expect(await reviewNotices(suggester.owner.token)).toEqual([])
    expect(await reviewNotices(by.key)).toEqual([])
  })

  it("has drafts reviewed by guardians of other families, until two owners have rejected them", async () => {
    const by = await guardian(auspex)
    const [sibling, second] = [await guardian(auspex, { owner: by.owner }), await guardian(auspex)]
    const suggester = await linkedAgent(auspex)
    const suggest = async (as: string) =>
      (await post("/api/questions/suggest", as, questionFields())).body.suggestion.id as string
    const [good, bad] = [await suggest(suggester.key), await suggest(suggester.key)]
    const own = await suggest(by.owner.token)
    const review = (id: string, body: object, as = by.key) => post(`/api/questions/${id}/review`, as, body)
    const waiting = async () =>
      (await get("/api/guardian/queue?limit=100", by.key)).body.questions.map(({ id }: { id: string }) => id)
    expect(await waiting()).toEqual(expect.arrayContaining([good, bad]))
    expect(await waiting()).not.toContain(own)
    const approved = await review(good, { decision: "approve", reason: "Clear." })
    expect([approved.status, approved.body.question]).toMatchObject([200, { id: good, status: "approved" }])
    const objected = await review(bad, { decision: "reject", reason: "I would not know." })
    expect([objected.status, objected.body.question.status]).toEqual([200, "draft"])
    expect(await waiting()).not.toContain(bad)
    expect((await get(`/api/admin/questions/${bad}`, auspex.adminKey)).body.question.rejected_at).toBeUndefined()
    expect(coded(await review(bad, { decision: "reject", reason: "Nor would I." }))).toBe("409 ALREADY_VALIDATED")
    expect(coded(await review(bad, { decision: "reject", reason: "Nor would I." }, sibling.key))).toBe(
      "409 ALREADY_VALIDATED"
    )
    const rejected = await review(bad, { decision: "reject", reason: "Nobody will know." }, second.key)
    expect([rejected.status, rejected.body.question.status]).toEqual([200, "draft"])
    expect((await get(`/api/admin/questions/${bad}`, auspex.adminKey)).body.question).toMatchObject({
      status: "draft",
      reject_reason: "Nobody will know.",
      rejected_at: expect.any(String)
    })
    const again = { decision: "approve", reason: "After all." }
    expect(coded(await review(bad, again))).toBe("409 INVALID_TRANSITION")
    expect(coded(await review(good, again))).toBe("409 INVALID_TRANSITION")
    expect(coded(await review(own, again))).toBe("403 SAME_OWNER_VALIDATION")
    expect(coded(await review(unknownId, again))).toBe("404 QUESTION_NOT_FOUND")
    expect(coded(await review(own, again, suggester.key))).toBe("403 GUARDIAN_REQUIRED")
    const ofAdministrators = await draftQuestion(auspex)
    expect(coded(await review(ofAdministrators, { decision: "approve", reason: " " }))).toBe("400 INVALID_REQUEST")
    expect(coded(await review(ofAdministrators, again))).toBe("403 ADMIN_REQUIRED")
    expect(coded(await review(own, { decision: "perhaps", reason: "Hm." }))).toBe("400 INVALID_REQUEST")
    expect(
      await query(
        auspex,
        "select actor, action, note from audit_log where subject_id = any ($1::text[]) and actor like 'account:%' order by at, id",
        [[good, bad]]
      )
    ).toEqual([
      { actor: `account:${by.id}`, action: "question.approve", note: "Clear." },
      { actor: `account:${by.id}`, action: "question.object", note: "I would not know." },
      { actor: `account:${second.id}`, action: "question.reject", note: "Nobody will know." }
    ])
    for (const decision of ["approve", "reject"] as const) {
      const id = await suggest(suggester.key)
      if (decision === "reject") await review(id, { decision }, second.key)
      const silent = await review(id, { decision })
      expect([silent.status, silent.body.question.status]).toEqual([200, decision === "approve" ? "approved" : "draft"])
      const [entry] = await query(auspex, "select action, note from audit_log where subject_id = $1 order by at desc", [
        id
      ])
      expect(entry).toEqual({ action: `question.${decision}`, note: null })
    }
    const admin = await post(`/api/admin/questions/${bad}/approve`, auspex.adminKey)
    expect(admin.body.question.status).toBe("approved")
    expect(admin.body.question.rejected_at).toBeUndefined()
  })

  it("has a draft reviewed again after an administrator changed it", async () => {
    const suggester = await linkedAgent(auspex)
    const [by, second] = [await guardian(auspex), await guardian(auspex)]
    const { id } = await suggest(suggester.key)
    const object = (as: string) => post(`/api/questions/${id}/review`, as, { decision: "reject", reason: "Too vague." })
    const rejectedAt = async () => (await get(`/api/admin/questions/${id}`, auspex.adminKey)).body.question.rejected_at
    expect((await object(by.key)).status).toBe(200)
    const body = { resolution_source: "The gauge at the harbour, as its keeper publishes it." }
    expect((await auspex.call("PATCH", `/api/admin/questions/${id}`, { as: auspex.adminKey, body })).status).toBe(200)
    expect((await object(second.key)).status).toBe(200)
    expect(await rejectedAt()).toBeUndefined()
    expect((await object(by.key)).status).toBe(200)
    expect(await rejectedAt()).toEqual(expect.any(String))
  })

  it("gets at most twenty reviews a day from each guardian", async () => {
    const suggester = await linkedAgent(auspex)
    const by = await guardian(auspex)
    const [last, oneMore] = [await suggest(suggester.key), await suggest(suggester.key)]
    await query(
      auspex,
      `with made as (
        insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type)
        select gen_random_uuid(), 'Reviewed before: ' || n, 'society', 'long', 'A test', '2099-01-01', 'draft', 'binary'
        from generate_series(1, 19) n returning id
      ) insert into draft_reviews (question_id, owner_id, account_id, decision)
      select made.id, a.owner_key, a.id, 'reject' from made, accounts a where a.id = $1::uuid`,
      [by.id]
    )
    const review = (id: string) => post(`/api/questions/${id}/review`, by.key, { decision: "approve" })
    expect((await review(last.id)).status).toBe(200)
    const refused = await review(oneMore.id)
    expect([refused.status, refused.body.code]).toEqual([429, "DAILY_LIMIT"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    await query(auspex, "delete from draft_reviews where account_id = $1::uuid", [by.id])
    expect((await review(oneMore.id)).status).toBe(200)
  })

  it("is the only one notified: administrators' questions have no suggester, and refused reviews are not reported", async () => {
    const suggester = await linkedAgent(auspex)
    const own = await suggest(suggester.key)
    const family = await guardian(auspex, { owner: suggester.owner })
    await post(`/api/questions/${own.id}/review`, family.key, { decision: "approve", reason: "Ours." })
    expect(await reviewNotices(suggester.key)).toEqual([])
    const draft = await draftQuestion(auspex)
    await post(`/api/questions/${draft}/review`, family.key, { decision: "approve", reason: "Clear." })
    expect(await query(auspex, "select id from notifications where subject_id like $1 || '%'", [draft])).toEqual([])
  })
})

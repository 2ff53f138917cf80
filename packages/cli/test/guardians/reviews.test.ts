import { onEachDatabase } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { draftQuestion, linkedAgent, query, questionFields } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { guardian } from "./people.ts"

onEachDatabase("whoever suggests a question", (db) => {
  const auspex = auspexOn(db)

  const post = (target: string, as: string, body?: object) => auspex.call("POST", target, { as, body })
  const suggest = async (as: string) => (await post("/api/questions/suggest", as, questionFields())).body.suggestion
  const told = async (key: string) =>
    (await auspex.call("GET", "/api/me/notifications", { as: key })).body.notifications
      .filter(({ type }: { readonly type: string }) => type === "question_reviewed")

  it("is told what guardians decided and why, and what administrators approved", async () => {
    const suggester = await linkedAgent(auspex)
    const by = await guardian(auspex)
    const [rejected, approved, direct] = [
      await suggest(suggester.key),
      await suggest(suggester.key),
      await suggest(suggester.key)
    ]
    await post(`/api/questions/${rejected.id}/review`, by.key, { decision: "reject", reason: "Nobody will know." })
    await post(`/api/questions/${approved.id}/review`, by.key, { decision: "approve", reason: "Clear." })
    await post(`/api/admin/questions/${direct.id}/approve`, auspex.adminKey)
    expect((await told(suggester.key)).map(({ body, link, title }: Record<string, string>) => [title, body, link]))
      .toEqual([
        [
          "Your question was approved",
          `"${direct.question}" was approved by an administrator.`,
          `/api/questions/${direct.id}`
        ],
        [
          "Your question was approved",
          `"${approved.question}" was approved by a guardian: Clear.`,
          `/api/questions/${approved.id}`
        ],
        [
          "Your question was rejected",
          `"${rejected.question}" was rejected by a guardian: Nobody will know.`,
          `/api/questions/${rejected.id}`
        ]
      ])
    // What a guardian rejected and an administrator approves all the same is told as both.
    await post(`/api/admin/questions/${rejected.id}/approve`, auspex.adminKey)
    expect(await told(suggester.key)).toHaveLength(4)
    expect(await told(suggester.owner.token)).toEqual([])
    expect(await told(by.key)).toEqual([])
  })

  it("and nobody else: administrators' own questions are nobody's suggestion, and what is refused is not told", async () => {
    const suggester = await linkedAgent(auspex)
    const own = await suggest(suggester.key)
    const family = await guardian(auspex, { owner: suggester.owner })
    await post(`/api/questions/${own.id}/review`, family.key, { decision: "approve", reason: "Ours." })
    expect(await told(suggester.key)).toEqual([])
    const draft = await draftQuestion(auspex)
    await post(`/api/questions/${draft}/review`, family.key, { decision: "approve", reason: "Clear." })
    expect(await query(auspex, "select id from notifications where subject_id like $1 || '%'", [draft])).toEqual([])
  })
})

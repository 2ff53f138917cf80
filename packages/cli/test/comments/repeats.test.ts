import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { linkedAgent, openQuestion, setPoints } from "../people.ts"
import { checkedAuspexOn } from "../servers.ts"
import { agents, coded, comment, goodComment, createdComment } from "./debate.ts"

onServerDatabaseFirst("a repeated comment", (db) => {
  const auspex = checkedAuspexOn(db)

  it("is refused for all agents of one owner, on any question, and for nobody else", async () => {
    const [author, stranger] = await agents(auspex, 2)
    const sibling = await linkedAgent(auspex, { owner: author!.owner })
    await setPoints(auspex, sibling.id, 5_000)
    const [question, another] = [await openQuestion(auspex), await openQuestion(auspex)]
    const content = goodComment()
    const { id } = await createdComment(comment(auspex, author!, question, { content }))
    for (const by of [author!, sibling]) {
      const refused = await comment(auspex, by, another, { content: `${content.replace("T", "t")} ` })
      expect(coded(refused)).toBe("400 COMMENT_SPAM")
      // The refusal names the first one's id, for every account of the owner.
      expect(refused.body.failures).toMatchObject([{ field: "content", measured: 1, limit: 0, existing_id: id }])
      expect(refused.body.error).toContain(id)
    }
    expect(coded(await comment(auspex, sibling, another))).toBe(201)
    expect(coded(await comment(auspex, stranger!, question, { content }))).toBe(201)
  })

  it("is accepted once, however many agents of one owner post it at the same time", async () => {
    const [author] = await agents(auspex, 1)
    const siblings = await Promise.all(
      Array.from({ length: 4 }, () => linkedAgent(auspex, { owner: author!.owner }))
    )
    for (const { id } of siblings) await setPoints(auspex, id, 5_000)
    const question = await openQuestion(auspex)
    const content = goodComment()
    const answers = await Promise.all([author!, ...siblings].map((by) => comment(auspex, by, question, { content })))
    expect(answers.map(coded).map(String).sort()).toEqual([
      "201",
      ...Array.from({ length: 4 }, () => "400 COMMENT_SPAM")
    ])
  })
})

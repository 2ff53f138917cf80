import { expect, it } from "vitest"
import { onServerAndDatabase } from "../commands/onServerAndDatabase.ts"
import { linkedAgent, openQuestion, predict } from "../people.ts"
import { comment, createdComment, replyTo } from "./debate.ts"

onServerAndDatabase("auspex moderation", (auspex, call) => {
  it("lists comments on one question, and by one author", async () => {
    const [ada, ben] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    const [here, there] = [await openQuestion(auspex), await openQuestion(auspex)]
    const first = await createdComment(comment(auspex, ada, here))
    const reply = await createdComment(replyTo(auspex, ben, first.id))
    const elsewhere = await createdComment(comment(auspex, ben, there))
    const queue = async (...flags: ReadonlyArray<string>) => {
      const { code, json } = await call("moderation", "queue", ...flags, "--output", "json")
      return [code, json.total, json.comments.map(({ id }: { readonly id: string }) => id)]
    }
    expect(await queue("--question", here)).toEqual([0, 2, [reply.id, first.id]])
    expect(await queue("--author", ben.id)).toEqual([0, 2, [elsewhere.id, reply.id]])
    expect(await queue("--author", ben.name, "--question", here, "--status", "visible")).toEqual([0, 1, [reply.id]])
    expect(await queue("--question", here, "--status", "removed")).toEqual([0, 0, []])
    expect(await queue("--question", ada.id)).toEqual([0, 0, []])
    const wrong = await call("moderation", "queue", "--question", "what")
    expect([wrong.code, wrong.err]).toEqual([expect.any(Number), expect.stringContaining("id of a question")])
    expect(wrong.code).not.toBe(0)
    expect((await call("moderation", "queue", "--author", "Nobody at all")).err).toContain("no such account")
  })

  it("removes and restores the text of a prediction, and lists removed texts", async () => {
    const author = await linkedAgent(auspex)
    const question = await openQuestion(auspex)
    const { prediction: { id, reasoning } } = await predict(auspex, author, question)
    const remove = ["moderation", "remove", id, "--prediction", "--reason", "It names a private person."]
    const rehearsed = await call(...remove, "--dry-run")
    expect([rehearsed.code, rehearsed.err]).toEqual([
      0,
      expect.stringContaining(`would remove the text of a prediction of ${author.name}: "${reasoning.slice(0, 80)}"`)
    ])
    const done = await call(...remove, "--yes", "--output", "json")
    expect([done.code, done.json.prediction]).toMatchObject([0, { id, reasoning }])
    const listed = async () =>
      (await call("moderation", "predictions", "--question", question, "--author", author.id, "--output", "json")).json
    expect(await listed()).toMatchObject({
      total: 1,
      predictions: [{ id, removed_reason: "It names a private person." }]
    })
    expect((await call(...remove, "--yes")).err).toContain("The text of the prediction is removed already.")
    const restore = ["moderation", "restore", id, "--prediction", "--reason", "It is public.", "--yes"]
    expect((await call(...restore)).code).toBe(0)
    expect((await listed()).total).toBe(0)
  })

  it("lists, removes after confirmation, and restores", async () => {
    const author = await linkedAgent(auspex)
    const { content, id } = await createdComment(comment(auspex, author, await openQuestion(auspex)))
    const queue = async (status: string) =>
      (await call("moderation", "queue", "--status", status, "--output", "json")).json.comments
        .map((row: { id: string }) => row.id)
    expect([(await queue("visible"))[0], await queue("removed")]).toEqual([id, expect.not.arrayContaining([id])])

    const remove = ["moderation", "remove", id, "--reason", "It attacks a person."]
    const rehearsed = await call(...remove, "--dry-run")
    expect([rehearsed.code, rehearsed.err]).toEqual([
      0,
      expect.stringContaining(`would remove a comment of ${author.name}: "${content.slice(0, 80)}"`)
    ])
    const asks = await call(...remove)
    expect([asks.code, asks.err]).toEqual([2, expect.stringContaining("no terminal to ask on")])
    const done = await call(...remove, "--yes", "--output", "json")
    expect([done.code, done.json.comment]).toMatchObject([0, { id, content, removed_reason: "It attacks a person." }])
    expect(await queue("removed")).toContain(id)
    const again = await call(...remove, "--yes")
    expect([again.code, again.err]).toEqual([4, expect.stringContaining("removed already")])

    const restore = ["moderation", "restore", id, "--reason", "It was a quotation.", "--yes"]
    expect((await call(...restore, "--output", "json")).json.comment).not.toHaveProperty("removed_at")
    expect((await call(...restore)).err).toContain("not removed")
    expect((await call("moderation", "remove", id, "--reason", " ", "--yes")).err).toContain("reason")
  })
})

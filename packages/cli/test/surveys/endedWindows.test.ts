import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { expect, it } from "vitest"
import { linkedAgent, openQuestion, predict } from "../people.ts"
import { checkedAuspexOn } from "../servers.ts"
import { draftSurvey, manage } from "./surveying.ts"

onServerDatabaseFirst("an open question whose surveys are closed", (db) => {
  const auspex = checkedAuspexOn(db)

  it("is shown as ended wherever questions to answer are listed or described", async () => {
    const agent = await linkedAgent(auspex)
    const over = await openQuestion(auspex, { resolution_date: "2027-11-01", timeframe: "mid" })
    const plain = await openQuestion(auspex, { resolution_date: "2028-01-01", timeframe: "mid" })
    await predict(auspex, agent, over)
    const read = async (path: string, as?: string) => (await auspex.call("GET", path, { as })).body
    const listed = async (search: string, as?: string) =>
      (await read(`/api/questions?status=open&limit=100&${search}`, as)).questions.map(({ id }: { id: string }) => id)
    const discovered = async () =>
      (await read("/api/discover?limit=100")).questions.map((row: { id?: string; question?: { id: string } }) =>
        row.id ?? row.question?.id
      )
    expect(await discovered()).toEqual(expect.arrayContaining([over, plain]))

    const { id: survey } = await draftSurvey(auspex, { question_ids: [over] })
    await manage(auspex, "POST", `/${survey}/open`)
    const before = new Date().toISOString()
    const { closed_at } = (await manage(auspex, "POST", `/${survey}/close`)).body.survey

    expect((await read(`/api/questions/${over}`)).question).toMatchObject({
      status: "open",
      prediction_window_open: false,
      time_remaining: 0,
      closes_at: closed_at
    })
    const other = await linkedAgent(auspex)
    expect(await listed("predicted=false", other.key)).toEqual([plain])
    for (const sort of ["closing", "least_predicted"]) expect(await listed(`sort=${sort}`)).toEqual([plain, over])
    expect(await discovered()).toEqual([plain])
    expect((await read("/api/me/predictions", agent.key)).predictions[0].closes_at).toBe(closed_at)
    expect((await read(`/api/questions/${over}/intel-brief`)).brief.summary).toContain("has taken no more predictions")
    expect((await auspex.call("GET", `/embed/${over}`)).text).toContain("Its surveys closed on")
    expect((await auspex.call("GET", "/feed.xml")).text).toContain(
      `Takes predictions until ${closed_at.slice(0, 16).replace("T", " ")} UTC`
    )

    // Reads as of an earlier time know nothing of what followed.
    const then = await read(`/api/questions/${over}?as_of=${before}`)
    expect(then.question).toMatchObject({ prediction_window_open: true, closes_at: "2027-11-01T00:00:00.000Z" })
    expect(await listed(`sort=closing&as_of=${before}`)).toEqual([over, plain])
    expect(await listed(`sort=closing&as_of=${new Date().toISOString()}`)).toEqual([plain, over])
  })
})

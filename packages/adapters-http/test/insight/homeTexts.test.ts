import { markEnd as end, markStart as start } from "@auspex/domain/insight"
import { pooledHistory, type Voice } from "@auspex/domain/consensus"
import type { QuestionAlone } from "@auspex/domain/questions"
import { describe, expect, it } from "vitest"
import { headed } from "../../src/forecasting/insight/headed.ts"
import { moveSince } from "../../src/forecasting/insight/readHome.ts"

describe("a search result in two parts", () => {
  it.each([
    ["parts at the title's end", "A river\nis long.", "A river", { title: "A river", text: "is long." }],
    ["drops the dot of accounts", "Ada · writes.", "Ada", { title: "Ada", text: "writes." }],
    ["keeps the marks in the title", `A ${start}river${end} flows.`, "A river", {
      title: `A ${start}river${end}`,
      text: "flows."
    }],
    ["closes a mark that goes on", `A ${start}river flows${end}.`, "A river", {
      title: `A ${start}river${end}`,
      text: `${start}flows${end}.`
    }],
    ["has no text behind a title alone", "A river", "A river", { title: "A river", text: "" }],
    ["is absent when the snippet begins later", "… is long.", "A river", undefined],
    ["is absent when the title is cut", "A riv …", "A river of stones", undefined]
  ])("%s", (_, marked, title, parts) => expect(headed(marked, title)).toEqual(parts))
})

describe("the move of a question", () => {
  const question = {} as QuestionAlone
  const voice = (day: number, confidence: number): Voice => ({
    created_at: new Date(Date.UTC(2030, 0, day)),
    user_id: `${day}`,
    user_name: "",
    owner_id: `${day}`,
    family: `${day}`,
    weight: 100,
    prediction: true,
    confidence
  })
  const move = (confidences: ReadonlyArray<number>, sinceDay: number) =>
    moveSince(
      { question, history: pooledHistory(confidences.map((confidence, at) => voice(at + 1, confidence))) },
      new Date(Date.UTC(2030, 0, sinceDay))
    )

  it("goes from the last voice before the time to the last of all", () => {
    const moved = move([60, 60, 60, 60, 60, 60, 90], 6)
    expect([moved?.before.total_agents, moved?.after.total_agents]).toEqual([6, 7])
  })
  it("begins where there were voices enough", () => {
    expect(move([90, 50, 50, 50, 50, 90], 1)?.before.total_agents).toBe(5)
  })
  it.each([
    ["it stood still", [60, 60, 60, 60, 60, 60]],
    ["there are too few voices", [60, 90]],
    ["nobody predicted", []]
  ])("is none when %s", (_, confidences) => expect(move(confidences, 1)).toBeUndefined())
})

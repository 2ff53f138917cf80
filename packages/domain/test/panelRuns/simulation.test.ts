import { FastCheck } from "effect"
import { describe, expect, it } from "vitest"
import { advanceRounds, roundStateOf } from "../../src/research/packets/index.ts"
import { expertsOf, type PanelQuestion, type PanelReasoning } from "../../src/research/panels/index.ts"
import { nextRound, roundFeedback } from "../../src/research/panelRuns/index.ts"

const question: PanelQuestion = {
  id: "q",
  text: "Will it rain in Oslo on 1 May 2035?",
  kind: "binary",
  kind_options: null,
  resolution_signal: null,
  resolution_date: "2035-05-01",
  resolution_threshold: null
}

const estimate = (specialist: string, round: number, probability: number, narrative = "So."): PanelReasoning => ({
  id: `${specialist} ${round}`,
  question_id: "q",
  specialist,
  round,
  model: "m",
  answer: probability >= 0.5 ? "yes" : "no",
  probability,
  distribution: [[probability, 1 - probability]],
  confidence: 0.5,
  narrative,
  evidence: [],
  counter_evidence: [],
  unsupported: [],
  falsifiers: [],
  created_at: new Date(0)
})

const experts = expertsOf(4).map(({ id }) => id)
const roundOf = (round: number, probabilities: ReadonlyArray<number>) =>
  probabilities.map((probability, at) => estimate(experts[at]!, round, probability))

describe("the rounds of a simulation", () => {
  it.each([
    ["converged", [0], 6],
    ["open", [0.4], 6],
    ["open", [0.4, 0.37], 6],
    ["converged", [0.4, 0.39], 6],
    ["converged", [0.4, 0.5], 6],
    ["rounds_max", [0.4, 0.2], 2],
    ["converged", [0.4, 0.4], 2],
    ["unmeasured", [null], 6],
    ["unmeasured", [], 6],
    ["open", [null, 0.4], 6]
  ])("are %s after widths of %j, of at most %i", (state, widths, roundsMax) => {
    expect(roundStateOf(widths, roundsMax)).toBe(state)
  })

  it("always end: nothing is open after the last round, and what is open has not converged", () => {
    const width = FastCheck.option(FastCheck.double({ min: 0, max: 1, noNaN: true }))
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.array(width, { maxLength: 6 })),
        FastCheck.integer({ min: 2, max: 6 }),
        (all, roundsMax) => {
          const questions = all.map((widths, at) => ({ question_id: String(at), widths }))
          for (const id of advanceRounds(questions, roundsMax)) {
            const { widths } = questions[Number(id)]!
            expect(widths.length).toBeLessThan(roundsMax)
            expect(roundStateOf(widths, roundsMax)).toBe("open")
          }
        }
      )
    )
  })

  it("ask everybody about open questions, and nobody about those that nobody answered in the last one", () => {
    const panel = { experts: 4, rounds_max: 3 }
    const first = roundOf(1, [0.1, 0.4, 0.6, 0.9])
    const steps = nextRound([question], first, panel, 1)
    expect(steps.map(({ round, specialist, stage }) => [specialist, round, stage])).toEqual(
      experts.map((id) => [id, 2, "answer"])
    )
    expect(nextRound([question], first, panel, 2)).toEqual([])
    expect(nextRound([question], [...first, ...roundOf(2, [0.1, 0.4, 0.6, 0.9])], panel, 2)).toEqual([])
    const narrower = [...first, ...roundOf(2, [0.3, 0.45, 0.55, 0.7])]
    expect(nextRound([question], narrower, panel, 2).length).toBe(4)
    expect(nextRound([question], narrower, { ...panel, rounds_max: 2 }, 2)).toEqual([])
    expect(nextRound([question], [], panel, 1)).toEqual([])
  })

  it("tell an expert the quartiles and the arguments of the others, and nothing of who they are", () => {
    const latest = experts.map((id, at) => estimate(id, 1, [0.1, 0.2, 0.4, 0.9][at]!, `Reason ${at}.`))
    const feedback = roundFeedback(question, 1, experts[0]!, latest)
    expect(feedback).toMatchObject({
      round: 1,
      others: 3,
      own: { distribution: [[0.1, 0.9]], narrative: "Reason 0." },
      estimates: [
        { option: "yes", lowest: 0.2, lower_quartile: 0.3, median: 0.4, upper_quartile: 0.65, highest: 0.9 },
        { option: "no", lowest: 0.1, median: 0.6, highest: 0.8 }
      ]
    })
    expect(feedback.arguments.toSorted()).toEqual(["Reason 1.", "Reason 2.", "Reason 3."])
    expect(roundFeedback(question, 1, experts[0]!, latest.toReversed())).toEqual(feedback)
    for (const id of experts) expect(JSON.stringify(feedback)).not.toContain(id)
  })
})

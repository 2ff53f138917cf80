import { Schema } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { wilsonInterval } from "../../src/kernel/Interval.ts"
import { studentQuantile } from "../../src/kernel/studentQuantile.ts"
import { SurveyResults, surveyResults } from "../../src/surveys/surveys/SurveyResults.ts"
import { anySurvey, binary, factsOf, multi, panelAgent, surveyAnswer, type Votes, votesOn } from "./surveyAnswers.ts"

/** The results of binary questions with so many answers for no and for yes, by people who are owners of their own. */
const contested = (counts: ReadonlyArray<readonly [no: number, yes: number]>) => {
  const questions = counts.map((_, n) => binary(`q${n}`))
  const answers = questions.flatMap((question, n) => {
    const [no, yes] = counts[n]!
    return votesOn(question, [[null, no, 0], [null, yes, 1]])
  })
  return surveyResults(factsOf(questions, answers), false)
}
const idsOf = (rows: ReadonlyArray<{ readonly question_id: string }>) => rows.map(({ question_id }) => question_id)

describe("the results of a survey", () => {
  it("are those of no answers when there are none", () => {
    const { analytics, ...results } = surveyResults(factsOf([binary("q")], []), true)
    expect(results).toMatchObject({ total_agents: 0, completed_rate: 0, provisional: true })
    expect(results.completed_interval).toEqual({ low: 0, high: 100 })
    expect(results.questions[0]).toMatchObject({
      yes_percent: 0,
      yes_pct: 0,
      interval: { low: 0, high: 100 },
      avg_confidence: 0,
      confidence_interval: { low: 50, high: 99 },
      prediction_count: 0
    })
    expect(analytics).toMatchObject({
      most_contested: [],
      highest_consensus: [],
      model_agreement: [],
      split_alerts: []
    })
    expect(analytics.family_agreement).toEqual({ percent: null, interval: { low: 0, high: 100 }, comparisons: 0 })
  })

  it("are provisional while the survey is open, and say nothing of it afterwards", () => {
    expect(surveyResults(factsOf([], []), true)).toHaveProperty("provisional", true)
    expect(surveyResults(factsOf([], []), false)).not.toHaveProperty("provisional")
  })

  it("match their schema, and agree with the consensus of each question", () => {
    fc.assert(fc.property(anySurvey, ({ answers, assigned, questions }) => {
      const results = surveyResults(factsOf(questions, answers, assigned), false)
      expect(Schema.is(SurveyResults)({ survey_id: "s", title: "Rivers", ...results })).toBe(true)
      for (const { avg_confidence, consensus, prediction_count, yes_percent } of results.questions) {
        expect(consensus).toMatchObject({ total_agents: prediction_count, avg_confidence })
        if (consensus.option_breakdown === undefined) expect(yes_percent).toBe(consensus.yes_percent)
        else expect(yes_percent).toBe(Math.max(...consensus.option_breakdown.map(({ percent }) => percent)))
      }
    }))
  })

  it("lie within their intervals", () => {
    fc.assert(fc.property(anySurvey, ({ answers, assigned, questions }) => {
      const { analytics, completed_interval, completed_rate, questions: rows } = surveyResults(
        factsOf(questions, answers, assigned),
        false
      )
      const within = (value: number, { high, low }: { readonly low: number; readonly high: number }) => {
        expect(value).toBeGreaterThanOrEqual(low - 0.01)
        expect(value).toBeLessThanOrEqual(high + 0.01)
      }
      within(completed_rate, completed_interval)
      for (const row of rows.filter(({ prediction_count }) => prediction_count > 0)) {
        within(row.yes_percent, row.interval)
        within(row.avg_confidence, row.confidence_interval)
      }
      for (const family of analytics.model_agreement) within(family.avg_yes_percent, family.interval)
      expect(analytics.model_agreement.reduce((sum, { total_predictions }) => sum + total_predictions, 0))
        .toBe(analytics.total_predictions)
    }))
  })

  it("have Wilson intervals on the effective number of agents", () => {
    const question = binary("q")
    const owned = (id: string, owner: string, side: number) =>
      surveyAnswer(question, panelAgent(id, owner, null), null, { side })
    const independent = surveyResults(factsOf([question], [owned("a", "a", 1), owned("b", "b", 0)]), false)
    const { high, low } = wilsonInterval(1, 2)
    expect(independent.questions[0]!.interval).toEqual({
      low: Math.round(low * 10_000) / 100,
      high: Math.round(high * 10_000) / 100
    })
    const oneOwner = surveyResults(factsOf([question], [owned("a", "a", 1), owned("b", "a", 0)]), false)
    expect(oneOwner.questions[0]!.interval.low).toBeLessThan(independent.questions[0]!.interval.low)
    expect(oneOwner.analytics.panel).toMatchObject({ agents: 2, owners: 1, effective_agents: 1 })
  })

  it("count the completion among the assigned, or among the answering when none is assigned", () => {
    const question = binary("q")
    const answers = votesOn(question, [[null, 3, 1]])
    const [first] = answers
    expect(surveyResults(factsOf([question], answers), false)).toMatchObject({ total_agents: 3, completed_rate: 100 })
    expect(surveyResults(factsOf([question], answers, [first!.agent.id, "absent"]), false))
      .toMatchObject({ total_agents: 3, assigned_agents: 2, completed_agents: 1, completed_rate: 50 })
  })
})

describe("the rankings of questions", () => {
  it("begin with the share closest to a half, and with the strongest agreement", () => {
    const { analytics } = contested([[1, 9], [5, 5], [7, 3], [0, 10]])
    expect(idsOf(analytics.most_contested)).toEqual(["q1", "q2", "q0", "q3"])
    expect(idsOf(analytics.highest_consensus)).toEqual(["q3", "q0", "q2", "q1"])
  })

  it("order equal leads by more answers, then by the survey", () => {
    const { analytics } = contested([[1, 2], [2, 4], [4, 2], [2, 1]])
    expect(idsOf(analytics.most_contested)).toEqual(["q1", "q2", "q0", "q3"])
    expect(idsOf(analytics.highest_consensus)).toEqual(["q1", "q2", "q0", "q3"])
  })

  it("compare leads exactly, beyond the decimals that are shown", () => {
    const { analytics } = contested([[4_999, 5_000], [5_000, 5_001]])
    expect(idsOf(analytics.most_contested)).toEqual(["q1", "q0"])
  })

  it("hold five questions, and none without answers", () => {
    const { analytics } = contested([[0, 0], [1, 1], [1, 2], [1, 3], [1, 4], [1, 5], [1, 6]])
    expect(idsOf(analytics.most_contested)).toEqual(["q1", "q2", "q3", "q4", "q5"])
    expect(idsOf(analytics.highest_consensus)).toEqual(["q6", "q5", "q4", "q3", "q2"])
  })

  it("rank multi questions by the lead of the first option", () => {
    const [close, clear, even] = [multi("close"), multi("clear"), binary("even")]
    const answers = [
      ...votesOn(close, [[null, 4, 0], [null, 5, 2], [null, 1, 1]]),
      ...votesOn(clear, [[null, 8, 1], [null, 2, 0]]),
      ...votesOn(even, [[null, 5, 0], [null, 5, 1]])
    ]
    const { analytics, questions } = surveyResults(factsOf([close, clear, even], answers), false)
    expect(idsOf(analytics.most_contested)).toEqual(["even", "close", "clear"])
    expect(questions[0]).toMatchObject({ leading_option: "Blue", yes_percent: 50, lead_percent: 10 })
    expect(questions[0]!.interval).toEqual(questions[0]!.consensus.option_breakdown![2]!.interval)
    expect(questions[2]).not.toHaveProperty("leading_option")
  })

  it("take the first of the options that lead equally", () => {
    const question = multi("q")
    const { questions } = surveyResults(factsOf([question], votesOn(question, [[null, 2, 2], [null, 2, 1]])), false)
    expect(questions[0]).toMatchObject({ leading_option: "Green", lead_percent: 0 })
  })
})

describe("the agreement of model families", () => {
  const resultsOf = (...votes: ReadonlyArray<Votes>) => {
    const questions = votes.map((_, n) => binary(`q${n}`))
    return surveyResults(factsOf(questions, questions.flatMap((question, n) => votesOn(question, votes[n]!))), false)
  }

  it("is the share of comparisons of two families on the same side", () => {
    const { analytics } = resultsOf(
      [["gpt-4o", 3, 1], ["claude-3", 2, 1], ["llama-3", 1, 0]],
      [["gpt-4o", 3, 1], ["claude-3", 2, 0], ["llama-3", 1, 0], ["llama-3", 1, 1]]
    )
    // On the first question one pair of three agrees; on the second llama has no side, and the only pair disagrees.
    expect(analytics.family_agreement).toMatchObject({ percent: 25, comparisons: 4 })
    const { high, low } = wilsonInterval(0.5, 2)
    expect(analytics.family_agreement.interval.low).toBeCloseTo(low * 100, 1)
    expect(analytics.family_agreement.interval.high).toBeCloseTo(high * 100, 1)
    expect(analytics.model_agreement.map(({ agreement_percent, comparisons, model_family, total_predictions }) => [
      model_family,
      total_predictions,
      agreement_percent,
      comparisons
    ])).toEqual([["gpt", 6, 33.33, 3], ["claude", 4, 33.33, 3], ["llama", 3, 0, 2]])
  })

  it("gives each family its share of yes, with the mean of its intervals", () => {
    const { analytics } = resultsOf([["gpt-4o", 4, 1]], [["gpt-4o", 1, 1], ["gpt-4o", 3, 0], [null, 1, 1]])
    const [gpt, human] = analytics.model_agreement
    expect(gpt).toMatchObject({ model_family: "gpt", total_predictions: 8, avg_yes_percent: 62.5 })
    const [all, quarter] = [wilsonInterval(4, 4), wilsonInterval(1, 4)]
    expect(gpt!.interval.low).toBeCloseTo(50 * (all.low + quarter.low), 1)
    expect(gpt!.interval.high).toBeCloseTo(50 * (all.high + quarter.high), 1)
    expect(human).toMatchObject({ model_family: "human", total_predictions: 1, avg_yes_percent: 100 })
  })

  it("measures families by the leading option of a multi question", () => {
    const question = multi("q")
    const answers = votesOn(question, [["gpt-4o", 20, 2], ["claude-3", 15, 0]])
    const { analytics, questions } = surveyResults(factsOf([question], answers), false)
    expect(analytics.model_agreement.map(({ avg_yes_percent }) => avg_yes_percent)).toEqual([100, 0])
    expect(questions[0]!.family_range).toBe(100)
    expect(analytics.split_alerts[0]).toMatchObject({ leading_option: "Blue" })
  })

  it("alerts to the pair of families that is farthest apart, and only where intervals do not overlap", () => {
    const { analytics } = resultsOf(
      [["gpt-4o", 3, 1], ["claude-3", 3, 0]],
      [["gpt-4o", 20, 1], ["claude-3", 20, 0], ["llama-3", 10, 0], ["llama-3", 10, 1]],
      [["gpt-4o", 60, 1], ["claude-3", 60, 0]]
    )
    expect(idsOf(analytics.split_alerts)).toEqual(["q2", "q1"])
    const [, alert] = analytics.split_alerts
    expect([alert!.lower.model_family, alert!.higher.model_family]).toEqual(["claude", "gpt"])
    expect(alert!.gap_percent).toBeCloseTo(alert!.higher.interval.low - alert!.lower.interval.high, 10)
    expect(analytics.split_alerts[0]!.gap_percent).toBeGreaterThan(alert!.gap_percent)
  })
})

describe("the balance of a panel", () => {
  it("counts families and owners, and independent voices", () => {
    const question = binary("q")
    const agents = [["a", "ann", "gpt-4o"], ["b", "ben", "gpt-5"], ["c", "ben", "claude-3"], [
      "d",
      "dan",
      null
    ]] as const
    const answers = agents.map(([id, owner, model]) =>
      surveyAnswer(question, panelAgent(id, owner, model), model, { side: 1, novelty: 0 })
    )
    const { analytics } = surveyResults(factsOf([question], answers), false)
    expect(analytics.panel).toEqual({
      agents: 4,
      owners: 3,
      families: [
        { model_family: "gpt", agents: 2, percent: 50 },
        { model_family: "claude", agents: 1, percent: 25 },
        { model_family: "human", agents: 1, percent: 25 }
      ],
      // 4² / (1² + 2² + 1² + 0.5 × ((2² + 1²) - 3)).
      effective_agents: 2.29,
      // 4² / (1² + 2² + 1²).
      effective_owners: 2.67,
      effective_families: 2.67
    })
  })
})

describe("the mean confidence", () => {
  it("has an interval that covers that of the exact variance", () => {
    const question = binary("q")
    const confidences = fc.array(fc.integer({ min: 50, max: 99 }), { minLength: 2, maxLength: 40 })
    fc.assert(fc.property(confidences, (stated) => {
      const answers = stated.map((confidence, n) =>
        surveyAnswer(question, panelAgent(`a${n}`, `a${n}`, null), null, { side: 1, confidence })
      )
      const { questions: [row] } = surveyResults(factsOf([question], answers), false)
      const mean = stated.reduce((sum, value) => sum + value, 0) / stated.length
      const variance = stated.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (stated.length - 1)
      const half = studentQuantile(stated.length - 1) * Math.sqrt(variance / stated.length)
      expect(row!.confidence_interval.low).toBeLessThanOrEqual(Math.max(50, mean - half) + 0.01)
      expect(row!.confidence_interval.high).toBeGreaterThanOrEqual(Math.min(99, mean + half) - 0.01)
    }))
  })

  it.each<[ReadonlyArray<number>, object]>([
    [[90, 90], { low: 58.94, high: 96.99 }],
    [[50, 50, 50], { low: 50, high: 80.95 }],
    [[75], { low: 50, high: 99 }]
  ])("of %j by people has an interval with a width: %j", (stated, interval) => {
    const question = binary("q")
    const answers = stated.map((confidence, n) =>
      surveyAnswer(question, panelAgent(`a${n}`, `a${n}`, null), null, { side: 1, confidence })
    )
    expect(surveyResults(factsOf([question], answers), false).questions[0]!.confidence_interval).toEqual(interval)
  })
})

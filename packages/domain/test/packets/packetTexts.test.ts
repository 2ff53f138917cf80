import { type DecisionPacket, type PacketInputs, packetOf, type PacketPassage } from "@auspex/domain/packets"
import type { EvidencePassage } from "@auspex/domain/evidence"
import { extractiveReasoning, type PanelReasoning } from "@auspex/domain/panels"
import { describe, expect, it } from "vitest"
import { cite, exampleProject, exampleQuestions, extractiveProject, reasoning } from "./exampleProject.ts"

const packet = packetOf(exampleProject)
const answerTo = (made: DecisionPacket, id: string) => made.answers.find(({ question_id }) => question_id === id)!

/** A packet on the question whether rates are cut, with these probabilities of "yes". */
const cutPacket = (probabilities: ReadonlyArray<number>, more: Partial<PacketInputs> = {}) =>
  packetOf({
    ...exampleProject,
    questions: exampleQuestions.slice(0, 1),
    records: [],
    crowd: [],
    reasonings: probabilities.map((p, at) => reasoning("cut", `s${at}`, p < 0.5 ? "no" : "yes", [[p, 1 - p]])),
    ...more
  })

describe("the example", () => {
  it("has a headline of its first answer", () => {
    expect(packet.headline).toBe(
      "“Will the central bank cut its deposit rate by 31 March 2027?” Yes is likely: 67 % (48 to 77 %)."
    )
  })

  it("puts the crowd beside the panel", () => {
    expect(answerTo(packet, "cut").crowd).toEqual({ predictors: 412, probability: 0.48, distribution: [[0.48, 0.52]] })
    expect(answerTo(packet, "cut").reading).toContain("Of a crowd of 412 predictors, 48 % say yes.")
    const doubtful = packetOf({ ...exampleProject, crowd: [{ question_id: "cut", predictors: 412, probability: 0.4 }] })
    expect(doubtful.recommendation)
      .toContain("The panel's probability and the crowd's share are 27 points apart: find out why before you act.")
    expect(answerTo(packet, "buyer").crowd).toBeNull()
  })

  it("names the dissent with its strongest supported claim", () => {
    expect(answerTo(packet, "cut").dissent).toMatchObject({
      specialist: "contrarian",
      answer: "no",
      probability: 0.3,
      claim: { claim: "Services inflation is still too high for a cut.", citation: { passage_id: "b2" } }
    })
  })

  it("merges what specialists say alike, and keeps what speaks against the answer apart", () => {
    const [first] = packet.key_findings
    expect(first).toMatchObject({ specialists: ["contrarian", "macro", "risk", "tax_structuring"] })
    expect(first!.citations).toHaveLength(1)
    expect(packet.risks.map(({ claim }) => claim)).toEqual([
      "Services inflation is still too high for a cut.",
      "The debt forces a sale."
    ])
    expect(packet.risks[0]!.uses).toEqual([
      { question_id: "cut", answer: "yes", stance: "against", specialists: ["macro"] },
      { question_id: "cut", answer: "no", stance: "for", specialists: ["contrarian"] }
    ])
    expect(packet.what_would_change_our_mind[0]).toEqual({
      text: "Core inflation above 2.6 percent in November",
      question_ids: ["cut"],
      specialists: ["macro", "risk"]
    })
  })

  it("weighs records, and says how it was made", () => {
    const weights = Object.fromEntries(packet.method.specialists.map(({ specialist, weight }) => [specialist, weight]))
    expect(weights["macro"]).toBeGreaterThan(weights["tax_structuring"]!)
    expect(weights["tax_structuring"]).toBeGreaterThan(weights["contrarian"]!)
    expect(packet.method).toMatchObject({ rules_version: "packets-2", models: ["gpt-5"], quotes_checked: 10 })
    expect(packet.method.constants["extremising_factor"]).toBe(1.2)
  })

  it("lists each source with what it was cited for, in the order of the findings", () => {
    expect(packet.evidence_table.map(({ quote_count, source_id }) => [source_id, quote_count]))
      .toEqual([["bulletin", 3], ["ruling", 1], ["filing", 2]])
  })

  it("lists each version of a source that is quoted, under the hash of its text", () => {
    const old = { retrieved_at: new Date("2026-07-01T00:00:00Z"), content_hash: "sha256:old" }
    const ofOld = ([id, one]: readonly [string, PacketPassage]) => [id, id === "b2" ? { ...one, ...old } : one] as const
    const { changes, evidence_table } = packetOf({
      ...exampleProject,
      passages: new Map([...exampleProject.passages].map(ofOld)),
      previous: packet
    })
    const rows = evidence_table.filter(({ source_id }) => source_id === "bulletin")
    expect(rows.map(({ content_hash, quotes, retrieved_at }) => [
      content_hash,
      retrieved_at.toISOString().slice(0, 10),
      [...new Set(quotes.map(({ passage_id }) => passage_id))]
    ])).toEqual([["sha256:bulletin", "2026-09-01", ["b1"]], ["sha256:old", "2026-07-01", ["b2"]]])
    expect(rows.reduce((sum, { quote_count }) => sum + quote_count, 0)).toBe(3)
    expect(changes!.why).toEqual(["Changed since then: 1 source, “Monthly bulletin of the central bank”."])
  })
})

describe("headline and recommendation", () => {
  it.each<[string, ReadonlyArray<number>, string, string]>([
    ["a strong answer", [0.9, 0.92, 0.94], "Yes is very likely: 92 % (90 to 93 %).", "Plan for yes."],
    ["a leaning", [0.62, 0.64, 0.6], "Yes is likely: 62 % (60 to 64 %).", "Lean towards yes, and keep a way back."],
    [
      "an even chance",
      [0.5, 0.51, 0.5],
      "Yes has a roughly even chance: 50 % (50 to 51 %).",
      "Plan for both outcomes."
    ],
    ["an unlikely event", [0.1, 0.12, 0.08], "Yes is very unlikely: 10 % (8 to 12 %).", "Plan for no."],
    [
      "equal answers",
      [0.7, 0.7, 0.7],
      "Yes is likely: 70 % (3 specialists).",
      "Lean towards yes, and keep a way back."
    ],
    ["one specialist", [0.7], "Yes is likely: 70 % (1 specialist).", "Lean towards yes, and keep a way back."]
  ])("of %s", (_, probabilities, headline, recommendation) => {
    const made = cutPacket(probabilities)
    expect(made.headline).toBe(`“${exampleQuestions[0]!.text}” ${headline}`)
    expect(made.recommendation).toBe(recommendation)
  })

  const kindPacket = (
    question: Pick<PacketInputs["questions"][number], "kind" | "kind_options">,
    distributions: ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>>
  ) =>
    cutPacket([], {
      questions: [{ ...exampleQuestions[0]!, ...question }],
      reasonings: distributions.map((rows, at) => reasoning("cut", `s${at}`, "", rows))
    })

  it.each<[string, Parameters<typeof kindPacket>, RegExp]>([
    [
      "a scale with camps at both ends",
      [{ kind: "likert", kind_options: { scale: 5, statement: "It rains." } }, [[[0.4, 0.1, 0, 0.1, 0.4]], [[
        0.4,
        0.1,
        0,
        0.1,
        0.4
      ]]]],
      /the most frequent answers are 1 and 5\./u
    ],
    [
      "stars with three leaders",
      [{ kind: "star_rating", kind_options: { max: 5 } }, [[[0.3, 0.3, 0.3, 0.1, 0]]]],
      /the most frequent answers are 1, 2 and 3\./u
    ],
    [
      "options",
      [{ kind: "multi", kind_options: { options: ["A", "B", "C"] } }, [[[0.4, 0.2, 0.4]]]],
      /“A” and “C” lead with 40 % each \(1 specialist\); no option is more likely than not\./u
    ],
    [
      "a row of a matrix",
      [{ kind: "matrix", kind_options: { rows: ["r", "s"], columns: ["low", "high"] } }, [[[0.5, 0.5], [0.8, 0.2]]]],
      /“r”: “low” and “high” \(50 % each, 1 specialist\); “s”: “low” \(80 %, 1 specialist\)\./u
    ]
  ])("name all leaders of %s", (_, [question, distributions], sentence) => {
    const made = kindPacket(question, distributions)
    expect(made.headline).toMatch(sentence)
    expect(made.answers[0]!.reading).toMatch(sentence)
  })

  it("keep all equally probable options open", () => {
    const options = { kind: "multi", kind_options: { options: ["A", "B", "C", "D"] } } as const
    expect(kindPacket(options, [[[0.3, 0.3, 0.3, 0.1]]]).recommendation)
      .toBe("Keep several options open, at least “A”, “B” and “C”.")
    expect(kindPacket(options, [[[0.4, 0.25, 0.25, 0.1]]]).recommendation)
      .toBe("Keep several options open, at least “A”, “B” and “C” (25 % each).")
  })

  it("name what would change the answer first, with one full stop", () => {
    const falsifiers = ["An announcement to the contrary."]
    const reasonings = exampleProject.reasonings.map((reasoning) => ({ ...reasoning, falsifiers }))
    expect(packetOf({ ...exampleProject, reasonings }).recommendation)
      .toMatch(/\nWhat would change this first: “An announcement to the contrary”\.$/u)
  })

  it("say that a number is unsettled when nobody agrees", () => {
    const made = cutPacket([0.95, 0.1, 0.9, 0.05])
    expect(made.headline).toMatch(/^Unsettled\. /)
    expect(made.recommendation).toMatch(/^Do not act on this number alone: settle first why s\d sees it differently\.$/)
    expect(made.answers[0]!.reading).toContain("do not agree")
    expect(made.answers[0]!.reading).toContain("The interval is wide: the number says little.")
  })

  it("of one specialist say that there is no interval", () => {
    expect(cutPacket([0.7]).answers[0]!.reading).toContain("Only one specialist answered")
  })

  it("are honest about what is missing", () => {
    expect(cutPacket([]).headline).toBe("No specialist has answered yet.")
    expect(cutPacket([], { questions: [] }).headline).toBe("There is no question to answer yet.")
    const misfit = cutPacket([], { reasonings: [reasoning("cut", "macro", "yes", [[0.7]])] })
    expect(misfit.answers[0]!.reading).toBe("No specialist gave probabilities that fit this question.")
    expect(misfit.method.answers_dropped).toBe(1)
  })
})

describe("an extractive packet", () => {
  const extractive = packetOf(extractiveProject)

  it("says that no model is configured, and has no probabilities", () => {
    expect(extractive.mode).toBe("extractive")
    expect(extractive.headline).toMatch(/^No model is configured/)
    expect(extractive.recommendation).toMatch(/^Nothing is recommended/)
    expect(extractive.method.steps[0]).toMatch(/^No model is configured/)
    for (const answer of extractive.answers) {
      expect(answer).toMatchObject({ aggregate: null, interval: null, agreement: null, dissent: null })
      expect(
        answer.contributions.every(({ distribution, probability }) => distribution === null && probability === null)
      )
        .toBe(true)
    }
  })

  it("has evidence for and against", () => {
    expect(extractive.key_findings.length).toBeGreaterThan(0)
    expect(extractive.risks.map(({ claim }) => claim)).toContain("The debt forces a sale.")
    expect(extractive.evidence_table).toHaveLength(3)
  })

  it("keeps both sides of the panel's own extracts apart, though their claims share all words", () => {
    const [pro, contra] = ["The council expects lower rates in spring.", "The council sees no lower rates in spring."]
    const text = `${pro} ${contra}`
    const passage: EvidencePassage = {
      id: "p",
      source_id: "bulletin",
      title: "Bulletin",
      uri: "https://example.org",
      start: 0,
      end: text.length,
      text,
      retrieved_at: new Date(0)
    }
    const extract = extractiveReasoning({ id: "cut", text: "Will the council lower rates in spring?" }, [passage])
    expect(extract.evidence[0]!.claim).toBe(extract.counter_evidence[0]!.claim)
    const made = packetOf({
      ...exampleProject,
      passages: new Map([["p", { ...passage, content_hash: "sha256:bulletin" }]]),
      reasonings: [{ ...extract, id: "extract", created_at: new Date(0) }]
    })
    expect(made.key_findings.map(({ citations }) => citations.map(({ quote }) => quote))).toEqual([[pro]])
    expect(made.risks.map(({ citations }) => citations.map(({ quote }) => quote))).toEqual([[contra]])
  })

  it("ignores probabilities that come without a model", () => {
    const one = { ...reasoning("cut", "macro", "yes", [[0.9, 0.1]]), model: null }
    const made = cutPacket([], { reasonings: [one] })
    expect(made.answers[0]).toMatchObject({ aggregate: null, contributions: [{ probability: null, answer: null }] })
  })
})

describe("a new version", () => {
  const replaced = (id: string, change: Partial<PanelReasoning>) =>
    exampleProject.reasonings.map((one) => one.id === id ? { ...one, ...change } : one)

  it("says what moved and why, who moved it most first", () => {
    const later = packetOf({
      ...exampleProject,
      id: "packet-2",
      previous: packet,
      reasonings: [
        ...exampleProject.reasonings,
        {
          ...reasoning("cut", "risk", "no", [[0.4, 0.6]], { id: "cut-risk-2" }),
          created_at: new Date("2026-10-01T09:00:00Z")
        }
      ]
    })
    expect(later.version).toBe(2)
    expect(later.changes).toMatchObject({
      from_version: 1,
      moved: [{
        question_id: "cut",
        measured: "yes",
        before: 0.6706,
        answer_before: "yes",
        answer_after: "yes",
        why: ["Risk moved from yes 66 % to yes 40 %."]
      }],
      why: ["1 reasoning is new.", "1 reasoning of the packet before counts no longer."]
    })
    expect(later.changes!.moved[0]!.after).toBeLessThan(0.7)
  })

  it("tells new weights, sources, models and rules from new answers", () => {
    const later = packetOf({
      ...exampleProject,
      previous: { ...packet, method: { ...packet.method, rules_version: "packets-0" } },
      records: [{ specialist: "contrarian", resolved: 200, brier_sum: 10, log_sum: -30 }],
      passages: new Map(
        [...exampleProject.passages].map(([id, one]) => [
          id,
          one.source_id === "filing" ? { ...one, content_hash: "sha256:other" } : one
        ])
      ),
      reasonings: replaced("buyer-macro", { evidence: [], model: "claude-5" })
    })
    expect(later.changes!.why).toEqual([
      "The rules of packets changed from packets-0 to packets-2.",
      "The models changed from gpt-5 to claude-5, gpt-5.",
      "Changed since then: 1 source, “Annual filing of Nordhafen Shipping”.",
      "No longer cited: 1 source, “Ruling on the port concession”.",
      "The track records of the specialists changed, and with them their weights."
    ])
    const cut = later.changes!.moved.find(({ question_id }) => question_id === "cut")!
    expect(cut.why[0]).toMatch(/^The weight of Contrarian rose from 16 % to \d\d %\.$/)
  })

  it("of unchanged inputs says that nothing changed", () => {
    expect(packetOf({ ...exampleProject, previous: packet }).changes)
      .toEqual({ from_version: 1, moved: [], why: ["No reasoning, source, track record or rule changed."] })
  })

  it("after an extractive one says that a model answers now", () => {
    const { changes } = packetOf({ ...exampleProject, previous: packetOf(extractiveProject) })
    expect(changes!.why).toContain("A model answers now.")
    expect(changes!.moved.map(({ question_id }) => question_id)).toEqual(["cut", "buyer", "risks", "fit"])
  })
})

describe("the method", () => {
  /** The example's first two questions, answered by the models. */
  const methodOf = (...models: ReadonlyArray<ReadonlyArray<string>>) =>
    packetOf({
      ...exampleProject,
      questions: exampleQuestions.slice(0, 1).flatMap((question) =>
        models.map((_, at) => ({ ...question, id: `q${at}` }))
      ),
      crowd: [],
      reasonings: models.flatMap((own, question) =>
        own.map((model, at) => ({
          ...reasoning(`q${question}`, `s${at}`, "yes", [[0.8, 0.2]]),
          id: `${question}-${at}`,
          model
        }))
      )
    }).method.steps.join("\n")

  it("says that one model family is not extremised, and why", () => {
    const steps = methodOf(["gpt-5", "gpt-5", "openai/gpt-4o"])
    expect(steps).toContain("Forecasts are not extremised, because only one model family answered (gpt).")
    expect(steps).toContain("arXiv 2605.00844")
    expect(steps).not.toContain("extremised by the factor")
  })

  it("says that two families are, and which", () => {
    expect(methodOf(["gpt-5", "claude-5"])).toContain("because two or more model families answered (claude, gpt).")
  })

  it("says how many of the forecasts are", () => {
    const steps = methodOf(["gpt-5", "claude-5"], ["gpt-5", "gpt-5"])
    expect(steps).toContain("1 of 2 forecasts were extremised by the factor 1.2")
    expect(steps).toContain("The others were answered by one family alone.")
  })
})

describe("evidence that is not cited", () => {
  const withQuote = (quote: ReturnType<typeof cite>, more: Partial<PacketInputs> = {}) =>
    cutPacket([0.7], { reasonings: [reasoning("cut", "macro", "yes", [[0.7, 0.3]], { evidence: [quote] })], ...more })
  const honest = cite("b1", "Inflation fell to 2.1 percent in August.", "Inflation fell.")

  it("is that of rejected and unread sources", () => {
    expect(withQuote(honest).evidence_table).toHaveLength(1)
    for (const change of [{ status: "rejected" }, { retrieved_at: null }, { content_hash: null }] as const) {
      const made = withQuote(honest, { sources: exampleProject.sources.map((one) => ({ ...one, ...change })) })
      expect([made.key_findings, made.evidence_table, made.method.quotes_dropped]).toEqual([[], [], 1])
    }
  })

  it("is a claim with false words in quotation marks, true ones may stand", () => {
    expect(withQuote({ ...honest, claim: "The bank says \"we will cut soon\"." }).key_findings).toEqual([])
    expect(withQuote({ ...honest, claim: "The council “sees no reason to hold rates”." }).key_findings).toHaveLength(1)
  })

  it("is an empty quote or claim", () => {
    expect(withQuote({ ...honest, quote: "", end: 0 }).key_findings).toEqual([])
    expect(withQuote({ ...honest, claim: " \n" }).key_findings).toEqual([])
  })
})

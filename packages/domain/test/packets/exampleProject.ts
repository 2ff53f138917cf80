import type { PacketInputs, PacketPassage, PacketSource } from "@auspex/domain/packets"
import type { PanelQuestion, Quote, PanelReasoning } from "@auspex/domain/panels"

const source = (id: string, title: string, day: number): PacketSource => ({
  id,
  title,
  uri: `https://example.org/${id}`,
  status: "ready",
  retrieved_at: new Date(Date.UTC(2026, 8, day)),
  content_hash: `sha256:${id}`
})

const sources = [
  source("bulletin", "Monthly bulletin of the central bank", 1),
  source("filing", "Annual filing of Nordhafen Shipping", 3),
  source("ruling", "Ruling on the port concession", 5)
]

const passage = (id: string, source_id: string, start: number, text: string): PacketPassage => {
  const { content_hash, retrieved_at } = sources.find((one) => one.id === source_id)!
  return { id, source_id, start, text, retrieved_at: retrieved_at!, content_hash: content_hash! }
}

const passages = [
  passage(
    "b1",
    "bulletin",
    0,
    "Inflation fell to 2.1 percent in August. The council sees no reason to hold rates at this level."
  ),
  passage(
    "b2",
    "bulletin",
    98,
    "Wage growth slowed to 3 percent. Services prices are still rising faster than in the years before 2020."
  ),
  passage(
    "f1",
    "filing",
    0,
    "Net debt rose to 410 million. The company expects volumes to grow by 6 percent in the coming year."
  ),
  passage("r1", "ruling", 0, "The concession is extended until 2041. An appeal is possible within three months.")
]

const question = (id: string, text: string, fields: Partial<PanelQuestion> = {}): PanelQuestion => ({
  id,
  text,
  kind: "binary",
  kind_options: null,
  resolution_signal: "official_statistic",
  resolution_date: "2027-03-31",
  resolution_threshold: null,
  ...fields
})

/** One question of each kind. */
export const exampleQuestions = [
  question("cut", "Will the central bank cut its deposit rate by 31 March 2027?"),
  question("buyer", "Who will own the majority of Nordhafen Shipping on 31 December 2027?", {
    kind: "multi",
    kind_options: { options: ["The present owners", "A listed competitor", "A private equity fund"] }
  }),
  question("risks", "How will these parts of the business develop in 2027?", {
    kind: "matrix",
    kind_options: { rows: ["Container volumes", "Freight rates"], columns: ["Fall", "Stay", "Rise"] }
  }),
  question("fit", "How well does the company fit the portfolio?", {
    kind: "likert",
    kind_options: { scale: 5, statement: "The company fits the portfolio." },
    resolution_signal: null,
    resolution_date: null
  }),
  question("words", "What would the family lose by waiting for a year?", {
    kind: null,
    resolution_signal: null,
    resolution_date: null
  })
]

/** A quote of the words in a passage. */
export const cite = (passage_id: string, words: string, claim: string): Quote => {
  const { source_id, start, text } = passages.find(({ id }) => id === passage_id)!
  const at = start + text.indexOf(words)
  return { claim, source_id, passage_id, quote: words, start: at, end: at + words.length }
}

/** A reasoning of a specialist about a question. */
export const reasoning = (
  question_id: string,
  specialist: string,
  answer: PanelReasoning["answer"],
  distribution: PanelReasoning["distribution"],
  fields: Partial<PanelReasoning> = {}
): PanelReasoning => ({
  id: `${question_id}-${specialist}`,
  question_id,
  specialist,
  model: "gpt-5",
  answer,
  probability: question_id === "cut" ?
    distribution?.[0]?.[0] ?? null
    : typeof answer === "string" && distribution !== null
    ? Math.max(...distribution[0]!)
    : null,
  distribution,
  confidence: 0.7,
  narrative: "",
  evidence: [],
  counter_evidence: [],
  unsupported: [],
  falsifiers: [],
  created_at: new Date("2026-09-10T09:00:00Z"),
  ...fields
})

const yes = (probability: number) => [[probability, 1 - probability]]
const inflation = cite(
  "b1",
  "Inflation fell to 2.1 percent in August.",
  "Inflation is back near the target at 2.1 percent."
)
const services = cite(
  "b2",
  "Services prices are still rising faster than in the years before 2020.",
  "Services inflation is still too high for a cut."
)
const extended = cite("r1", "The concession is extended until 2041.", "The port concession is safe until 2041.")

const reasonings = [
  reasoning("cut", "macro", "yes", yes(0.8), {
    evidence: [inflation, cite("b2", "Wage growth slowed to 3 percent.", "Wage growth is slowing.")],
    counter_evidence: [services],
    falsifiers: ["Core inflation above 2.6 percent in November."]
  }),
  reasoning("cut", "risk", "yes", yes(0.66), {
    evidence: [{ ...inflation, claim: "Inflation is back near target, at 2.1 percent." }],
    falsifiers: ["Core inflation above 2.6 percent in November", "A rise of energy prices by a third."]
  }),
  reasoning("cut", "tax_structuring", "yes", yes(0.74), { evidence: [inflation] }),
  reasoning("cut", "private_markets", "yes", yes(0.7)),
  reasoning("cut", "contrarian", "no", yes(0.3), {
    evidence: [services],
    counter_evidence: [inflation],
    falsifiers: ["Two members of the council call for a cut in October."]
  }),
  reasoning("buyer", "macro", "The present owners", [[0.45, 0.3, 0.25]], { evidence: [extended] }),
  reasoning("buyer", "risk", "The present owners", [[0.5, 0.2, 0.3]], {
    counter_evidence: [cite("f1", "Net debt rose to 410 million.", "The debt forces a sale.")]
  }),
  reasoning("buyer", "private_markets", "A private equity fund", [[0.3, 0.2, 0.5]]),
  reasoning("risks", "macro", ["Rise", "Stay"], [[0.1, 0.3, 0.6], [0.3, 0.5, 0.2]], {
    evidence: [
      cite("f1", "The company expects volumes to grow by 6 percent", "Volumes are expected to grow by 6 percent.")
    ]
  }),
  reasoning("risks", "risk", ["Rise", "Fall"], [[0.2, 0.3, 0.5], [0.5, 0.3, 0.2]]),
  reasoning("fit", "risk", "4", [[0, 0.1, 0.2, 0.5, 0.2]]),
  reasoning("fit", "tax_structuring", "2", [[0.2, 0.5, 0.3, 0, 0]]),
  reasoning("words", "tax_structuring", "A year of the present tax rules, which end in 2027.", null)
]

/** A small project of a family office, with a crowd on its first question. */
export const exampleProject: PacketInputs = {
  id: "packet-1",
  published_at: new Date("2026-09-12T08:00:00Z"),
  project: {
    id: "project-1",
    kind: "research",
    title: "A stake in Nordhafen Shipping",
    brief: "Should the family buy a minority stake in Nordhafen Shipping before the central bank decides?",
    audience: "fo_principal"
  },
  questions: exampleQuestions,
  reasonings,
  sources,
  passages: new Map(passages.map((one) => [one.id, one])),
  records: [
    { specialist: "macro", resolved: 30, brier_sum: 3.6, log_sum: -12 },
    { specialist: "contrarian", resolved: 20, brier_sum: 5.2, log_sum: -15 }
  ],
  crowd: [{ question_id: "cut", predictors: 412, probability: 0.48 }]
}

/** The same project without a model: evidence and no answers. */
export const extractiveProject: PacketInputs = {
  ...exampleProject,
  reasonings: exampleProject.reasonings.map((one) => ({
    ...one,
    model: null,
    answer: null,
    probability: null,
    distribution: null,
    confidence: null
  }))
}

import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { nextTrustLabel, type TrustLabel } from "../../src/accounts/TrustLabel.ts"
import { standingOf } from "../../src/guardians/PredictionStanding.ts"
import { evidenceOf } from "../../src/guardians/TrustStanding.ts"

/** An agent of the simulation. */
interface Agent {
  readonly id: number
  readonly owner: string
  readonly family: string
  label: TrustLabel
}

/** One guardian's word on one author's prediction. */
interface Word {
  readonly guardian: Agent
  readonly author: Agent
  readonly prediction: number
  readonly validation: "valid" | "suspect"
}

/** The platform in small: who may speak, what counts, and what follows, by the rules of the domain alone. */
const platform = () => {
  const words: Array<Word> = []
  const distinct = (said: ReadonlyArray<Word>, of: (agent: Agent) => string) =>
    new Set(said.map(({ guardian }) => of(guardian))).size
  return {
    words,
    say: (word: Word): void => {
      const { author, guardian, prediction } = word
      if (guardian.label !== "verified" && guardian.label !== "trusted") return
      if (guardian.owner === author.owner) return
      if (
        words.some((said) => said.guardian === guardian && said.author === author && said.prediction === prediction)
      ) {
        return
      }
      words.push(word)
      const heard = words.filter((said) => said.author === author && said.guardian.owner !== author.owner)
      const valids = heard.filter(({ validation }) => validation === "valid")
      const suspects = heard.filter(({ validation }) => validation === "suspect")
      author.label = nextTrustLabel(
        author.label,
        evidenceOf({
          id: String(author.id),
          type: "agent",
          name: "",
          role: "predictor",
          owner_id: author.owner,
          trust_label: author.label,
          trust_by_admin: false,
          valids: valids.length,
          suspects: suspects.length,
          valid_owners: distinct(valids, ({ owner }) => owner),
          valid_families: distinct(valids, ({ family }) => family),
          suspect_owners: distinct(suspects, ({ owner }) => owner),
          suspect_families: distinct(suspects, ({ family }) => family)
        })
      )
    },
    /** What two owners' objections make of a prediction. */
    flagsOf: (author: Agent, prediction: number) =>
      standingOf({
        author: author.owner,
        validations: words.filter((word) => word.author === author && word.prediction === prediction).map((word) => ({
          owner: word.guardian.owner,
          validation: word.validation,
          flags: []
        })),
        claims: []
      }).hallucination_flags
  }
}

/** A ring (members of one owner, or of one model family), a rival outside of it, and whatever the ring says of all. */
const rings = fc.record({
  bond: fc.constantFrom("owner" as const, "family" as const),
  size: fc.integer({ min: 2, max: 12 }),
  said: fc.array(
    fc.record({
      guardian: fc.nat(11),
      author: fc.integer({ min: -1, max: 11 }),
      prediction: fc.nat(20),
      verdict: fc.integer({ min: 0, max: 9 })
    }),
    { minLength: 50, maxLength: 200 }
  )
})

const members = (bond: "owner" | "family", size: number): ReadonlyArray<Agent> =>
  Array.from({ length: size }, (_, id) => ({
    id,
    owner: bond === "owner" ? "ring" : `owner ${id}`,
    family: bond === "family" ? "gpt" : ["gpt", "claude", "gemini"][id % 3]!,
    label: "verified"
  }))

describe("a ring", () => {
  it("of one owner, or of one model family, neither makes itself trusted nor gets a rival flagged", () => {
    fc.assert(
      fc.property(rings, ({ bond, said, size }) => {
        const ring = members(bond, size)
        const rival: Agent = { id: -1, owner: "rival", family: "gemini", label: "verified" }
        const { flagsOf, say } = platform()
        for (const { author, guardian, prediction, verdict } of said) {
          const isRival = author < 0
          say({
            guardian: ring[guardian % size]!,
            author: isRival ? rival : ring[author % size]!,
            prediction,
            // Praise for one another, and hardly ever for the rival.
            validation: isRival === (verdict < 9) ? "suspect" : "valid"
          })
        }
        expect(ring.map(({ label }) => label)).not.toContain("trusted")
        expect(rival.label).toBe("verified")
        if (bond === "owner") {
          for (let prediction = 0; prediction <= 20; prediction++) expect(flagsOf(rival, prediction)).toBeNull()
        }
      }),
      { numRuns: 150 }
    )
  })

  it("that finds an ally of another owner and family is a ring no more: two voices are what the rules ask for", () => {
    const [first, second] = members("family", 2)
    const ally: Agent = { id: 3, owner: "ally", family: "claude", label: "verified" }
    const { say } = platform()
    for (let prediction = 0; prediction < 4; prediction++) {
      say({ guardian: first!, author: second!, prediction, validation: "valid" })
    }
    say({ guardian: ally, author: second!, prediction: 4, validation: "valid" })
    expect(second!.label).toBe("trusted")
  })
})

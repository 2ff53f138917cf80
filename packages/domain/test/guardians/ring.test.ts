import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { nextTrustLabel, type TrustLabel } from "../../src/identity/TrustLabel.ts"
import { validationSummary } from "../../src/guardians/ValidationSummary.ts"
import { evidenceOf } from "../../src/guardians/TrustRecord.ts"

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
      const validations = words.filter((said) => said.author === author && said.guardian.owner !== author.owner)
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
          validations: validations.map(({ guardian: { family, owner }, validation }) => ({
            owner,
            family,
            valids: validation === "valid" ? 1 : 0,
            suspects: validation === "suspect" ? 1 : 0
          })),
          suspended_suspects: 0
        })
      )
    },
    /** What two owners' objections make of a prediction. */
    flagsOf: (author: Agent, prediction: number) =>
      validationSummary({
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

const families = ["gpt", "claude", "gemini"] as const

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
    family: bond === "family" ? "gpt" : families[id % 3]!,
    label: "verified"
  }))

/** As `rings`, but the rival is what most of it is about. */
const denouncing = rings.map(({ said, ...ring }) => ({
  ...ring,
  said: said.map((word, at) => at % 3 === 0 ? word : { ...word, author: -1 })
}))

/** Honest guardians of up to seven owners, of any family (the ring's too), and what they say between the ring's words. */
const outsiders = fc.record({
  families: fc.array(fc.constantFrom(...families), { minLength: 1, maxLength: 9 }),
  said: fc.array(
    fc.record({
      guardian: fc.nat(8),
      author: fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(11) }),
      prediction: fc.nat(20),
      objects: fc.boolean(),
      /** After how many words of the ring. */
      at: fc.nat(49)
    }),
    { minLength: 5, maxLength: 25 }
  )
})

/** Whether so few honest owners object, this one among them, that with all of the ring's they are less than 40 %. */
const isMinority = (words: ReadonlyArray<Word>, ring: ReadonlyArray<Agent>, next: Word): boolean => {
  const honest = [...words, next].filter(({ author, guardian }) => author === next.author && !ring.includes(guardian))
  const ownersOf = (agents: ReadonlyArray<Agent>) => new Set(agents.map(({ owner }) => owner)).size
  const speaking = honest.map(({ guardian }) => guardian)
  const objecting = honest.filter(({ validation }) => validation === "suspect").map(({ guardian }) => guardian)
  return ownersOf([...ring, ...objecting]) * 100 < ownersOf([...ring, ...speaking]) * 40
}

/** Whether all honest owners who object, this one among them, are of the ring's model family. */
const isOfTheFamily = (words: ReadonlyArray<Word>, ring: ReadonlyArray<Agent>, next: Word): boolean =>
  [...words, next].every(({ author, guardian, validation }) =>
    author !== next.author || validation === "valid" || guardian.family === ring[0]!.family
  )

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

  it("gets no rival flagged whatever honest voices say, while those who object are too few with it; one owner's does not count for itself", () => {
    fc.assert(
      fc.property(denouncing, outsiders, ({ bond, said, size }, outside) => {
        const ring = members(bond, size)
        const alone = members(bond, size)
        const rival: Agent = { id: -1, owner: "rival", family: "gemini", label: "verified" }
        const honest = outside.families.map((family, at): Agent => ({
          id: 100 + at,
          owner: `honest ${at % 7}`,
          family,
          label: "verified"
        }))
        const { say, words } = platform()
        const quiet = platform()
        const authorOf = (agents: ReadonlyArray<Agent>, author: number) => author < 0 ? rival : agents[author % size]!
        const speak = ({ author, guardian, objects, prediction }: typeof outside.said[number]) => {
          const word = (agents: ReadonlyArray<Agent>): Word => ({
            guardian: honest[guardian % honest.length]!,
            author: authorOf(agents, author),
            prediction,
            validation: objects ? "suspect" : "valid"
          })
          // Two owners, one of them honest, are what the rules ask for to trust: honest voices praise the rival only.
          if (bond === "family" && author >= 0 && !objects) return
          const isAlone = isMinority(words, ring, word(ring)) ||
            (bond === "family" && isOfTheFamily(words, ring, word(ring)))
          if (author < 0 && objects && !isAlone) return
          say(word(ring))
          if (author >= 0) quiet.say(word(alone))
        }
        said.forEach(({ author, guardian, prediction, verdict }, at) => {
          for (const word of outside.said) if (word.at === at) speak(word)
          say({
            guardian: ring[guardian % size]!,
            author: authorOf(ring, author),
            prediction,
            validation: (author < 0) === (verdict < 9) ? "suspect" : "valid"
          })
          expect(rival.label).not.toBe("flagged")
        })
        if (bond === "owner") expect(ring.map(({ label }) => label)).toEqual(alone.map(({ label }) => label))
        else expect(ring.map(({ label }) => label)).not.toContain("trusted")
      }),
      { numRuns: 300 }
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

import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { nextTrustLabel, type TrustLabel } from "../../src/platform/identity/TrustLabel.ts"
import { validationSummary } from "../../src/community/guardians/ValidationSummary.ts"
import { evidenceOf } from "../../src/community/guardians/TrustRecord.ts"

/** An agent of the simulation. */
interface Agent {
  readonly id: number
  readonly owner: string
  readonly family: string
  label: TrustLabel
}

/** One guardian's verdict on one author's prediction. */
interface ValidationAct {
  readonly guardian: Agent
  readonly author: Agent
  readonly prediction: number
  readonly validation: "valid" | "suspect"
}

/** A minimal platform that applies only the domain's rules: who may validate, what counts, and the resulting labels. */
const platform = () => {
  const history: Array<ValidationAct> = []
  return {
    history,
    validate: (act: ValidationAct): void => {
      const { author, guardian, prediction } = act
      if (guardian.label !== "verified" && guardian.label !== "trusted") return
      if (guardian.owner === author.owner) return
      if (
        history.some((one) => one.guardian === guardian && one.author === author && one.prediction === prediction)
      ) {
        return
      }
      history.push(act)
      const validations = history.filter((one) => one.author === author && one.guardian.owner !== author.owner)
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
    /** The marks of a prediction by the objections of two owners. */
    flagsOf: (author: Agent, prediction: number) =>
      validationSummary({
        author: author.owner,
        validations: history.filter((act) => act.author === author && act.prediction === prediction).map((act) => ({
          owner: act.guardian.owner,
          validation: act.validation,
          flags: []
        })),
        claims: []
      }).hallucination_flags
  }
}

const families = ["gpt", "claude", "gemini"] as const

/** A ring (members of one owner, or of one model family), a rival outside it, and arbitrary verdicts of the ring. */
const rings = fc.record({
  bond: fc.constantFrom("owner" as const, "family" as const),
  size: fc.integer({ min: 2, max: 12 }),
  acts: fc.array(
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

/** Like `rings`, but most verdicts are on the rival. */
const denouncing = rings.map(({ acts, ...ring }) => ({
  ...ring,
  acts: acts.map((act, at) => at % 3 === 0 ? act : { ...act, author: -1 })
}))

/** Honest guardians of up to seven owners and any model families, with verdicts between those of the ring. */
const outsiders = fc.record({
  families: fc.array(fc.constantFrom(...families), { minLength: 1, maxLength: 9 }),
  acts: fc.array(
    fc.record({
      guardian: fc.nat(8),
      author: fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(11) }),
      prediction: fc.nat(20),
      objects: fc.boolean(),
      /** The number of preceding verdicts of the ring. */
      at: fc.nat(49)
    }),
    { minLength: 5, maxLength: 25 }
  )
})

/** Whether the objecting honest owners, including this one, and all of the ring's are together less than 40 %. */
const isMinority = (
  history: ReadonlyArray<ValidationAct>,
  ring: ReadonlyArray<Agent>,
  next: ValidationAct
): boolean => {
  const honest = [...history, next].filter(({ author, guardian }) => author === next.author && !ring.includes(guardian))
  const ownersOf = (agents: ReadonlyArray<Agent>) => new Set(agents.map(({ owner }) => owner)).size
  const speaking = honest.map(({ guardian }) => guardian)
  const objecting = honest.filter(({ validation }) => validation === "suspect").map(({ guardian }) => guardian)
  return ownersOf([...ring, ...objecting]) * 100 < ownersOf([...ring, ...speaking]) * 40
}

/** Whether all objecting honest guardians, including this one, are of the ring's model family. */
const isOfTheFamily = (
  history: ReadonlyArray<ValidationAct>,
  ring: ReadonlyArray<Agent>,
  next: ValidationAct
): boolean =>
  [...history, next].every(({ author, guardian, validation }) =>
    author !== next.author || validation === "valid" || guardian.family === ring[0]!.family
  )

describe("a ring", () => {
  it("of one owner or one model family cannot make itself trusted or get a rival flagged", () => {
    fc.assert(
      fc.property(rings, ({ bond, acts, size }) => {
        const ring = members(bond, size)
        const rival: Agent = { id: -1, owner: "rival", family: "gemini", label: "verified" }
        const { flagsOf, validate } = platform()
        for (const { author, guardian, prediction, verdict } of acts) {
          const isRival = author < 0
          validate({
            guardian: ring[guardian % size]!,
            author: isRival ? rival : ring[author % size]!,
            prediction,
            // Members validate each other, and rarely the rival.
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

  it("cannot get a rival flagged while the honest objectors are too few; a ring of one owner does not affect itself", () => {
    fc.assert(
      fc.property(denouncing, outsiders, ({ bond, acts, size }, outside) => {
        const ring = members(bond, size)
        const alone = members(bond, size)
        const rival: Agent = { id: -1, owner: "rival", family: "gemini", label: "verified" }
        const honest = outside.families.map((family, at): Agent => ({
          id: 100 + at,
          owner: `honest ${at % 7}`,
          family,
          label: "verified"
        }))
        const { validate, history } = platform()
        const withoutRing = platform()
        const authorOf = (agents: ReadonlyArray<Agent>, author: number) => author < 0 ? rival : agents[author % size]!
        const validateHonestly = ({ author, guardian, objects, prediction }: typeof outside.acts[number]) => {
          const act = (agents: ReadonlyArray<Agent>): ValidationAct => ({
            guardian: honest[guardian % honest.length]!,
            author: authorOf(agents, author),
            prediction,
            validation: objects ? "suspect" : "valid"
          })
          // Two owners suffice for trust, one of them honest, so honest guardians validate only the rival here.
          if (bond === "family" && author >= 0 && !objects) return
          const isAlone = isMinority(history, ring, act(ring)) ||
            (bond === "family" && isOfTheFamily(history, ring, act(ring)))
          if (author < 0 && objects && !isAlone) return
          validate(act(ring))
          if (author >= 0) withoutRing.validate(act(alone))
        }
        acts.forEach(({ author, guardian, prediction, verdict }, at) => {
          for (const act of outside.acts) if (act.at === at) validateHonestly(act)
          validate({
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

  it("with an ally of another owner and family is no longer a ring: the rules require two owners and families", () => {
    const [first, second] = members("family", 2)
    const ally: Agent = { id: 3, owner: "ally", family: "claude", label: "verified" }
    const { validate } = platform()
    for (let prediction = 0; prediction < 4; prediction++) {
      validate({ guardian: first!, author: second!, prediction, validation: "valid" })
    }
    validate({ guardian: ally, author: second!, prediction: 4, validation: "valid" })
    expect(second!.label).toBe("trusted")
  })
})

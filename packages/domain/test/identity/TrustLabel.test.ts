import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { nextTrustLabel, noValidations, type TrustEvidence, TrustLabel } from "../../src/identity/TrustLabel.ts"

const linked: TrustEvidence = { ...noValidations, linkedToVerifiedHuman: true }
const proven: TrustEvidence = { ...linked, valids: 5, validOwners: 2, validFamilies: 2 }
const suspicious: TrustEvidence = {
  ...linked,
  valids: 3,
  validOwners: 2,
  validFamilies: 2,
  suspects: 3,
  suspectOwners: 2,
  suspectFamilies: 2
}

describe("the trust label", () => {
  it.each<readonly [string, TrustLabel, TrustEvidence, TrustLabel]>([
    ["stays without a link", "unverified", { ...linked, linkedToVerifiedHuman: false }, "unverified"],
    ["stays without a link, however good", "unverified", { ...proven, linkedToVerifiedHuman: false }, "unverified"],
    ["stays without a link, however bad", "unverified", { ...suspicious, linkedToVerifiedHuman: false }, "unverified"],
    ["rises by the link", "unverified", linked, "verified"],
    ["stays while nothing is known", "verified", linked, "verified"],
    ["of a house agent needs no link", "verified", { ...linked, linkedToVerifiedHuman: false }, "verified"],

    ["is earned by five", "verified", proven, "trusted"],
    ["is not earned by four", "verified", { ...proven, valids: 4 }, "verified"],
    ["is not earned from one owner", "verified", { ...proven, validOwners: 1 }, "verified"],
    ["is not earned from one family", "verified", { ...proven, validFamilies: 1 }, "verified"],
    ["is earned at 80 %", "verified", { ...proven, valids: 8, suspects: 2, suspectOwners: 2 }, "trusted"],
    ["is not earned at 79 %", "verified", { ...proven, valids: 79, suspects: 21, suspectOwners: 2 }, "verified"],
    ["comes with the link when it is due", "unverified", proven, "trusted"],

    ["falls by three of six", "verified", suspicious, "flagged"],
    ["falls from the height, too", "trusted", suspicious, "flagged"],
    ["does not fall by two", "verified", { ...suspicious, valids: 0, suspects: 2 }, "verified"],
    ["does not fall by one owner", "verified", { ...suspicious, suspectOwners: 1 }, "verified"],
    ["does not fall by one family", "verified", { ...suspicious, suspectFamilies: 1 }, "verified"],
    [
      "falls however much one owner praises",
      "verified",
      { ...suspicious, valids: 40, validOwners: 1, owners: 3 },
      "flagged"
    ],
    ["falls by 40 % of the owners", "verified", { ...suspicious, owners: 5 }, "flagged"],
    ["does not fall by fewer than 40 % of the owners", "verified", { ...suspicious, owners: 6 }, "verified"],
    ["stays trusted when few owners object", "trusted", { ...suspicious, owners: 6 }, "trusted"],

    ["stays flagged at 40 % of the owners", "flagged", { ...suspicious, valids: 96, owners: 5 }, "flagged"],
    ["recovers below 40 %", "flagged", { ...suspicious, suspects: 39, owners: 6 }, "verified"],
    ["recovers to trusted at 80 %", "flagged", { ...suspicious, valids: 12, owners: 6 }, "trusted"],
    ["stays flagged without a validation", "flagged", linked, "flagged"],
    ["recovers when all who objected are suspended", "flagged", { ...linked, suspendedSuspects: 3 }, "verified"],
    ["stays flagged by those who still speak", "flagged", { ...suspicious, suspendedSuspects: 3 }, "flagged"],
    [
      "recovers to unverified without a link",
      "flagged",
      { ...suspicious, linkedToVerifiedHuman: false, valids: 9, owners: 6 },
      "unverified"
    ],
    ["stays flagged by an administrator", "flagged", { ...proven, valids: 99, flaggedByAdmin: true }, "flagged"],

    ["is what an administrator says", "flagged", { ...suspicious, adminSets: "trusted" }, "trusted"],
    ["is what an administrator says, against all praise", "trusted", { ...proven, adminSets: "flagged" }, "flagged"]
  ])("%s", (_, current, evidence, next) => expect(nextTrustLabel(current, evidence)).toBe(next))

  const evidence = fc.record({
    linkedToVerifiedHuman: fc.boolean(),
    valids: fc.nat(30),
    suspects: fc.nat(30),
    validOwners: fc.nat(4),
    validFamilies: fc.nat(4),
    suspectOwners: fc.nat(4),
    suspectFamilies: fc.nat(4),
    owners: fc.nat(8),
    suspendedSuspects: fc.nat(2)
  })

  it("is stable: the same evidence moves it no further", () => {
    fc.assert(fc.property(fc.constantFrom(...TrustLabel.literals), evidence, (current, facts) => {
      const next = nextTrustLabel(current, facts)
      expect(nextTrustLabel(next, facts)).toBe(next)
    }))
  })

  it("is flagged by the share of owners who object, whatever else each of them says", () => {
    fc.assert(fc.property(evidence, (facts) => {
      fc.pre(facts.valids + facts.suspects > 0)
      const many = facts.suspectOwners * 100 >= facts.owners * 40
      expect(nextTrustLabel("flagged", facts) === "flagged").toBe(many)
      const enough = facts.suspects >= 3 && facts.suspectOwners >= 2 && facts.suspectFamilies >= 2
      expect(nextTrustLabel("trusted", facts) === "flagged").toBe(many && enough)
    }))
  })
})

import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import {
  nextTrustLabel,
  noValidations,
  type TrustEvidence,
  TrustLabel
} from "../../src/platform/identity/TrustLabel.ts"

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
    ["is unchanged without a link", "unverified", { ...linked, linkedToVerifiedHuman: false }, "unverified"],
    [
      "is unchanged without a link, for any good record",
      "unverified",
      { ...proven, linkedToVerifiedHuman: false },
      "unverified"
    ],
    [
      "is unchanged without a link, for any bad record",
      "unverified",
      { ...suspicious, linkedToVerifiedHuman: false },
      "unverified"
    ],
    ["becomes verified by the link", "unverified", linked, "verified"],
    ["is unchanged without evidence", "verified", linked, "verified"],
    ["of a house agent needs no link", "verified", { ...linked, linkedToVerifiedHuman: false }, "verified"],

    ["becomes trusted with five", "verified", proven, "trusted"],
    ["does not become trusted with four", "verified", { ...proven, valids: 4 }, "verified"],
    ["does not become trusted by one owner", "verified", { ...proven, validOwners: 1 }, "verified"],
    ["does not become trusted by one family", "verified", { ...proven, validFamilies: 1 }, "verified"],
    ["becomes trusted at 80 %", "verified", { ...proven, valids: 8, suspects: 2, suspectOwners: 2 }, "trusted"],
    [
      "does not become trusted at 79 %",
      "verified",
      { ...proven, valids: 79, suspects: 21, suspectOwners: 2 },
      "verified"
    ],
    ["becomes trusted by the link if earned", "unverified", proven, "trusted"],

    ["becomes flagged with three of six", "verified", suspicious, "flagged"],
    ["becomes flagged from trusted, too", "trusted", suspicious, "flagged"],
    ["does not become flagged with two", "verified", { ...suspicious, valids: 0, suspects: 2 }, "verified"],
    ["does not become flagged by one owner", "verified", { ...suspicious, suspectOwners: 1 }, "verified"],
    ["does not become flagged by one family", "verified", { ...suspicious, suspectFamilies: 1 }, "verified"],
    [
      "becomes flagged despite many validations by one owner",
      "verified",
      { ...suspicious, valids: 40, validOwners: 1, owners: 3 },
      "flagged"
    ],
    ["becomes flagged by 40 % of the owners", "verified", { ...suspicious, owners: 5 }, "flagged"],
    ["does not become flagged by fewer than 40 % of the owners", "verified", { ...suspicious, owners: 6 }, "verified"],
    ["stays trusted when few owners object", "trusted", { ...suspicious, owners: 6 }, "trusted"],

    ["stays flagged at 40 % of the owners", "flagged", { ...suspicious, valids: 96, owners: 5 }, "flagged"],
    ["recovers below 40 %", "flagged", { ...suspicious, suspects: 39, owners: 6 }, "verified"],
    ["recovers to trusted at 80 %", "flagged", { ...suspicious, valids: 12, owners: 6 }, "trusted"],
    ["stays flagged without a validation", "flagged", linked, "flagged"],
    ["recovers when all who objected are suspended", "flagged", { ...linked, suspendedSuspects: 3 }, "verified"],
    ["stays flagged by guardians who are not suspended", "flagged", { ...suspicious, suspendedSuspects: 3 }, "flagged"],
    [
      "recovers to unverified without a link",
      "flagged",
      { ...suspicious, linkedToVerifiedHuman: false, valids: 9, owners: 6 },
      "unverified"
    ],
    ["stays flagged by an administrator", "flagged", { ...proven, valids: 99, flaggedByAdmin: true }, "flagged"],

    ["is the one set by an administrator", "flagged", { ...suspicious, adminSets: "trusted" }, "trusted"],
    [
      "is the one set by an administrator, despite good evidence",
      "trusted",
      { ...proven, adminSets: "flagged" },
      "flagged"
    ]
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

  it("is stable: the same evidence does not change it again", () => {
    fc.assert(fc.property(fc.constantFrom(...TrustLabel.literals), evidence, (current, facts) => {
      const next = nextTrustLabel(current, facts)
      expect(nextTrustLabel(next, facts)).toBe(next)
    }))
  })

  it("becomes flagged by the share of objecting owners, regardless of their other verdicts", () => {
    fc.assert(fc.property(evidence, (facts) => {
      fc.pre(facts.valids + facts.suspects > 0)
      const many = facts.suspectOwners * 100 >= facts.owners * 40
      expect(nextTrustLabel("flagged", facts) === "flagged").toBe(many)
      const enough = facts.suspects >= 3 && facts.suspectOwners >= 2 && facts.suspectFamilies >= 2
      expect(nextTrustLabel("trusted", facts) === "flagged").toBe(many && enough)
    }))
  })
})

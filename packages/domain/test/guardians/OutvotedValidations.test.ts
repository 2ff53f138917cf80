import { describe, expect, it } from "vitest"
import { outvotedValidations, type RewardedValidation } from "../../src/community/guardians/OutvotedValidations.ts"

/** Validations of one prediction by owner: `v` valid, `s` suspect, in capitals if they do not count. */
const validationsOf = (notation: string, reversed: ReadonlyArray<string> = []): ReadonlyArray<RewardedValidation> =>
  notation.split(" ").map((word, at) => {
    const [owner, verdict] = [word.slice(0, -1), word.at(-1)!]
    return {
      id: `${at}`,
      prediction_id: "p",
      validator_id: `account ${at}`,
      owner,
      validation: verdict.toLowerCase() === "v" ? "valid" : "suspect",
      counts: verdict === verdict.toLowerCase(),
      is_reversed: reversed.includes(`${at}`)
    }
  })

describe("validations on which most owners disagree", () => {
  it.each<readonly [string, string, ReadonlyArray<string>]>([
    ["one of three", "av bv cs", ["2"]],
    ["none of a tie", "av bs", []],
    ["a second account of one owner does not break a tie", "av bs bs", []],
    ["validations that do not count do not break a tie", "av bs cS dS", []],
    ["validations that do not count are outvoted, too", "av bv cS", ["2"]],
    ["one owner against a newcomer is a tie", "aS bv", []],
    ["a newcomer's owner may outvote the newcomer", "aS av bv", ["0"]],
    ["an owner with both verdicts does not count", "av bs cs cv", []],
    ["two of five", "as bs cv dv ev", ["0", "1"]]
  ])(
    "%s: %s",
    (_, notation, ids) => expect(outvotedValidations(validationsOf(notation)).map(({ id }) => id)).toEqual(ids)
  )

  it("are reversed once", () => expect(outvotedValidations(validationsOf("av bv cs", ["2"]))).toEqual([]))

  it("are counted separately for each prediction", () => {
    const [first, second, third] = validationsOf("av bv cs")
    expect(outvotedValidations([first!, second!, { ...third!, prediction_id: "another" }])).toEqual([])
  })
})

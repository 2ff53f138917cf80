import { describe, expect, it } from "vitest"
import { outvotedValidations, type RewardedValidation } from "../../src/guardians/OutvotedValidations.ts"

/** Owners' words on one prediction: `v` valid, `s` suspect, in capitals when they do not count. */
const said = (words: string, reversed: ReadonlyArray<string> = []): ReadonlyArray<RewardedValidation> =>
  words.split(" ").map((word, at) => {
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
    ["a tie is not broken by a second account of one owner", "av bs bs", []],
    ["nor by words that do not count", "av bs cS dS", []],
    ["but these are outvoted, too", "av bv cS", ["2"]],
    ["one owner against a newcomer is a tie", "aS bv", []],
    ["unless the newcomer's owner has come to say otherwise", "aS av bv", ["0"]],
    ["an owner who says both has no voice", "av bs cs cv", []],
    ["two of five", "as bs cv dv ev", ["0", "1"]]
  ])("%s: %s", (_, words, ids) => expect(outvotedValidations(said(words)).map(({ id }) => id)).toEqual(ids))

  it("are taken back once", () => expect(outvotedValidations(said("av bv cs", ["2"]))).toEqual([]))

  it("are of each prediction on its own", () => {
    const [first, second, third] = said("av bv cs")
    expect(outvotedValidations([first!, second!, { ...third!, prediction_id: "another" }])).toEqual([])
  })
})

import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { joinCampaign } from "../../src/surveys/campaigns/CampaignFiles.ts"
import { campaignYaml } from "../../src/surveys/campaigns/campaignYaml.ts"

const survey = `surveys:
  - key: rivers
    title: Rivers in 2027
    questions: [rhine]
`

const join = (...files: ReadonlyArray<string>) =>
  joinCampaign(files.map((text, at) => ({ name: `${at + 1}.yaml`, text })))

const messagesOf = (...files: ReadonlyArray<string>): ReadonlyArray<string> =>
  Either.match(join(...files), {
    onLeft: ({ failures }) => failures.map(({ message }) => message),
    onRight: () => []
  })

describe("campaign files", () => {
  it("are joined, from YAML with several documents and from JSON", () => {
    const joined = Either.getOrThrow(join(
      `${survey}---\nquestions: []\n`,
      JSON.stringify({ surveys: [{ key: "lakes", title: "Lakes in 2027" }], articles: [{ slug: "a" }] })
    ))
    expect(joined.campaign.surveys?.map(({ key }) => key)).toEqual(["rivers", "lakes"])
    expect(joined.campaign.articles).toEqual([{ slug: "a" }])
  })

  it("name the file, the line and the nearest key of what is misspelt", () => {
    expect(messagesOf(survey.replace("title", "tittle"))).toEqual([
      "1.yaml:3: surveys[0].tittle is unknown; the nearest is title.",
      "1.yaml:2: surveys[0].title is missing."
    ])
    expect(messagesOf("survey: []\n")[0]).toBe("1.yaml:1: survey is unknown; the nearest is surveys.")
  })

  it("locate failures of the server in the file that holds the entry", () => {
    const { located } = Either.getOrThrow(join(survey, survey.replaceAll("rivers", "lakes")))
    expect(located({ code: "QUESTION_NOT_FOUND", message: "no", field: "surveys[1].questions[0]" }).message).toBe(
      "2.yaml:4: no"
    )
    expect(located({ code: "INVALID_TRANSITION", message: "no", field: "surveys[0].status" }).message).toBe(
      "1.yaml:2: no"
    )
    expect(located({ code: "SERVICE_UNAVAILABLE", message: "no" }).message).toBe("no")
  })

  it("are refused when they are no YAML, no map, or repeat a key", () => {
    expect(messagesOf("surveys: [")[0]).toMatch(/^1\.yaml:\d+: /)
    expect(messagesOf("- a\n")).toEqual(["1.yaml:1: a campaign consists of questions, surveys and articles"])
    expect(messagesOf("surveys: []\nsurveys: []\n")[0]).toMatch(/^1\.yaml:2: /)
    expect(messagesOf("surveys: {}\n")).toEqual(["1.yaml:1: surveys must be a list"])
  })

  it("are written so that reading them gives the same", () => {
    const { campaign } = Either.getOrThrow(join(survey, survey.replaceAll("rivers", "lakes")))
    const text = campaignYaml(campaign)
    expect(Either.getOrThrow(join(text)).campaign).toEqual(campaign)
    expect(text.split("\n")[0]).toBe("surveys:")
    expect(text).toContain("\n\n  - key: lakes")
  })
})

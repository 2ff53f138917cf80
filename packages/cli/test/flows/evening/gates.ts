import type { CodeOf, Rule } from "./rules.ts"

/** A rule for texts, with an allowed and a refused text. */
export interface Gate {
  readonly rule: GateRule
  readonly code: CodeOf<GateRule>
  readonly allowed: string
  readonly refused: string
}
type GateRule = Extract<Rule, `1 ${"length" | "five distinct" | "profanity" | "spam"}${string}`>

const gauges = Array.from({ length: 200 }, (_, n) => `gauge${n + 600}`).join(" ")
const links = ["https://a.example.org/one", "https://b.example.org/two", "https://c.example.org/three", "d.org/four"]
const counts = "These pages show how the ministry counts them, day after day:"

export const gates: ReadonlyArray<Gate> = [
  {
    rule: "1 length from 20",
    code: "400 COMMENT_TOO_SHORT",
    allowed: "Not yet see old data",
    refused: "Not yet see old dat"
  },
  {
    rule: "1 length to 1,000",
    code: "400 COMMENT_TOO_LONG",
    allowed: gauges.slice(0, 1_000),
    refused: gauges.slice(0, 1_001)
  },
  {
    rule: "1 five distinct words",
    code: "400 COMMENT_FEW_UNIQUE_WORDS",
    allowed: "Rain and so on: it is up to the sea by May.",
    refused: "Rain, rain and so on: it is up to the sea."
  },
  {
    rule: "1 profanity",
    code: "400 COMMENT_PROFANITY",
    allowed: "The assessors of Scunthorpe analysed the cockpit data of Essex.",
    refused: "The assessors of this office know sh1t about turnout."
  },
  {
    rule: "1 spam: repetition",
    code: "400 COMMENT_SPAM",
    allowed: "That is a very, very, very thin margin for a forecast of ninety percent.",
    refused: "That is a very, very, very, very thin margin for a forecast of ninety percent."
  },
  {
    rule: "1 spam: links",
    code: "400 COMMENT_SPAM",
    allowed: `${counts} ${links.slice(0, 3).join(" and ")} alike.`,
    refused: `${counts} ${links.join(" and then ")} alike.`
  },
  {
    rule: "1 spam: shouting",
    code: "400 COMMENT_SPAM",
    allowed: "NASA and ESA say so, and NOAA, USGS and JMA agree with them.",
    refused: "EVERYBODY KNOWS THAT THIS QUESTION WAS DECIDED LONG AGO"
  },
  {
    rule: "1 spam: invitations",
    code: "400 COMMENT_SPAM",
    allowed: "The ministry said so on its Telegram channel before it was deleted.",
    refused: "Great odds today, join my Telegram for the winning picks of the week"
  }
]

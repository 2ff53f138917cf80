import { writeReasoning } from "@auspex/testkit/season"
import { demoQuestions } from "../../src/demo/DemoQuestions.ts"

/** A reasoning that must be refused, with the expected codes in the order of the gates. */
export interface BadReasoning {
  readonly name: string
  readonly reasoning: string
  readonly codes: ReadonlyArray<string>
  /** What other accounts have already written on the same question. */
  readonly earlier?: ReadonlyArray<string>
}

const written = (author: string, index: number): string => {
  const question = demoQuestions[index]
  if (question === undefined) throw new RangeError(`no demo question ${index}`)
  const deadline = new Date(Date.UTC(2031, 2, 31))
  return writeReasoning({ seed: "bad", author: { key: author }, question, deadline, prediction: true, confidence: 70 })
}

const good = written("good", 1)
const goodUrls: ReadonlyArray<string> = good.match(/https:\/\/\S+/g) ?? []
const bodyOf = (heading: string): string => good.split("\n\n").find((part) => part.startsWith(`${heading}:`)) ?? ""
const [evidence, analysis, counter, bottom] = ["EVIDENCE", "ANALYSIS", "COUNTER-EVIDENCE", "BOTTOM LINE"].map(bodyOf)
const joined = (...parts: ReadonlyArray<string | undefined>): string => parts.join("\n\n")

/** Exactly `characters` long, with four sections, two citations, and enough words to fail only the length gate. */
const ofLength = (characters: number): string => {
  const base = "EVIDENCE: https://a.example/1 and https://b.example/2 do so. ANALYSIS: by me it is as we go. " +
    "COUNTER-EVIDENCE: if no ore is in. BOTTOM LINE: ten to six"
  return base + " ax be cz di em fu ga ha id jo ki la mu ny ox pi qi".slice(0, characters - base.length)
}

const repeatedSteps = Array.from({ length: 4_000 }, (_, index) => `step${index % 12}`).join(" ")

/** Reasonings that fail one gate or several: first the honest mistakes, then the dishonest ones. */
export const badReasonings: ReadonlyArray<BadReasoning> = [
  {
    name: "nothing",
    reasoning: "",
    codes: ["REASONING_TOO_SHORT", "REASONING_MISSING_SECTIONS", "REASONING_FEW_UNIQUE_WORDS", "CITATIONS_REQUIRED"]
  },
  {
    name: "white space only",
    reasoning: " \t\n".repeat(500),
    codes: ["REASONING_TOO_SHORT", "REASONING_MISSING_SECTIONS", "REASONING_FEW_UNIQUE_WORDS", "CITATIONS_REQUIRED"]
  },
  {
    name: "a shrug",
    reasoning: "Trust me.",
    codes: ["REASONING_TOO_SHORT", "REASONING_MISSING_SECTIONS", "REASONING_FEW_UNIQUE_WORDS", "CITATIONS_REQUIRED"]
  },
  { name: "one character too few", reasoning: ofLength(199), codes: ["REASONING_TOO_SHORT"] },
  { name: "padded to length with spaces", reasoning: ofLength(199) + " ".repeat(50), codes: ["REASONING_TOO_SHORT"] },
  {
    name: "no headings",
    reasoning: good.replaceAll(/(EVIDENCE|ANALYSIS|COUNTER-EVIDENCE|BOTTOM LINE): /g, ""),
    codes: ["REASONING_MISSING_SECTIONS"]
  },
  {
    name: "headings in lower case in the middle of lines",
    reasoning: good.replaceAll(
      /(COUNTER-EVIDENCE|EVIDENCE|ANALYSIS|BOTTOM LINE):/g,
      (heading) => `My ${heading.toLowerCase()}`
    ),
    codes: ["REASONING_MISSING_SECTIONS"]
  },
  {
    name: "a heading without its colon",
    reasoning: good.replace("ANALYSIS:", "ANALYSIS"),
    codes: ["REASONING_MISSING_SECTIONS"]
  },
  {
    name: "no counter-evidence",
    reasoning: joined(evidence, analysis, bottom),
    codes: ["REASONING_MISSING_SECTIONS"]
  },
  {
    name: "an empty section",
    reasoning: joined(evidence, analysis, "COUNTER-EVIDENCE:", bottom),
    codes: ["REASONING_MISSING_SECTIONS"]
  },
  {
    name: "a section of dashes",
    reasoning: joined(evidence, analysis, "COUNTER-EVIDENCE: -- ... --", bottom),
    codes: ["REASONING_MISSING_SECTIONS"]
  },
  {
    name: "a heading twice",
    reasoning: joined(evidence, analysis, counter, bottom, analysis),
    codes: ["REASONING_MISSING_SECTIONS"]
  },
  {
    name: "conclusion first",
    reasoning: joined(bottom, evidence, analysis, counter),
    codes: ["REASONING_SECTIONS_OUT_OF_ORDER"]
  },
  {
    name: "missing and out of order at once",
    reasoning: joined(analysis, evidence, bottom),
    codes: ["REASONING_MISSING_SECTIONS", "REASONING_SECTIONS_OUT_OF_ORDER"]
  },
  {
    name: "the same dozen words for ever",
    reasoning:
      `EVIDENCE: https://a.example/1 https://b.example/2 ${repeatedSteps} ANALYSIS: a COUNTER-EVIDENCE: b BOTTOM LINE: c`
        .replaceAll(/ (?=ANALYSIS|COUNTER|BOTTOM)/g, "\n"),
    codes: ["REASONING_FEW_UNIQUE_WORDS"]
  },
  {
    name: "words only in addresses and in other cases",
    reasoning: "EVIDENCE: https://a.example/one/two/three/four/five/six/seven/eight/nine/ten/eleven/twelve/thirteen " +
      "https://b.example/alpha/beta/gamma/delta/epsilon/zeta/eta/theta/iota/kappa/lambda/mu/nu/xi\n" +
      "ANALYSIS: Rise rise RISE rIsE riSE Again again AGAIN\nCOUNTER-EVIDENCE: none None NONE\nBOTTOM LINE: yes Yes YES",
    codes: ["REASONING_FEW_UNIQUE_WORDS"]
  },
  {
    name: "no citation",
    reasoning: good.replaceAll(/https:\/\/\S+/g, "the usual page"),
    codes: ["CITATIONS_REQUIRED"]
  },
  {
    name: "one citation in many disguises",
    reasoning: good.replaceAll(/https:\/\/\S+/g, "https://Data.Example/page/?utm_source=feed#top") +
      " Compare https://data.example/page and https://data.example:443/page/?utm_medium=x for the same.",
    codes: ["CITATIONS_REQUIRED"]
  },
  {
    name: "hosts without a page",
    reasoning: good.replaceAll(/https:\/\/\S+/g, "https://data.example/") +
      " Also https://other.example is worth a look.",
    codes: ["CITATIONS_REQUIRED"]
  },
  {
    name: "addresses of other kinds",
    reasoning: good.replaceAll(/https:\/\/\S+/g, "ftp://data.example/file") +
      " Or www.data.example/page and //data.example/x .",
    codes: ["CITATIONS_REQUIRED"]
  },
  {
    name: "the citations of others",
    reasoning: written("borrower", 1).replaceAll(
      /https:\/\/\S+/g,
      (url) => goodUrls.includes(url) ? url : goodUrls[url.includes("worksheets") ? 1 : 0] ?? url
    ),
    earlier: [good],
    codes: ["CITATIONS_REUSED"]
  },
  {
    name: "an exact copy",
    reasoning: good,
    earlier: [good],
    codes: ["CITATIONS_REUSED", "REASONING_TOO_SIMILAR"]
  },
  {
    name: "a copy in capitals with other spacing and a page of its own",
    reasoning: joined(evidence, analysis, counter, bottom?.toUpperCase()).replaceAll(". ", ".  \t") +
      " https://own.example/page",
    earlier: [good],
    codes: ["REASONING_TOO_SIMILAR"]
  },
  {
    name: "a copy with its sentences shuffled",
    reasoning: good.split("\n\n").map((part) => {
      const [heading = "", ...rest] = part.split(": ")
      return `${heading}: ${rest.join(": ").split(/(?<=\.) /).toReversed().join(" ")}`
    }).join("\n\n") + " See https://own.example/page too.",
    earlier: [good],
    codes: ["REASONING_TOO_SIMILAR"]
  },
  {
    name: "a copy with every number changed",
    reasoning: good.replaceAll(/\b\d+\b/g, (number) => String(Number(number) + 1)) +
      " See https://own.example/page too.",
    earlier: [written("someone-else", 1), good],
    codes: ["REASONING_TOO_SIMILAR"]
  }
]

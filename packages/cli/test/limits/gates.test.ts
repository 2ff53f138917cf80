import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { linkedAgent, openQuestion, setPoints, type TestAgent } from "../people.ts"
import { headings, newPage, reasoningOf } from "./texts.ts"

onEmbeddedDatabase("the limits of a prediction", (db) => {
  let auspex: RunningAuspex
  let agent: TestAgent
  let other: TestAgent
  let binary: string
  let multi: string
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    agent = await linkedAgent(auspex)
    other = await linkedAgent(auspex)
    binary = await openQuestion(auspex)
    multi = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green"] })
  })
  afterAll(() => auspex.stop())

  /** The status and the codes of a dry run of a valid prediction changed by `extra`. */
  const dryRun = async (extra: object, question = binary): Promise<string> => {
    const body = { prediction: true, confidence: 60, reasoning: reasoningOf(), ...extra }
    const answer = await auspex.call("POST", `/api/questions/${question}/predict?dry_run=true`, { as: agent.key, body })
    if (answer.status === 200) return "200"
    const failures: ReadonlyArray<{ code: string }> = answer.body.failures ?? [answer.body]
    expect(answer.body.code).toBe(failures[0]!.code)
    return [answer.status, ...failures.map(({ code }) => code)].join(" ")
  }

  it.each([
    [50, "200"],
    [99, "200"],
    [49, "400 INVALID_CONFIDENCE"],
    [100, "400 INVALID_CONFIDENCE"],
    [49.5, "400 INVALID_CONFIDENCE"],
    [50.5, "400 INVALID_CONFIDENCE"],
    [-60, "400 INVALID_CONFIDENCE"],
    [1e300, "400 INVALID_CONFIDENCE"],
    ["50", "400 INVALID_CONFIDENCE"],
    [null, "400 INVALID_CONFIDENCE"],
    [true, "400 INVALID_CONFIDENCE"],
    [undefined, "400 INVALID_CONFIDENCE"]
  ])("confidence %s: %s", async (confidence, expected) => {
    expect(await dryRun({ confidence })).toBe(expected)
  })

  it.each(
    [
      [{ words: 30, characters: 400 }, "200"],
      [{ words: 29, characters: 400 }, "400 REASONING_FEW_UNIQUE_WORDS"],
      [{ citations: 2 }, "200"],
      [{ citations: 1 }, "400 CITATIONS_REQUIRED"],
      [{ citations: 0 }, "400 CITATIONS_REQUIRED"],
      [{ pages: ["https://example.org/same", "https://EXAMPLE.org:443/same/#part"] }, "400 CITATIONS_REQUIRED"],
      [{ pages: ["https://example.org", "https://example.org/page"] }, "400 CITATIONS_REQUIRED"]
    ] as const
  )("reasoning %j: %s", async (shape, expected) => {
    expect(await dryRun({ reasoning: reasoningOf(shape) })).toBe(expected)
  })

  it("include at least 200 characters, without white space at the ends", async () => {
    // Thirty short words, so that only the length decides.
    const short = (characters: number): string => {
      const words = Array.from({ length: 30 }, (_, at) => `q${String.fromCharCode(97 + at % 26)}${at < 26 ? "" : "x"}`)
      const text = headings.map((heading, at) => `${heading}: ${words.slice(at * 8, at * 8 + 8).join(" ")}`).join("\n")
      const cited = `${text} http://a.io/1 http://a.io/2`
      return cited + "0".repeat(characters - cited.length)
    }
    expect(short(200)).toHaveLength(200)
    expect(await dryRun({ reasoning: short(200) })).toBe("200")
    expect(await dryRun({ reasoning: short(199) })).toBe("400 REASONING_TOO_SHORT")
    expect(await dryRun({ reasoning: `  ${short(199)}\n\n` })).toBe("400 REASONING_TOO_SHORT")
    // An owl is one character with two UTF-16 units.
    expect(await dryRun({ reasoning: `${short(197)} \u{1F989}\u{1F989}` })).toBe("200")
    expect(await dryRun({ reasoning: `${short(196)} \u{1F989}\u{1F989}` })).toBe("400 REASONING_TOO_SHORT")
  })

  describe.each(headings)("without %s", (missing) => {
    it("is refused", async () => {
      const reasoning = reasoningOf({ headings: headings.filter((heading) => heading !== missing) })
      expect(await dryRun({ reasoning })).toBe("400 REASONING_MISSING_SECTIONS")
    })
    it("is refused if it is empty or occurs twice", async () => {
      const empty = reasoningOf().split("\n").map((line) => line.startsWith(`${missing}:`) ? `${missing}:` : line)
      const codes = await dryRun({ reasoning: empty.join("\n") })
      expect(codes).toContain("400 REASONING_MISSING_SECTIONS")
      const twice = await dryRun({ reasoning: `${reasoningOf()}\n${missing}: said again, with some text` })
      expect(twice).toContain("400 REASONING_MISSING_SECTIONS")
    })
  })

  it.each([[0, 1], [1, 2], [2, 3], [0, 3]])("refuse sections %i and %i in swapped order", async (a, b) => {
    const swapped = [...headings]
    swapped[a] = headings[b]!
    swapped[b] = headings[a]!
    expect(await dryRun({ reasoning: reasoningOf({ headings: swapped }) })).toBe(
      "400 REASONING_SECTIONS_OUT_OF_ORDER"
    )
  })

  it("include one new citation on the question, and an overlap of at most 0.6", async () => {
    const pages = [newPage(), newPage()]
    const reasoning = reasoningOf({ pages, words: 40 })
    const body = { prediction: true, confidence: 60, reasoning }
    const placed = await auspex.call("POST", `/api/questions/${binary}/predict`, { as: other.key, body })
    expect(placed.status).toBe(201)
    expect(await dryRun({ reasoning: reasoningOf({ pages }) })).toBe("400 CITATIONS_REUSED")
    const respelt = pages.map((page) =>
      page.replace("https://", "http://www.").replace(/(?<!:\/)\/(?=[^/]+$)/, "//") + ";v=2?a="
    )
    expect(await dryRun({ reasoning: reasoningOf({ pages: respelt }) })).toBe("400 CITATIONS_REUSED")
    // Neither does text that follows without a space: marks of any script end an address.
    for (
      const tail of [
        ..."，乙方材料 。 ）新闻 ،مواد । ’s … ,新闻 's 的报道 에서 によると [1] ⁿ".split(" "),
        "\u200bmaterial",
        "\u3000乙方"
      ]
    ) {
      const trailed = pages.map((page) => page + tail)
      expect(await dryRun({ reasoning: reasoningOf({ pages: trailed }) }), tail).toBe("400 CITATIONS_REUSED")
    }
    expect(await dryRun({ reasoning: reasoningOf({ pages: [...pages, newPage()] }) })).toBe("200")
    expect(await dryRun({ reasoning })).toBe("400 CITATIONS_REUSED REASONING_TOO_SIMILAR")
    // 30 of 50 different words are shared, then 31 of 49 (the pages are not words).
    const shared = reasoning.match(/\bzu[a-z]{5}\b/g)!
    const overlapping = (count: number): string => {
      const fresh = reasoningOf({ words: 40 })
      const own = fresh.match(/\bzu[a-z]{5}\b/g)!
      return own.reduce((text, own, at) => at < count ? text.replace(own, shared[at]!) : text, fresh)
    }
    expect(await dryRun({ reasoning: overlapping(30) })).toBe("200")
    expect(await dryRun({ reasoning: overlapping(31) })).toBe("400 REASONING_TOO_SIMILAR")
    const disguised = overlapping(31).replace(/(?<=\bzu\w*)[ae]/g, (letter) => letter === "a" ? "а" : "е")
    expect(await dryRun({ reasoning: disguised })).toBe("400 REASONING_TOO_SIMILAR")
  })

  it.each([
    ["Red", "200"],
    ["red", "400 INVALID_OPTION"],
    ["Blue", "400 INVALID_OPTION"],
    [undefined, "400 INVALID_OPTION"]
  ])("option %s on a multi question: %s", async (selected_option, expected) => {
    expect(await dryRun({ selected_option }, multi)).toBe(expected)
  })

  it("allow no option on a binary question", async () => {
    expect(await dryRun({ selected_option: "Red" })).toBe("400 INVALID_OPTION")
  })

  it("allow a resolution protocol with all five fields of five characters, or none", async () => {
    const names = ["criterion", "source_of_truth", "deadline", "resolver", "edge_cases"]
    const whole = Object.fromEntries(names.map((name) => [name, "12345"]))
    expect(await dryRun({ resolution_protocol: whole })).toBe("200")
    for (const name of names) {
      const { [name]: _, ...rest } = whole
      for (const bad of [rest, { ...whole, [name]: "1234" }, { ...whole, [name]: " 1234 " }]) {
        expect(await dryRun({ resolution_protocol: bad })).toBe("400 RESOLUTION_PROTOCOL_INCOMPLETE")
      }
    }
  })

  it("allow staking the whole balance, but not a point more", async () => {
    await setPoints(auspex, agent.id, 73)
    expect(await dryRun({ confidence: 73 })).toBe("200")
    expect(await dryRun({ confidence: 74 })).toBe("400 INSUFFICIENT_POINTS")
    await setPoints(auspex, agent.id, 5_000)
  })
})

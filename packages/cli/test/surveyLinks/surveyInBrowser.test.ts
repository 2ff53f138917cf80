import { startBrowser } from "@auspex/testkit/browser"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { type ResearchMember, researchMember } from "../projects/researchMember.ts"
import { auspexOn } from "../servers.ts"
import { newLink, newSurvey, questionsOfAllKinds } from "./answering.ts"

/** A time limit for the browser, on a busy machine. */
const patience = { timeout: 100_000 }

const appearances = (["light", "dark"] as const).flatMap((theme) =>
  ([320, 800] as const).map((width) => ({ theme, width }))
)

/** The relative luminance of a colour as `getComputedStyle` writes it (WCAG 2.2). */
const luminance = (colour: string): number => {
  const [red, green, blue] = (/^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour) ?? expect.unreachable(colour)).slice(1)
    .map((text) => Number(text) / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
const contrast = ([one, other]: readonly [string, string]): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** What is measured in the page; it runs in the browser, which allows that also where pages may run no scripts. */
const measure = () => {
  const all = (selector: string) => [...document.querySelectorAll(selector)]
  const groundOf = (element: Element): string => {
    const { backgroundColor } = getComputedStyle(element)
    return backgroundColor === "rgba(0, 0, 0, 0)" ? groundOf(element.parentElement!) : backgroundColor
  }
  const colours = (element: Element) => [getComputedStyle(element).color, groundOf(element)] as const
  const { clientWidth, scrollWidth } = document.documentElement
  const isHidden = (element: Element) => element.closest(".hidden, thead, .column") !== null
  return {
    clientWidth,
    scrollWidth,
    outside: all("body *").filter((element) => {
      const { left, right } = element.getBoundingClientRect()
      return !isHidden(element) && (left < -0.5 || right > clientWidth + 0.5)
    }).map(({ outerHTML }) => outerHTML),
    texts: all("h1, h2, p, legend span, label span, th, li, button").map((element) => ({
      text: element.textContent,
      colours: colours(element)
    })),
    stars: all(".stars svg").map((star) => [getComputedStyle(star).stroke, groundOf(star)] as const),
    borders: all("textarea").map((box) => [getComputedStyle(box).borderTopColor, groundOf(box)] as const),
    targets: all("label").map((label) => label.getBoundingClientRect()).map(({ height, width }) => ({ height, width })),
    /** The accessible names of what can be chosen in the matrix, by the text of their labels. */
    cells: all("td input").map((input) =>
      (input.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent)
    ),
    unlabelled:
      all("input[type=radio], textarea").filter((control) =>
        control.closest("label") === null && !control.hasAttribute("aria-labelledby")
      ).length
  }
}

onEmbeddedDatabase("the page of a survey in a browser without JavaScript", (db) => {
  const auspex = auspexOn(db)
  let browser: Browser
  let member: ResearchMember
  let survey: string
  let questions: ReadonlyArray<string>
  beforeAll(async () => {
    browser = await startBrowser({ "auspex.test": auspex.url })
    member = await researchMember(auspex)
    ;({ id: survey, questions } = await newSurvey(member, [
      ...questionsOfAllKinds,
      {
        text: "How likely is it that you recommend your bank to others?",
        kind: "star_rating",
        kind_options: { max: 10 }
      },
      {
        text: "How often did you use each of these in the last year?",
        kind: "matrix",
        kind_options: { rows: ["Cheque", "Transfer"], columns: Array.from({ length: 8 }, (_, at) => `${at} times`) }
      },
      {
        text: "Which of these words describes your bank best?",
        kind: "multi",
        kind_options: { options: ["Donaudampfschifffahrtsgesellschaft".repeat(5), "Other"] }
      }
    ]))
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(() => browser.close())

  const show = async (token: string, { theme, width }: (typeof appearances)[number]) => {
    const context = await browser.newContext({
      viewport: { width, height: 700 },
      colorScheme: theme,
      javaScriptEnabled: false
    })
    const page = await context.newPage()
    page.setDefaultTimeout(patience.timeout)
    const requests: Array<string> = []
    const complaints: Array<string> = []
    page.on("request", (request) => void requests.push(`${request.method()} ${request.url()}`))
    page.on("console", (message) => void complaints.push(message.text()))
    await page.goto(`http://auspex.test/s/${token}`)
    return { page, requests, complaints, context }
  }

  const judge = async (page: Page, { width }: (typeof appearances)[number]) => {
    const measured = await page.evaluate(measure)
    expect([measured.clientWidth, measured.scrollWidth, measured.outside]).toEqual([width, width, []])
    expect(measured.texts.filter(({ colours }) => contrast(colours) < 4.5)).toEqual([])
    expect([...measured.stars, ...measured.borders].filter((colours) => contrast(colours) < 3)).toEqual([])
    // The smallest target that WCAG 2.2 permits (2.5.8).
    expect(measured.targets.filter(({ height, width: wide }) => height < 24 || wide < 24)).toEqual([])
    expect([measured.targets.length, measured.unlabelled]).toEqual([65, 0])
    expect(measured.cells.slice(0, 2)).toEqual([["Branch", "Never"], ["Branch", "Sometimes"]])
  }

  it.each(appearances)("is filled in and sent: $theme, $width pixels wide", patience, async (appearance) => {
    const { token } = await newLink(member, survey, { name: `${appearance.theme} ${appearance.width}` })
    const { complaints, context, page, requests } = await show(token, appearance)
    await judge(page, appearance)
    const choose = (question: number, value: number, row = "") =>
      page.check(`[name="${questions[question]}${row}"][value="${value}"]`)
    // First nothing but what was taken back: the page comes again and says so.
    await choose(1, 0)
    await page.check(`[name="${questions[1]}"][value=""]`)
    await page.click("button")
    expect(await page.textContent("[role=alert]")).toContain("Answer at least one question.")
    await judge(page, appearance)
    await page.fill("textarea", "Shorter queues.\nMore light.")
    await choose(1, 1)
    await choose(2, 2)
    // The points of a scale by keyboard: the third, and two to the right of it.
    await choose(3, 2)
    await page.press(`[name="${questions[3]}"][value="2"]`, "ArrowRight")
    await page.press(`[name="${questions[3]}"][value="3"]`, "ArrowRight")
    await choose(4, 3)
    await choose(5, 2, ".0")
    await choose(5, 0, ".2")
    await choose(6, 8)
    await judge(page, appearance)
    await page.click("button")
    expect(await page.textContent("h1")).toBe("Thank you")
    expect((await page.evaluate(measure)).scrollWidth).toBe(appearance.width)
    // Loading the page again sends nothing.
    await page.reload()
    expect(await page.textContent("h1")).toBe("Thank you")
    const { responses } = (await member.call("GET", `/api/projects/${survey}/responses`)).body
    expect(responses[0].answers.map(({ answer }: { readonly answer: unknown }) => answer)).toEqual([
      "Shorter queues.\nMore light.",
      "no",
      "A bank without branches",
      "5",
      "4",
      ["Often", null, "Never"],
      "9"
    ])
    const { links } = (await member.call("GET", `/api/projects/${survey}/links`)).body
    expect(links[0].response_count).toBe(1)
    const own = `http://auspex.test/s/${token}`
    expect(requests.slice(-3)).toEqual([
      `POST ${own}`,
      "GET http://auspex.test/s/thanks",
      "GET http://auspex.test/s/thanks"
    ])
    expect(new Set(requests.slice(0, -2))).toEqual(new Set([`GET ${own}`, `POST ${own}`]))
    expect(complaints.filter((text) => !text.includes("status of 400"))).toEqual([])
    expect(await context.cookies()).toEqual([])
  })
})

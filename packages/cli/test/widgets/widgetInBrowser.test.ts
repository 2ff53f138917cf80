import { startBrowser } from "@auspex/testkit/browser"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser, Frame, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { linkedAgent, openQuestion, predict } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"
import { auspexOn } from "../servers.ts"

/** A time limit for the browser, on a busy machine. */
const patience = { timeout: 100_000 }

const themes = ["light", "dark"] as const
const places = ["alone", "in a frame of another site"] as const
const widths = [320, 800] as const

interface Appearance {
  readonly theme: "light" | "dark" | "auto"
  readonly width: number
  readonly place: (typeof places)[number]
  /** How far down the page of the other site the frame begins, in pixels. */
  readonly top?: number
  /** What the reader prefers; by default the opposite of the theme. */
  readonly preferred?: "light" | "dark"
}

/** A widget in a tab, and what the browser reported of it. */
interface Shown {
  readonly page: Page
  readonly frame: Frame
  readonly address: string
  /** The requested addresses, in order. */
  readonly requests: ReadonlyArray<string>
  /** Errors and warnings of the console, and uncaught errors. */
  readonly complaints: ReadonlyArray<string>
  readonly bytes: number
}

/** The relative luminance of a colour as `getComputedStyle` writes it (WCAG 2.2). */
const luminance = (colour: string): number => {
  const [red, green, blue] = (/^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour) ?? expect.unreachable(colour)).slice(1)
    .map((text) => Number(text) / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** What is measured in the page; it runs in the browser. */
const measure = () => {
  const all = (selector: string) => [...document.querySelectorAll(selector)]
  const box = (element: Element) => {
    const { bottom, left, right, top } = element.getBoundingClientRect()
    return { bottom, left, right, top }
  }
  const { clientWidth, scrollWidth } = document.documentElement
  const texts = "h1, h2, p, time, strong, bdi, .share, .range, .correct, a"
  return {
    clientWidth,
    scrollWidth,
    outside: all("body *").filter((element) => {
      const { left, right } = box(element)
      return left < -0.5 || right > clientWidth + 0.5
    }).map(({ outerHTML }) => outerHTML),
    ground: getComputedStyle(document.body).backgroundColor,
    texts: all(texts).map((element) => ({
      text: element.textContent,
      colour: getComputedStyle(element).color
    })),
    lines: all(".line path").map((path) => ({
      line: box(path),
      within: box(path.closest(".line")!),
      colour: getComputedStyle(path).stroke
    })),
    intervals: all(".bar .span").map((span) => ({
      line: box(span),
      within: box(span.closest(".bar")!),
      colour: getComputedStyle(span).fill
    })),
    ranges: all(".range").map(({ textContent }) => textContent)
  }
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("\"", "&quot;")

onEmbeddedDatabase("the widget in a browser", (db) => {
  const auspex = auspexOn(db)
  let browser: Browser
  /** A site that shows the widget named by `widget`, `top` pixels down. */
  let site: Server
  const siteRequests: Array<string> = []
  let binary: string
  let multi: string
  beforeAll(async () => {
    site = createServer((request, response) => {
      siteRequests.push(request.url ?? "")
      const { searchParams } = new URL(request.url ?? "", "http://news.example")
      const [widget, top] = [searchParams.get("widget") ?? "", Number(searchParams.get("top"))]
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(
        `<!doctype html><html lang="en"><title>News</title><body style="margin:${top}px 0 0">
          <iframe title="A question" src="${escaped(widget)}" style="border:0;width:100%;height:600px"></iframe>`
      )
    })
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
    const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    browser = await startBrowser({ "auspex.test": auspex.url, "news.example": siteUrl })
    binary = await openQuestion(auspex, {
      question: `Will the harbour freeze over before the year ends, or ${"Donaudampfschifffahrt".repeat(6)} resume?`
    })
    const options = ["Red", `Green${"en".repeat(60)}`, "Neither of the two, as far as the gauge shows"]
    multi = await openQuestion(auspex, { question_type: "multi", options })
    for (
      const [prediction, selected_option] of [[true, options[0]], [true, options[0]], [false, options[1]]] as const
    ) {
      const agent = await linkedAgent(auspex)
      await predict(auspex, agent, binary, distinctPrediction({ prediction }))
      await predict(auspex, agent, multi, distinctPrediction({ selected_option }))
    }
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(async () => {
    await browser.close()
    site.closeAllConnections()
    await new Promise((resolve) => site.close(resolve))
  })

  const show = async (question: string, appearance: Appearance): Promise<Shown> => {
    const { place, preferred, theme, top = 0, width } = appearance
    const context = await browser.newContext({
      viewport: { width, height: 700 },
      colorScheme: preferred ?? (theme === "dark" ? "light" : "dark")
    })
    const page = await context.newPage()
    page.setDefaultTimeout(patience.timeout)
    const [requests, complaints]: [Array<string>, Array<string>] = [[], []]
    page.on("request", (request) => void requests.push(request.url()))
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") complaints.push(message.text())
    })
    page.on("pageerror", ({ message }) => void complaints.push(message))
    await page.clock.install()
    const address = `http://auspex.test/embed/${question}?theme=${theme}`
    const answered = page.waitForResponse(address)
    await page.goto(
      place === "alone" ? address : `http://news.example/?${new URLSearchParams({ widget: address, top: String(top) })}`
    )
    const frame = page.frames().find((candidate) => candidate.url() === address)
    if (frame === undefined) throw new Error("the widget was not loaded")
    return { page, frame, address, requests, complaints, bytes: (await (await answered).body()).length }
  }

  const appearances = themes.flatMap((theme) =>
    widths.flatMap((width) => places.map((place) => ({ theme, width, place })))
  )

  it.each(appearances)("is whole and legible: $theme, $width pixels wide, $place", async (appearance) => {
    for (const [question, shares] of [[binary, 1], [multi, 3]] as const) {
      const { address, bytes, complaints, frame, requests } = await show(question, appearance)
      const measured = await frame.evaluate(measure)
      expect(measured.clientWidth).toBe(appearance.width)
      expect([measured.scrollWidth, measured.outside]).toEqual([measured.clientWidth, []])
      const tooFaint = measured.texts.filter(({ colour }) => contrast(colour, measured.ground) < 4.5)
      expect([measured.texts.length > 6, tooFaint]).toEqual([true, []])
      expect([measured.lines.length, measured.intervals.length, measured.ranges.length]).toEqual([
        shares,
        shares,
        shares
      ])
      for (const { colour, line, within } of [...measured.lines, ...measured.intervals]) {
        expect(line.right - line.left).toBeGreaterThan(0)
        expect(line.left).toBeGreaterThanOrEqual(within.left - 0.5)
        expect(line.right).toBeLessThanOrEqual(within.right + 0.5)
        expect(line.top).toBeGreaterThanOrEqual(within.top - 0.5)
        expect(line.bottom).toBeLessThanOrEqual(within.bottom + 0.5)
        // Graphics need less contrast than text.
        expect(contrast(colour, measured.ground)).toBeGreaterThanOrEqual(3)
      }
      for (const range of measured.ranges) expect(range).toMatch(/\d+–\d+\s%/)
      expect(requests.filter((url) => !url.startsWith("http://news.example/?"))).toEqual([address])
      expect(complaints).toEqual([])
      expect(bytes).toBeLessThan(30_000)
    }
  })

  it("has the theme that is asked for, else the one that the reader prefers", async () => {
    const groundOf = async (theme: Appearance["theme"], preferred: "light" | "dark") => {
      const { frame } = await show(binary, { theme, preferred, width: 320, place: "alone" })
      return (await frame.evaluate(measure)).ground
    }
    const [light, dark] = [await groundOf("light", "dark"), await groundOf("dark", "light")]
    expect(luminance(light)).toBeGreaterThan(luminance(dark))
    expect([await groundOf("auto", "light"), await groundOf("auto", "dark")]).toEqual([light, dark])
  })

  it.each(places)(
    "shows a new prediction while it is looked at, and stops when the question is resolved: %s",
    async (place) => {
      const question = await openQuestion(auspex)
      await predict(auspex, await linkedAgent(auspex), question, distinctPrediction())
      const { address, complaints, frame, page, requests } = await show(question, { theme: "light", width: 800, place })
      const crowd = () => frame.textContent(".crowd")
      expect(await crowd()).toContain("1 agent predicted")
      const loaded = requests.length
      await predict(auspex, await linkedAgent(auspex), question, distinctPrediction())
      // It waits for a minute, a fifth more or less.
      await page.clock.runFor(73_000)
      await expect.poll(crowd, patience).toContain("2 agents predicted")
      await auspex.call("POST", `/api/admin/questions/${question}/resolve`, {
        as: auspex.adminKey,
        body: { outcome: true }
      })
      await page.clock.runFor(73_000)
      await expect.poll(() => frame.textContent(".state"), patience).toContain("Resolved: yes.")
      await page.clock.runFor(3_600_000)
      expect(requests.slice(loaded)).toEqual([address, address])
      expect(complaints).toEqual([])
    }
  )

  it("requests nothing while it is out of sight, and what is due once it comes into view", async () => {
    const question = await openQuestion(auspex)
    const { address, complaints, frame, page, requests } = await show(question, {
      theme: "light",
      width: 800,
      place: "in a frame of another site",
      top: 5_000
    })
    // Observers are told in the order in which they were made, so the widget's own knows it, too.
    const isSeen = await frame.evaluate(() =>
      new Promise((resolve) => {
        new IntersectionObserver((entries) => resolve(entries.at(-1)?.isIntersecting)).observe(document.body)
      })
    )
    expect(isSeen).toBe(false)
    const loaded = requests.length
    await predict(auspex, await linkedAgent(auspex), question, distinctPrediction())
    await page.clock.runFor(600_000)
    expect(requests.slice(loaded)).toEqual([])
    await (await frame.frameElement()).scrollIntoViewIfNeeded()
    await expect.poll(() => frame.textContent(".crowd"), patience).toContain("1 agent predicted")
    expect([requests.slice(loaded), complaints]).toEqual([[address], []])
  })

  it("is held to its policy, and a breach is seen by this test", async () => {
    const { complaints, frame } = await show(binary, {
      theme: "light",
      width: 800,
      place: "in a frame of another site"
    })
    await frame.evaluate(() => {
      const image = new Image()
      image.src = "http://news.example/image.png"
      document.body.append(image)
    })
    await expect.poll(() => complaints.join("\n"), patience).toContain("Content Security Policy")
    await frame.evaluate(() => {
      document.body.setAttribute("onclick", "document.title = 'run'")
      document.body.click()
    })
    expect(await frame.title()).not.toBe("run")
    expect(siteRequests).not.toContain("/image.png")
  })
})

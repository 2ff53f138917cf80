import { startBrowser } from "@auspex/testkit/browser"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { goodReasoning, linkedAgent, openQuestion, predict, verifiedHuman } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { send } from "./reader.ts"

const home = "http://auspex.test"
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** The rules of WCAG 2.2 AA that the page breaks, each with its first place. */
const violationsIn = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as {
      readonly axe: {
        readonly run: (options: object) => Promise<{
          readonly violations: ReadonlyArray<{
            readonly id: string
            readonly nodes: ReadonlyArray<{ readonly html: string }>
          }>
        }>
      }
    }).axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 160)}`)
  })
}

const appearances = [{ colorScheme: "light", width: 360 }, { colorScheme: "dark", width: 1280 }] as const

onEmbeddedDatabase("pages in a browser", (db) => {
  const auspex = auspexOn(db)
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser({ "auspex.test": auspex.url })
  })
  afterAll(() => browser.close())

  /** A page whose complaints and requests to other servers are collected. */
  const watched = async (options: Parameters<Browser["newContext"]>[0]): Promise<[Page, Array<string>]> => {
    const page = await (await browser.newContext(options)).newPage()
    page.setDefaultTimeout(100_000)
    const complaints: Array<string> = []
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    page.on("request", (request) => request.url().startsWith(home) || complaints.push(request.url()))
    return [page, complaints]
  }

  const signIn = async (page: Page, { email }: { readonly email: string }) => {
    await page.goto(`${home}/login`)
    await send(page, "login", { "E-mail address": email, Password: "correct horse battery" })
  }

  it("are accessible, whole and quiet at both widths and in both themes", async () => {
    const agents = await Promise.all([0, 1, 2].map(() => linkedAgent(auspex)))
    const [open, resolved] = [await openQuestion(auspex), await openQuestion(auspex)]
    for (const [at, agent] of agents.entries()) {
      await predict(auspex, agent, open, { prediction: at > 0, confidence: 60 + at * 15 })
      await predict(auspex, agent, resolved, { confidence: 90 })
    }
    const content = "The harbour gauge was read at dawn and at dusk on each of these days."
    await auspex.call("POST", `/api/questions/${open}/comments`, { as: agents[0]!.key, body: { content } })
    const body = { outcome: true }
    await auspex.call("POST", `/api/admin/questions/${resolved}/resolve`, { as: auspex.adminKey, body })
    const reader = await verifiedHuman(auspex)
    const everybody = ["/", "/questions", `/questions/${open}`, `/questions/${resolved}?sort=newest`]
    const boards = ["points", "skill", "calibration", "debaters", "personas"].map((name) =>
      `/leaderboard?board=${name}`
    )
    const rest = [
      "/models",
      `/agents/${agents[0]!.id}`,
      "/articles",
      "/surveys",
      "/search?q=harbour",
      "/scoring",
      "/status"
    ]
    const own = ["/account", `/questions/${open}/predict`, `/questions/${resolved}/predict`, "/link", "/research"]
    for (const { colorScheme, width } of appearances) {
      const [page, complaints] = await watched({ colorScheme, viewport: { width, height: 800 } })
      for (const path of ["/login", "/signup", "/forgot-password"]) {
        await page.goto(`${home}${path}`)
        expect([path, width, await violationsIn(page)]).toEqual([path, width, []])
      }
      await signIn(page, reader)
      for (const path of [...everybody, ...boards, ...rest, ...own]) {
        const answer = await page.goto(`${home}${path}`)
        const wider = await page.evaluate(() =>
          document.documentElement.scrollWidth - document.documentElement.clientWidth
        )
        expect([path, width, answer?.status(), wider, await violationsIn(page)]).toEqual([path, width, 200, 0, []])
      }
      expect(complaints).toEqual([])
      await page.context().close()
    }
  })

  it("lead from the sign-up to the first prediction without a script, and lose no text on the way", async () => {
    const question = await openQuestion(auspex)
    await predict(auspex, await linkedAgent(auspex), question)
    const reader = await verifiedHuman(auspex)
    const [page, complaints] = await watched({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
    await page.goto(`${home}/questions/${question}`)
    await page.getByRole("link", { name: "Make your prediction" }).click()
    await send(page, "login", { "E-mail address": reader.email, Password: "correct horse battery" })
    expect(page.url()).toBe(`${home}/questions/${question}/predict`)

    const short = "EVIDENCE: none yet."
    await page.getByLabel("Yes", { exact: true }).check()
    await send(page, "predict", { "2. How sure are you?": "64", "3. Why?": short })
    expect(await page.locator("#predict .wrong").innerText()).toContain("200")
    expect(await page.getByLabel("3. Why?").inputValue()).toBe(short)
    expect(await page.getByLabel("Yes", { exact: true }).isChecked()).toBe(true)
    expect(await page.getByLabel("2. How sure are you?").inputValue()).toBe("64")

    await send(page, "predict", { "3. Why?": goodReasoning() })
    expect(await page.locator("h1").innerText()).toBe("Your prediction is placed")
    await page.getByRole("link", { name: "See it beside the others" }).click()
    expect(await page.locator(".crowd").innerText()).toContain("2 of 2")
    expect(complaints.filter((one) => !one.includes("400"))).toEqual([])
  })

  it("judge a reasoning while it is written, and keep a draft of it", async () => {
    const question = await openQuestion(auspex)
    const [page, complaints] = await watched({ viewport: { width: 1280, height: 800 } })
    await signIn(page, await verifiedHuman(auspex))
    const address = `${home}/questions/${question}/predict`
    await page.goto(address)
    await page.getByLabel("2. How sure are you?").fill("64")
    expect(await page.locator("#consequence").innerText()).toMatch(
      /^At 64 % you stake 64 points\. If you are right, your balance rises by \d+ at least; if not, it falls by 59\.$/
    )
    const gates = page.locator("#gates li")
    await page.getByLabel("3. Why?").fill("EVIDENCE: none yet.")
    expect(await gates.count()).toBeGreaterThan(2)
    expect(await gates.first().innerText()).toMatch(/^✗\s*The reasoning has 19 characters; 200 are needed\.$/)
    await page.getByLabel("3. Why?").fill(goodReasoning())
    expect(await gates.allInnerTexts()).toEqual([expect.stringMatching(/^✓\s*Long enough, complete, in order/)])
    const written = await page.getByLabel("3. Why?").inputValue()
    await page.goto(`${home}/questions/${question}`)
    await page.goto(address)
    expect(await page.getByLabel("3. Why?").inputValue()).toBe(written)
    expect(complaints).toEqual([])
  })
})

import { startBrowser } from "@auspex/testkit/browser"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { LocalSite } from "@auspex/testkit/outside"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { verifiedHuman } from "../people.ts"
import { article } from "../projects/article.ts"
import { brief, researchMember } from "../projects/researchMember.ts"
import { newLink, newSurvey, questionsOfAllKinds, send as sendAnswers } from "../surveyLinks/answering.ts"
import { auspexOn } from "../servers.ts"
import { send } from "./reader.ts"

const home = "http://auspex.test"
const hostile = `<img src=x onerror="alert(1)"> & "Sons" </title><script>`

onEmbeddedDatabase("research in a browser without scripts", (db) => {
  const auspex = auspexOn(db, { flags: { allowPrivateEgress: true } })
  let browser: Browser
  let site: LocalSite
  beforeAll(async () => {
    site = await LocalSite.start()
    browser = await startBrowser({ "auspex.test": auspex.url, "research.test": auspex.researchUrl })
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(async () => {
    await browser.close()
    await site.stop()
  })

  const open = async (options: Parameters<Browser["newContext"]>[0] = {}): Promise<[BrowserContext, Page]> => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...options })
    const page = await context.newPage()
    // A busy machine is slow.
    page.setDefaultTimeout(100_000)
    return [context, page]
  }

  const signIn = async (page: Page, email: string, password = "correct horse battery") => {
    await page.getByLabel("E-mail address").fill(email)
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Sign in" }).click()
  }

  const told = (page: Page) => page.getByRole("status").innerText()

  it("shows the packet of the research API with its own styles", async () => {
    const member = await researchMember(auspex)
    const id = await member.newProject()
    await member.ask(id)
    await member.call("POST", `/api/projects/${id}/runs`)
    await member.workOff()
    const [, page] = await open({ extraHTTPHeaders: { authorization: `Bearer ${member.key}` } })
    const complaints: Array<string> = []
    page.on("console", (message) => complaints.push(message.text()))
    const answer = await page.goto(`http://research.test/api/projects/${id}/packet?format=html`)
    expect(answer?.status()).toBe(200)
    expect(await page.locator("main").evaluate((main) => getComputedStyle(main).maxWidth)).toBe("736px")
    expect(complaints.filter((one) => !one.includes("favicon"))).toEqual([])
  })

  it("goes from the log-in to a packet, and makes and revokes a key", async () => {
    const olive = await verifiedHuman(auspex)
    const [context, page] = await open()
    await page.goto(`${home}/research`)
    await signIn(page, olive.email, "a wrong password")
    expect(await page.getByRole("alert").innerText()).toContain("wrong")
    await signIn(page, olive.email)
    expect(page.url()).toBe(`${home}/research`)
    expect(await context.cookies()).toMatchObject([{ name: "auspex", httpOnly: true, sameSite: "Lax", secure: false }])

    await send(page, "workspace", { Name: hostile })
    expect(await told(page)).toContain("You are its admin")
    expect(await page.locator("h1").innerText()).toBe(hostile)
    expect(await page.title()).toBe(`Projects · ${hostile} · Auspex`)
    const workspace = new URL(page.url()).pathname.split("/")[2]!

    await page.locator("summary", { hasText: "Research project" }).click()
    await send(page, "new-research", { Brief: "Too short." })
    expect(await page.locator("#new-research .wrong").innerText()).toMatch(/^Brief .*it has 10\.$/)
    expect(await page.getByLabel("Brief", { exact: true }).first().inputValue()).toBe("Too short.")
    await send(page, "new-research", { Brief: `${brief}\n\n${hostile}`, For: "fo_principal" })
    expect(await page.getByText(hostile).count()).toBeGreaterThan(0)

    const settled = { "Settled by": "official_statistic", "Settled on": "2034-12-31" }
    const ask = async (kind: string, form: string, fields: Readonly<Record<string, string>>) => {
      const summary = page.locator("summary", { hasText: kind })
      if (!await page.locator(`form#${form}`).isVisible()) await summary.click()
      await send(page, form, fields)
    }
    await ask("Yes or no", "ask-binary", { Question: "Will it?", "Settled on": "2020-01-01" })
    const wrong = page.locator("#ask-binary .wrong")
    expect((await wrong.allInnerTexts()).length).toBeGreaterThan(1)
    expect(await page.locator("#ask-binary-text").evaluate((field) => field.matches(":focus"))).toBe(true)
    expect(await page.locator("#ask-binary-text").getAttribute("aria-describedby")).toBe("ask-binary-text-wrong")
    expect(await page.locator("#ask-binary-resolution_date").inputValue()).toBe("2020-01-01")
    const rate = "Will the European Central Bank lower its deposit rate before 1 July 2034?"
    await ask("Yes or no", "ask-binary", { Question: rate, ...settled })
    expect(await told(page)).toBe("The question is added.")
    await ask("One of several", "ask-multi", {
      Question: "Which supply will cover the largest share of the heat of the network in 2034?",
      Options: "Waste heat\n\n  Seawater\nNatural gas\n",
      ...settled
    })
    await ask("A table", "ask-matrix", {
      Question: "How will each of these prices move in 2034?",
      Rows: "Heat\nWater",
      Columns: "Down\nUp",
      ...settled
    })
    await ask("Agreement", "ask-likert", {
      Question: "How far will experts agree by 2034 that heat has become cheaper?",
      "Statement to agree or disagree with": "Heat has become cheaper.",
      Scale: "7",
      ...settled
    })
    await ask("A number of stars", "ask-star-rating", {
      Question: "How many stars will the network get in the review of 2034?",
      "Highest rating": "10",
      ...settled
    })
    expect(await page.locator("#questions h3").allInnerTexts()).toHaveLength(6)
    expect(await page.locator("#questions").innerText()).toMatch(
      /Waste heat, Seawater, Natural gas[^]*Rows: Heat, Water\s+Columns: Down, Up[^]*7 points[^]*10 stars/
    )

    await page.locator("summary", { hasText: "Add a source" }).click()
    await send(page, "attach", { Address: "ftp://example.org/rates" })
    expect(await page.locator("#attach .wrong").count()).toBe(1)
    const address = site.put("/rates", {
      body: article("Rates &lt;script&gt;", "the deposit rate of the Central Bank")
    })
    await send(page, "attach", { Address: address })
    const member = await researchMember(auspex)
    await member.readSources()
    await page.getByRole("button", { name: "Start a run" }).click()
    expect(await told(page)).toBe("The panel is at work.")
    expect(await page.locator("#run progress").getAttribute("max")).toBe("5")
    await page.getByRole("button", { name: "Cancel the run" }).click()
    expect(await page.locator("#run").innerText()).toContain("It was cancelled.")
    await page.getByRole("button", { name: "Start a run" }).click()
    await member.workOff()
    await page.getByRole("button", { name: "Look again" }).click()
    expect(await page.locator("#run").innerText()).toContain("completed")
    expect(await page.locator("#sources").innerText()).toMatch(/^Sources\s+Rates <script>\s+ready[^]*4 passages/)
    const project = page.url()
    await page.getByRole("link", { name: "Read version 1" }).click()
    expect(await page.locator("h1").innerText()).toContain("Should we move a tenth")
    expect(await page.locator("main").evaluate((main) => getComputedStyle(main).maxWidth)).toBe("736px")
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ")
    const file = await auspex.call("GET", `${new URL(project).pathname}/packet?format=json`, { headers: { cookie } })
    expect([file.status, file.body.version, file.headers.get("cache-control")]).toEqual([200, 1, "no-store"])

    await page.goto(`${home}/research/${workspace}/keys`)
    await page.locator("summary", { hasText: "Create a key" }).click()
    await send(page, "key", { Name: "notebook", "Days until the key expires": "30" })
    const secret = await page.locator("output").innerText()
    expect(secret).toMatch(/^rk_[\w-]{43}$/)
    expect((await auspex.research("GET", "/api/projects", { as: secret })).status).toBe(200)
    await page.goto(`${home}/research/${workspace}/keys`)
    expect(await page.content()).not.toContain(secret)
    expect(await page.locator(".rows").innerText()).toMatch(/notebook rk_….{4}\s+Human \d+ · last used/)
    await page.getByRole("button", { name: "Revoke the key notebook" }).click()
    expect((await auspex.research("GET", "/api/projects", { as: secret })).status).toBe(401)

    await page.goto(`${home}/research/${workspace}/audit`)
    const actions = await page.locator(".rows h3 code").allInnerTexts()
    expect(actions.slice(0, 5)).toEqual(["key.revoke", "key.create", "packet.publish", "run.start", "run.cancel"])
    expect(await page.locator(".rows").innerText()).toContain("without a key")

    await page.goto(project)
    await page.locator("summary", { hasText: "Archive this project" }).click()
    await page.getByRole("button", { name: "Archive it for good" }).click()
    expect([await told(page), await page.locator("#questions form").count()]).toEqual([
      "The project is archived. It stays readable and no longer changes.",
      0
    ])
    await page.getByRole("button", { name: "Sign out" }).click()
    expect([page.url(), await context.cookies()]).toEqual([`${home}/login`, []])
  })

  const appearances = [{ colorScheme: "light", width: 320 }, { colorScheme: "dark", width: 1000 }] as const

  it("is whole on narrow and wide screens, and legible in both themes", async () => {
    const member = await researchMember(auspex)
    const project = await member.newProject("fo_principal")
    const long = `Will the harbour of ${"Donaudampfschifffahrt".repeat(4)} freeze over before 1 July 2035?`
    await member.ask(project, { ...rate, text: long })
    await member.call("POST", `/api/projects/${project}/sources`, { uri: `https://93.184.215.14/${"x".repeat(90)}` })
    const { id: survey, questions } = await newSurvey(member, questionsOfAllKinds, hostile)
    const answers = Object.fromEntries(questions.map((question) => [question, "1"]))
    for (const name of [hostile, "Donaudampfschifffahrt".repeat(3)]) {
      const { token } = await newLink(member, survey, { name })
      await sendAnswers(auspex, token, { ...answers, [questions[0]!]: hostile, [`${questions[5]}.1`]: "2" })
    }
    const at = `/research/${member.workspace}`
    for (const { colorScheme, width } of appearances) {
      // Measuring needs scripts, of which the pages have none.
      const [, page] = await open({ colorScheme, viewport: { width, height: 700 }, javaScriptEnabled: true })
      const complaints: Array<string> = []
      page.on("console", (message) => void complaints.push(message.text()))
      await page.goto(`${home}/login`)
      expect(await page.evaluate(measure)).toEqual(whole)
      await signIn(page, member.owner.email)
      const parts = [
        "",
        "/members",
        "/keys",
        "/webhooks",
        "/audit",
        `/projects/${project}`,
        `/projects/${survey}/responses`
      ]
      for (const path of ["/research", ...parts.map((part) => `${at}${part}`)]) {
        await page.goto(`${home}${path}`)
        await page.evaluate(() => document.querySelectorAll("details").forEach((one) => one.open = true))
        expect([path, width, await page.evaluate(measure)]).toEqual([path, width, whole])
      }
      expect(await page.locator("#results h3").count()).toBe(6)
      expect(await page.locator("#results .answers").innerText()).toBe(`${hostile}\n${hostile}`)
      const bars = page.locator("#results .shares").nth(1).locator(".part")
      const drawn = await bars.evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width > 0))
      expect(drawn).toEqual([false, true, false])
      expect(complaints).toEqual([])
      await page.context().close()
    }
  })
})

const rate = { kind: "binary", resolution_signal: "press_release", resolution_date: "2035-06-30" }

const whole = { wider: 0, unnamed: [], faint: [], headings: 1 }

/** What is wrong with a page; it runs in the browser. */
const measure = () => {
  const luminance = (colour: string): number => {
    const [red, green, blue] = (colour.match(/\d+/g) ?? []).map((text) => Number(text) / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const contrast = (one: string, other: string): number => {
    const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
    return (high! + 0.05) / (low! + 0.05)
  }
  const groundOf = (element: Element | null): string => {
    if (element === null) return "rgb(255, 255, 255)"
    const ground = getComputedStyle(element).backgroundColor
    return ground === "rgba(0, 0, 0, 0)" ? groundOf(element.parentElement) : ground
  }
  const fields = [...document.querySelectorAll<HTMLInputElement>("input:not([type=hidden]), select, textarea")]
  const texts = [
    ...document.querySelectorAll("h1, h2, h3, p, a, label, legend, button, summary, span, code, time, bdi")
  ]
  return {
    wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    unnamed: fields.filter((field) => field.labels?.length !== 1 && !field.ariaLabel).map(({ name }) => name),
    faint: texts.filter((one) => contrast(getComputedStyle(one).color, groundOf(one)) < 4.5)
      .map(({ outerHTML }) => outerHTML),
    headings: document.querySelectorAll("h1").length
  }
}

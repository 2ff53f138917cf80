import { startBrowser } from "@auspex/testkit/browser"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import type Axe from "axe-core"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Browser, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { auspexOn } from "../servers.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const findings = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe }
    const { violations } = await axe.run(document, { resultTypes: ["violations"] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  })
}

onEmbeddedDatabase("the API reference in a browser", (db) => {
  const auspex = auspexOn(db)
  let browser: Browser
  beforeAll(async () => {
    browser = await startBrowser({ "auspex.test": auspex.url, "research.test": auspex.researchUrl })
  })
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
  afterAll(() => browser.close())

  const open = async (
    address: string,
    options: Parameters<Browser["newContext"]>[0]
  ): Promise<readonly [Page, ReadonlyArray<string>]> => {
    const page = await (await browser.newContext(options)).newPage()
    page.setDefaultTimeout(100_000)
    const complaints: Array<string> = []
    page.on("console", (message) => complaints.push(message.text()))
    page.on("requestfailed", (request) => complaints.push(request.url()))
    page.on("request", (request) => {
      if (new URL(request.url()).host !== new URL(address).host) complaints.push(request.url())
    })
    await page.goto(address)
    return [page, complaints]
  }

  it.each(["http://auspex.test", "http://research.test"])(
    "of %s loads its own files only, fits a phone, and shows one language without a script",
    async (origin) => {
      const [page, complaints] = await open(`${origin}/docs`, {
        javaScriptEnabled: false,
        viewport: { width: 360, height: 800 }
      })
      const shown = (language: string) => page.locator(`.${language}`).first().isVisible()
      expect([await shown("curl"), await shown("python")]).toEqual([true, true])
      await page.getByLabel("Python", { exact: true }).check()
      expect([await shown("curl"), await shown("python")]).toEqual([false, true])
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([width, complaints]).toEqual([360, []])
    }
  )

  it("leads from the side bar to an operation", async () => {
    const [page] = await open("http://auspex.test/docs", { javaScriptEnabled: false })
    const bar = page.getByRole("navigation", { name: "API reference" })
    await bar.locator("summary", { hasText: /^Predictions$/ }).click()
    await bar.getByRole("link", { name: "Predict", exact: true }).click()
    expect(new URL(page.url()).hash).toBe("#predictions_predict")
    const { y = -1 } = await page.locator("#predictions_predict h3").boundingBox() ?? {}
    expect(y > 0 && y < 200).toBe(true)
  })

  // The reference of the core API consists of the same parts, of which it has seven times as many.
  it.each([["light", 360], ["dark", 1_280]] as const)(
    "has no findings of axe in the %s theme, %i pixels wide",
    async (colorScheme, width) => {
      const [page] = await open("http://research.test/docs", { colorScheme, viewport: { width, height: 800 } })
      expect(await findings(page)).toEqual([])
    }
  )
})

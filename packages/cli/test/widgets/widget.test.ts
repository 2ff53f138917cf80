import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { createHash } from "node:crypto"
import { expect, it } from "vitest"
import { everyElement, type Read, readXml } from "../../../adapters-http/test/pictures/markup.ts"
import { draftQuestion, linkedAgent, openQuestion, predict, query, tick } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"
import { auspexOn } from "../servers.ts"

/** All elements of the page. */
const documentIn = (text: string): ReadonlyArray<Read> => {
  expect(text.startsWith("<!doctype html>\n")).toBe(true)
  return everyElement(readXml(text.slice("<!doctype html>\n".length).trim()))
}
const textsOf = (document: ReadonlyArray<Read>, name: string) =>
  document.filter((element) => element.name === name).map(({ text }) => text.replaceAll("\u00a0", " "))
const labelsOf = (document: ReadonlyArray<Read>) =>
  document.flatMap(({ attributes, name }) =>
    name === "svg" ? [attributes["aria-label"]!.replaceAll("\u00a0", " ")] : []
  )

onServerDatabaseFirst("the widget of a question", (db) => {
  const auspex = auspexOn(db)

  const read = (id: string, headers: Record<string, string> = {}) => auspex.call("GET", `/embed/${id}`, { headers })
  const shown = async (id: string) => documentIn((await read(id)).text)
  const settle = (id: string, body: object) =>
    auspex.call("POST", `/api/admin/questions/${id}/resolve`, { as: auspex.adminKey, body })

  it("shows the question, its deadline, the consensus and a link", async () => {
    const id = await openQuestion(auspex, { question: "Will the harbour freeze over before the year ends?" })
    const empty = await shown(id)
    expect(textsOf(empty, "title")).toEqual(["Will the harbour freeze over before the year ends? · Auspex"])
    expect(textsOf(empty, "h1")).toEqual(["Will the harbour freeze over before the year ends?"])
    expect(textsOf(empty, "p")).toEqual([
      expect.stringMatching(/^Open until \d+ \w{3} \d{4}, \d\d:\d\d UTC$/),
      "Nobody has predicted yet."
    ])
    for (const prediction of [true, true, false])
      await predict(auspex, await linkedAgent(auspex), id, distinctPrediction({ prediction }))
    // The next read includes them.
    const page = await shown(id)
    expect(textsOf(page, "h2")).toEqual(["What the crowd says"])
    const { yes_interval } = (await auspex.call("GET", `/api/questions/${id}/consensus`)).body
    const interval = `${Math.round(yes_interval.low)}–${Math.round(yes_interval.high)} %`
    expect(textsOf(page, "p").slice(1)).toEqual([
      "67 % say yes",
      `95 % interval: ${interval}`,
      expect.stringMatching(/^3 agents predicted; share of yes \d+ \w{3} \d{4}, [\d:]{5}( – [\d:]{5})? UTC$/)
    ])
    expect(labelsOf(page)).toEqual([
      "Yes 67 %, no 33 %: 2 agents of 3 say yes",
      "100 % at first, now 67 %"
    ])
    const [root] = page
    expect(root!.attributes["lang"]).toBe("en")
    const link = page.find(({ name }) => name === "a")!
    expect(link.attributes).toEqual({
      href: `http://auspex.test/questions/${id}`,
      target: "_blank",
      rel: "noopener"
    })
    expect(link.text).toBe("The question on auspex.test")
  })

  it("shows the outcome, the correct options, or that the question is void", async () => {
    const [binary, blank] = [await openQuestion(auspex), await openQuestion(auspex)]
    const multi = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green", "Blue"] })
    const [one, two] = [await linkedAgent(auspex), await linkedAgent(auspex)]
    await predict(auspex, one, blank, distinctPrediction())
    await predict(auspex, one, multi, distinctPrediction({ selected_option: "Blue" }))
    await predict(auspex, two, multi, distinctPrediction({ selected_option: "Green" }))
    const open = await shown(multi)
    expect(labelsOf(open)).toEqual([
      "0 agents of 2",
      "0 % all along",
      "1 agent of 2",
      "0 % at first, now 50 %",
      "1 agent of 2",
      "100 % at first, now 50 %"
    ])
    const { option_breakdown } = (await auspex.call("GET", `/api/questions/${multi}/consensus`)).body
    const ranges: ReadonlyArray<string> = option_breakdown.map((
      { interval }: { interval: { low: number; high: number } }
    ) => `(${Math.round(interval.low)}–${Math.round(interval.high)} %)`)
    expect(textsOf(open, "li")).toEqual([`Red0 % ${ranges[0]}`, `Green50 % ${ranges[1]}`, `Blue50 % ${ranges[2]}`])

    for (
      const [id, body] of [
        [binary, { outcome: false }],
        [multi, { correct_options: ["Blue"] }],
        [blank, { outcome: null, resolution_note: "The gauge was broken." }]
      ] as const
    ) expect((await settle(id, body)).status).toBe(200)
    const ends = await Promise.all([binary, multi, blank].map(async (id) => textsOf(await shown(id), "p")[0]))
    expect(ends.map((end) => end!.replace(/ \d+ \w{3} \d{4}, .*$/, ""))).toEqual([
      "Resolved: no.",
      "Resolved: Blue.",
      "Resolved as void: stakes went back."
    ])
    const resolved = await shown(multi)
    expect(textsOf(resolved, "li").map((text) => text.replace(/ \(.*\)$/, ""))).toEqual([
      "Red0 %",
      "Green50 %",
      "Blue ✓ correct50 %"
    ])
    // A void question keeps its consensus.
    expect(textsOf(await shown(blank), "p").at(-1)).toMatch(/^1 agent predicted;/)
  })

  it("shows that a question is closed, or waits for its parent", async () => {
    const [parent, closed] = [await openQuestion(auspex), await openQuestion(auspex)]
    const child = await openQuestion(auspex, { parent_question_id: parent, parent_trigger: true })
    expect(textsOf(await shown(child), "p")[0]).toBe("Opens if the question before it resolves that way")
    await auspex.call("POST", `/api/admin/questions/${closed}/close`, { as: auspex.adminKey })
    expect(textsOf(await shown(closed), "p")[0]).toMatch(/^Closed on .+ UTC, not resolved yet$/)
    await settle(parent, { outcome: true })
    await tick(auspex)
    expect(textsOf(await shown(child), "p")[0]).toMatch(/^Open until /)
  })

  it("treats hostile texts as text", async () => {
    const words = [
      "</title><script>alert(1)</script> ]]> <!-- \" onload=\"alert(2)\" ' &lt;b&gt;",
      "Will \"it\" <img src=x onerror=alert(1)> be & stay?",
      "Is \u202egnp.exe a picture, and 1 < 2 > 0 ]]>?"
    ]
    for (const question of words) {
      const id = await openQuestion(auspex, {
        question_type: "multi",
        options: ["\"><script>alert(3)</script>", "</svg><style>*{}</style>"]
      })
      // As it may have been stored when questions were not yet judged.
      await query(auspex, "update questions set question = $2 where id = $1::uuid", [id, question])
      await predict(
        auspex,
        await linkedAgent(auspex),
        id,
        distinctPrediction({ selected_option: "</svg><style>*{}</style>" })
      )
      const page = await shown(id)
      expect(textsOf(page, "h1")).toEqual([question.replaceAll("\u202e", "\ufffd")])
      expect(textsOf(page, "bdi")).toEqual(["\"><script>alert(3)</script>", "</svg><style>*{}</style>"])
      const names = new Set(page.map(({ name }) => name))
      expect([...names].sort()).toEqual(
        "a bdi body div footer h1 h2 head html li main meta p path rect script span style svg time title ul".split(" ")
      )
      const attributes = new Set(page.flatMap((element) => Object.keys(element.attributes)))
      expect([...attributes].filter((name) => name === "style" || name === "src" || name.startsWith("on"))).toEqual([])
    }
  })

  it("may be framed by every site, runs its own script only, and loads nothing; other pages may not be framed", async () => {
    const id = await openQuestion(auspex)
    const { headers, status, text } = await read(id)
    const hashIn = (page: string, name: string) => {
      const [content] = everyElement(readXml(page.slice("<!doctype html>\n".length).trim()))
        .flatMap((element) => element.name === name ? [element.text] : [])
      return `'sha256-${createHash("sha256").update(content!).digest("base64")}'`
    }
    expect([status, headers.get("content-type"), headers.get("x-frame-options"), headers.get("set-cookie")]).toEqual(
      [200, "text/html; charset=utf-8", null, null]
    )
    expect(headers.get("content-security-policy")!.split("; ")).toEqual([
      "default-src 'none'",
      `style-src ${hashIn(text, "style")}`,
      `script-src ${hashIn(text, "script")}`,
      "connect-src 'self' http://auspex.test",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors *",
      "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox"
    ])
    for (const theme of ["light", "dark"]) {
      const themed = await auspex.call("GET", `/embed/${id}?theme=${theme}`)
      expect(themed.headers.get("content-security-policy")).toContain(`style-src ${hashIn(themed.text, "style")};`)
      expect(hashIn(themed.text, "style")).not.toBe(hashIn(text, "style"))
    }
    expect([headers.get("x-content-type-options"), headers.get("cross-origin-resource-policy")])
      .toEqual(["nosniff", "cross-origin"])
    expect(text).not.toMatch(/<iframe|<link|<img|@import|url\(|\ssrc=/)
    // A page in a sandbox has no origin of its own, so its script needs what other sites need.
    expect(headers.get("access-control-allow-origin")).toBe("*")

    for (
      const path of [
        "/embed/01998f7e-0000-7000-8000-000000000000",
        "/embed/",
        "/docs",
        "/link",
        "/verify-email?token=1",
        "/feed.xml",
        "/api/sitemap.xml",
        `/api/questions/${id}`,
        `/api/questions/${id}/chart?format=svg`,
        "/openapi.json"
      ]
    ) {
      const other = await auspex.call("GET", path)
      expect([path, other.headers.get("x-frame-options")]).toEqual([path, "DENY"])
      expect([path, other.headers.get("content-security-policy")?.includes("frame-ancestors *")]).toEqual([path, false])
    }
  })

  it("has the same bytes until the question changes", async () => {
    const [id, other] = [await openQuestion(auspex), await openQuestion(auspex)]
    const { headers } = await read(id)
    expect(headers.get("cache-control")).toBe("public, no-cache")
    const known = { "if-none-match": headers.get("etag")! }
    await predict(auspex, await linkedAgent(auspex), other, distinctPrediction())
    const again = await read(id.toUpperCase(), known)
    expect([again.status, again.text, again.headers.get("x-frame-options")]).toEqual([304, "", null])
    await predict(auspex, await linkedAgent(auspex), id, distinctPrediction())
    const changed = await read(id, known)
    expect([changed.status, changed.text.includes("1 agent predicted;")]).toEqual([200, true])
    await settle(id, { outcome: true })
    const resolved = await read(id, { "if-none-match": changed.headers.get("etag")! })
    expect([resolved.status, resolved.text.includes("Resolved: yes.")]).toEqual([200, true])
  })

  it("has the theme that is requested; another value is refused", async () => {
    const id = await openQuestion(auspex)
    const themed = (theme: string) => auspex.call("GET", `/embed/${id}?theme=${theme}`)
    expect((await themed("auto")).text).toBe((await read(id)).text)
    const [light, dark] = [await themed("light"), await themed("dark")]
    expect([light.text, dark.text].map((text) => /color-scheme:([\w ]+)/.exec(text)?.[1])).toEqual(["light", "dark"])
    for (const theme of ["blue", "LIGHT"]) {
      const refused = await themed(theme)
      expect([refused.status, refused.body.code, refused.body.failures]).toMatchObject([
        400,
        "INVALID_REQUEST",
        [{ field: "theme" }]
      ])
    }
  })

  it("is smaller than 30 kB for the longest texts and ten options", async () => {
    const options = Array.from({ length: 10 }, (_, n) => `${n}${"&".repeat(199)}`)
    const id = await openQuestion(auspex, {
      question: `${"Will <it> & ".repeat(40)}end?`,
      question_type: "multi",
      options
    })
    for (const selected_option of [options[3], options[7]]) {
      await predict(auspex, await linkedAgent(auspex), id, distinctPrediction({ selected_option }))
    }
    await query(
      auspex,
      `insert into consensus_snapshots (id, question_id, taken_at, kind, total_agents, yes_count, confidence_sum, option_counts)
        select gen_random_uuid(), $1::uuid, auspex_now() - make_interval(hours => n), 'moved', 1000, 0, 70000,
          array(select (n * 37 + place * 53) % 100 from generate_series(1, 10) place)
        from generate_series(1, 3000) n`,
      [id]
    )
    await settle(id, { correct_options: options })
    const { text } = await read(id)
    expect(Buffer.byteLength(text)).toBeLessThan(30_000)
    const lines = documentIn(text).filter(({ name }) => name === "path")
    expect(lines.length).toBe(10)
    expect(lines.every(({ attributes }) => attributes["d"]!.split("H").length <= 61)).toBe(true)
  })

  it("exists for public questions only", async () => {
    const draft = await draftQuestion(auspex)
    for (const id of [draft, "01998f7e-0000-7000-8000-000000000000", "nobody", "%3Cscript%3E"]) {
      const answer = await read(id)
      expect([id, answer.status, answer.body?.code]).toEqual([id, 404, "QUESTION_NOT_FOUND"])
    }
    const asked = await auspex.call("GET", `/embed/${draft}`, { as: auspex.adminKey })
    expect(asked.status).toBe(404)
  })
})

import { researchPageRoutes } from "@auspex/adapters-http/pages"
import { onServerDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { query, signUp, type TestHuman, verifiedHuman } from "../people.ts"
import { formBody, messagesIn, postForm, type Reader, signIn } from "./reader.ts"

const password = "correct horse battery"

onServerDatabase("sessions of browsers", (db) => {
  let auspex: RunningAuspex
  let olive: TestHuman
  let reader: Reader
  /** Another session of the same human. */
  let other: Reader
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    olive = await verifiedHuman(auspex)
    reader = await signIn(auspex, olive)
    other = await signIn(auspex, olive)
  })
  afterAll(() => auspex.stop())

  it("lead to the log-in and back, and end when the reader signs out", async () => {
    const away = await auspex.call("GET", "/research?cursor=a%26b")
    expect([away.status, away.headers.get("location")]).toEqual([303, "/login?next=%2Fresearch%3Fcursor%3Da%2526b"])
    const form = await auspex.call("GET", away.headers.get("location")!)
    expect(form.text).toContain("name=\"next\" value=\"/research?cursor=a%26b\"")
    const third = await signIn(auspex, olive)
    expect((await third.get("/research")).status).toBe(200)
    const out = await third.post("/logout")
    expect([out.status, out.headers.get("location"), out.headers.get("set-cookie")]).toEqual([
      303,
      "/login",
      "auspex=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
    ])
    const ended = await third.get("/research")
    expect([ended.headers.get("location"), ended.headers.get("set-cookie")]).toEqual([
      "/login?next=%2Fresearch",
      "auspex=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
    ])
    expect(away.headers.get("set-cookie")).toBeNull()
    expect((await reader.get("/research")).status).toBe(200)
  })

  it("send readers on who are signed in and open the log-in or the sign-up", async () => {
    const { cookie } = await signIn(auspex, olive)
    const opened = async (path: string, given: string) => {
      const { headers, status } = await auspex.call("GET", path, { headers: { cookie: given } })
      return [status, headers.get("location"), headers.get("set-cookie")]
    }
    expect(await opened("/login", cookie)).toEqual([303, "/account", null])
    expect(await opened("/login?next=%2Flink", cookie)).toEqual([303, "/link", null])
    expect(await opened("/signup?next=%2F%2Fevil.example", cookie)).toEqual([303, "/account", null])
    const forgotten = "auspex=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
    expect(await opened("/login?next=%2Flink", `${cookie}x`)).toEqual([200, null, forgotten])
    const suspended = await signUp(auspex)
    await query(auspex, "update accounts set suspended_at = auspex_now() where id = $1::uuid", [suspended.id])
    expect(await opened("/signup", `auspex=${suspended.token}`)).toEqual([200, null, null])
  })

  it("end everywhere at once", async () => {
    const human = await verifiedHuman(auspex)
    const [one, two] = [await signIn(auspex, human), await signIn(auspex, human)]
    const out = await one.post("/account/sign-out-everywhere")
    expect([out.headers.get("location"), out.headers.get("set-cookie")]).toEqual([
      "/login",
      "auspex=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
    ])
    expect([(await one.get("/account")).status, (await two.get("/account")).status]).toEqual([303, 303])
    expect((await reader.get("/account")).status).toBe(200)
  })

  it("end but for one when the password is changed by somebody who knows it", async () => {
    const human = await verifiedHuman(auspex)
    const [one, two] = [await signIn(auspex, human), await signIn(auspex, human)]
    const change = (current: string, given: string) => one.post("/account/password", { current, password: given })
    const wrong = await change("not this one", "a new long password")
    expect([wrong.status, messagesIn(wrong)]).toEqual([401, ["The present password is wrong."]])
    expect(wrong.text).not.toContain("a new long password")
    expect((await change(password, "short")).status).toBe(400)
    expect((await two.get("/account")).status).toBe(200)
    expect((await one.postAndFollow("/account/password", { current: password, password: "a new long password" })).text)
      .toContain("All other sessions have ended.")
    expect([(await one.get("/account")).status, (await two.get("/account")).status]).toEqual([200, 303])
    expect((await postForm(auspex, "/login", { email: human.email, password })).status).toBe(401)
    expect((await signIn(auspex, human, "a new long password")).cookie).toContain("auspex=")
  })

  it("are needed for every page", async () => {
    const open = ["/login", "/signup", "/forgot-password", "/sign-in"]
    const pages = researchPageRoutes.filter(({ method, path }) => method === "GET" && !open.includes(path))
    expect(pages.length).toBeGreaterThan(20)
    for (const { path } of pages) {
      const address = path.replace(/:\w+/g, "unknown")
      const { headers, status } = await auspex.call("GET", address, { as: olive.token })
      expect([path, status, headers.get("location")]).toEqual([
        path,
        303,
        `/login?${new URLSearchParams({ next: address })}`
      ])
    }
  })

  it("are those of the API's log-in, and open no operation of the API by their cookie", async () => {
    const token = reader.cookie.split("=")[1]!
    expect((await auspex.call("GET", "/api/me", { as: token })).status).toBe(200)
    expect((await auspex.call("GET", "/api/me", { headers: { cookie: reader.cookie } })).status).toBe(401)
    const byApi = await auspex.call("GET", "/research", { headers: { cookie: `a=b; auspex=${olive.token}; c=d` } })
    expect(byApi.status).toBe(200)
    expect((await auspex.call("GET", "/research", { as: olive.token })).status).toBe(303)
  })

  it("are refused to those whom the API's log-in refuses, in the same words", async () => {
    const attempt = async (email: string, given: string) => {
      const page = await postForm(auspex, "/login", { email, password: given, next: "/research" })
      const { body, status } = await auspex.call("POST", "/api/auth/login", { body: { email, password: given } })
      expect([page.status, page.headers.get("set-cookie")]).toEqual([status, null])
      expect(page.text).toContain(body.error)
      return page
    }
    const unknown = await attempt("nobody@example.org", password)
    const wrong = await attempt(olive.email, "not this one")
    expect(unknown.text.replace("nobody@example.org", olive.email)).toBe(wrong.text)
    expect(wrong.text).not.toContain("not this one")
    await attempt("no address", password)
    const suspended = await signUp(auspex)
    await query(auspex, "update accounts set suspended_at = auspex_now() where id = $1::uuid", [suspended.id])
    expect((await attempt(suspended.email, password)).status).toBe(403)
    const shown = await auspex.call("GET", "/research", { headers: { cookie: `auspex=${suspended.token}` } })
    expect([shown.status, shown.text.includes("suspended")]).toEqual([403, true])
  })

  it("have the limit of the API's log-in, counted together", async () => {
    const from = "198.51.100.7"
    const statuses: Array<number> = []
    for (let n = 0; n < 11; n++) {
      // Each address has a limit of its own, whose log-ins are delayed.
      const body = { email: `nobody${n}@example.org`, password }
      const answer = n % 2 === 0
        ? await auspex.call("POST", "/api/auth/login", { body, from })
        : await auspex.call("POST", "/login", {
          body: formBody(body),
          from,
          headers: { "content-type": "application/x-www-form-urlencoded" }
        })
      statuses.push(answer.status)
    }
    const page = await auspex.call("POST", "/login", { body: "", from })
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect([page.status, page.headers.get("content-type"), Number(page.headers.get("retry-after")) > 0]).toEqual([
      429,
      "text/html; charset=utf-8",
      true
    ])
  })

  it.each([
    ["/research/x?done=y", "/research/x?done=y"],
    ["/research#part", "/research"],
    ["", "/account"],
    ["research", "/account"],
    ["https://evil.example/", "/account"],
    ["//evil.example/", "/account"],
    ["/\\evil.example", "/account"],
    ["\\\\evil.example", "/account"],
    ["/\t/evil.example", "/account"],
    ["/\n/evil.example", "/account"],
    [" //evil.example", "/account"],
    ["/a\\..\\..//evil.example", "/account"],
    ["/.//evil.example", "/account"],
    ["/..//evil.example", "/account"],
    ["/%2F/evil.example", "/%2F/evil.example"],
    ["javascript:alert(1)", "/account"],
    ["/research\r\nSet-Cookie: a=b", "/account"],
    ["/ünicode", "/account"]
  ])("go on to a page of this server only: %j", async (next, location) => {
    const { headers, status } = await postForm(auspex, "/login", { email: olive.email, password, next })
    expect([status, headers.get("location")]).toEqual([303, location])
    const shown = await auspex.call("GET", `/login?next=${encodeURIComponent(next)}`)
    expect(shown.text).toContain(`name="next" value="${location}"`)
  })

  it("are found behind a cookie of the same name that another server of the host has set", async () => {
    const behind = (cookie: string) => auspex.call("GET", "/research", { headers: { cookie } })
    for (const other of ["auspex=", "auspex=foreign"]) {
      expect((await behind(`${other}; ${reader.cookie}`)).status).toBe(200)
    }
    expect((await behind("auspex=foreign")).status).toBe(303)
  })

  it("come back without the query of a very long address", async () => {
    const { headers } = await auspex.call("GET", `/research?cursor=${"%41".repeat(1_200)}`)
    expect(headers.get("location")).toBe("/login?next=%2Fresearch")
  })

  it("refuse a form with more fields than any of theirs", async () => {
    const { status, text } = await reader.post("/research/new", Array.from({ length: 200 }, () => ["a", ""] as const))
    expect([status, text]).toEqual([400, expect.stringContaining("The form has more than 200 fields.")])
  })

  it("judge no more lines of a form than it may have", async () => {
    const made = await reader.post("/research/new", { name: "Olive & Sons" })
    const [workspace] = made.headers.get("location")!.split("?")
    const answer = await reader.post(`${workspace}/projects/new/audience`, {
      title: "Savers",
      segments: "Savers; 1; 10; Keeps accounts on paper.\n".repeat(20_000).slice(0, 100_000),
      questions: "x\n".repeat(20_000)
    })
    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(/Questions must have 1 to 100 entries; it has 20000\./)
    expect(answer.text).toMatch(/Segments must have 1 to \d+ entries/)
  })

  describe("take forms of their own pages only", () => {
    const create = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
      postForm(auspex, "/research/new", { name: "Olive & Sons", ...fields }, { cookie: reader.cookie, ...headers })
    const count = async () =>
      (await query<{ n: number }>(auspex, "select count(*)::integer as n from workspaces"))[0]!.n

    it.each<[string, (own: string, other: string) => [string | undefined, Record<string, string>], number]>([
      ["no token", () => [undefined, {}], 403],
      ["an empty token", () => ["", {}], 403],
      ["a wrong token of the same length", (own) => [own.replace(/^./, (one) => one === "A" ? "B" : "A"), {}], 403],
      ["the token of another session", (_, other) => [other, {}], 403],
      ["the session's secret", () => [reader.cookie.split("=")[1]!, {}], 403],
      ["another origin", (own) => [own, { origin: "https://evil.example" }], 403],
      ["the public address with another scheme", (own) => [own, { origin: "https://auspex.test" }], 403],
      ["the address of the request with another scheme", (own) => [
        own,
        { origin: auspex.url.replace("http:", "https:"), host: new URL(auspex.url).host }
      ], 403],
      ["a second address behind a proxy over https", (own) => [own, {
        origin: "https://second.test",
        host: "second.test",
        "x-forwarded-proto": "https"
      }], 303],
      ["a second address behind a proxy over https, from http", (own) => [own, {
        origin: "http://second.test",
        host: "second.test",
        "x-forwarded-proto": "https"
      }], 403],
      ["no origin that a page can have", (own) => [own, { origin: "null" }], 403],
      ["a page of another site", (own) => [own, { "sec-fetch-site": "cross-site" }], 403],
      ["a page of a neighbour", (own) => [own, { "sec-fetch-site": "same-site" }], 403],
      ["its own origin", (own) => [own, { origin: "http://auspex.test", "sec-fetch-site": "same-origin" }], 303],
      ["the origin of the request", (own) => [own, { origin: auspex.url, host: new URL(auspex.url).host }], 303],
      ["no word about where it comes from", (own) => [own, {}], 303]
    ])("%s", async (_, given, status) => {
      const [token, headers] = given(reader.formToken, other.formToken)
      const before = await count()
      const answer = await create(token === undefined ? {} : { form_token: token }, headers)
      expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"])
      expect(await count()).toBe(before + (status === 303 ? 1 : 0))
    })

    it("at every address that takes one", async () => {
      const forms = researchPageRoutes.filter(({ method, policy }) => method === "POST" && policy.access === "session")
      expect(forms.length).toBeGreaterThan(20)
      for (const { path } of forms) {
        const address = path.replace(/:\w+/g, "unknown")
        const unsigned = await postForm(auspex, address, { form_token: reader.formToken })
        const forged = await postForm(auspex, address, {}, { cookie: reader.cookie })
        expect([path, unsigned.headers.get("location"), forged.status]).toEqual([
          path,
          `/login?${new URLSearchParams({ next: address })}`,
          403
        ])
      }
    })

    it("the log-in, too", async () => {
      const credentials = { email: olive.email, password }
      expect((await postForm(auspex, "/login", credentials, { origin: "https://evil.example" })).status).toBe(403)
      expect((await postForm(auspex, "/login", credentials, { "sec-fetch-site": "cross-site" })).status).toBe(403)
      expect((await postForm(auspex, "/login", credentials, { origin: "http://auspex.test" })).status).toBe(303)
    })

    it("without U+0000 or what is not UTF-8", async () => {
      for (const name of ["%00", "%FF", "%ED%A0%80", "%"]) {
        const body = `form_token=${reader.formToken}&name=${name}`
        const answer = await auspex.call("POST", "/research/new", { body, headers: { cookie: reader.cookie } })
        expect([name, answer.status]).toEqual([name, 400])
      }
    })
  })

  it("are not stored or framed, and run nothing", async () => {
    const { headers, text } = await reader.get("/research")
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("x-frame-options")).toBe("DENY")
    expect(headers.get("access-control-allow-origin")).toBeNull()
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    expect(headers.get("referrer-policy")).toBe("same-origin")
    expect(text).not.toMatch(/<script| style=| on\w+=/)
  })

  it.each([
    ["http://auspex.test", /^auspex=ht_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/],
    ["https://auspex.test", /^__Host-auspex=ht_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/]
  ])("are kept by the cookie that fits %s", async (publicUrl, cookie) => {
    const server = await startAuspex(db.layer, { flags: { publicUrl } })
    try {
      const answer = await postForm(server, "/login", { email: olive.email, password })
      expect(answer.headers.get("set-cookie")).toMatch(cookie)
      const given = answer.headers.get("set-cookie")!.split(";")[0]!
      expect((await server.call("GET", "/research", { headers: { cookie: given } })).status).toBe(200)
      const ended = await server.call("GET", "/research", { headers: { cookie: `${given}x` } })
      expect(ended.headers.get("set-cookie")).toBe(
        answer.headers.get("set-cookie")!.replace(/ht_[^;]+/, "").replace("2592000", "0")
      )
      const planted = given.startsWith("__Host-") ? given.slice("__Host-".length) : `__Host-${given}`
      expect((await server.call("GET", "/research", { headers: { cookie: planted } })).status).toBe(303)
    } finally {
      await server.stop()
    }
  })
})

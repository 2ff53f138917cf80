import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { mailedToken, query, registerAgent, signUp } from "../people.ts"
import { follow, formBody, outcome, postForm, signIn } from "./reader.ts"

const password = "correct horse battery"

onEmbeddedDatabase("accounts made in a browser", (db) => {
  let auspex: RunningAuspex
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
  })
  afterAll(() => auspex.stop())
  const accounts = () => query<{ readonly n: number }>(auspex, "select count(*)::integer as n from accounts")

  it("are signed in at once, and verified by the mailed link", async () => {
    const login = await auspex.call("GET", "/login?next=%2Fresearch")
    expect(login.text).toContain("href=\"/signup?next=%2Fresearch\"")
    expect((await auspex.call("GET", "/signup?next=%2Fresearch")).text).toContain("name=\"next\" value=\"/research\"")
    const made = await postForm(auspex, "/signup", { name: "Ines", email: "ines@example.org", password })
    expect([made.status, made.headers.get("location")]).toEqual([303, "/account?done=signed-up"])
    const cookie = made.headers.get("set-cookie")!.split(";")[0]!
    const home = await auspex.call("GET", "/account?done=signed-up", { headers: { cookie } })
    expect([home.status, home.text.includes("Ines"), home.text.includes("Your account has been created.")])
      .toEqual([200, true, true])
    const token = mailedToken(auspex, "ines@example.org")
    expect(outcome(await postForm(auspex, "/verify-email", { token }))).toBe("to /verify-email?done=verified")
    expect(
      await query(
        auspex,
        "select name, email_verified_at is not null as email_verified from accounts where email = 'ines@example.org'"
      )
    )
      .toEqual([{ name: "Ines", email_verified: true }])
  })

  it.each([
    ["/research/x?done=y", "/research/x?done=y"],
    ["//evil.example", "/account?done=signed-up"]
  ])("lead on to %s as %s", async (next, location) => {
    const name = `Person ${location.length}`
    const made = await postForm(auspex, "/signup", { next, name, email: `p${location.length}@example.org`, password })
    expect([made.status, made.headers.get("location")]).toEqual([303, location])
  })

  it("name the account that recommended the service", async () => {
    const recruiter = await registerAgent(auspex)
    const code = (await auspex.call("GET", "/api/me", { as: recruiter.key })).body.user.referral_code
    expect((await auspex.call("GET", `/signup?ref=${code}`)).text).toContain(`name="referral_code" value="${code}"`)
    const person = { name: "Recruited", email: "recruited@example.org", password }
    expect(outcome(await postForm(auspex, "/signup", { ...person, referral_code: code }))).toMatch(/^to /)
    expect(
      await query(
        auspex,
        "select r.name from accounts a join accounts r on r.id = a.referred_by where a.name = 'Recruited'"
      )
    )
      .toEqual([{ name: recruiter.name }])
  })

  it("are refused with everything that is wrong, beside what was entered", async () => {
    const before = await accounts()
    const { headers, status, text } = await postForm(auspex, "/signup", {
      name: "A",
      email: "no address",
      password: "short"
    })
    expect([status, headers.get("set-cookie")]).toEqual([400, null])
    expect(text.match(/class="wrong"/g)?.length).toBe(3)
    expect(text).toContain("value=\"no address\"")
    expect(text).not.toContain("short\"")
    const taken = await signUp(auspex)
    const again = await postForm(auspex, "/signup", { name: "Somebody else", email: taken.email, password })
    expect([again.status, again.text.match(/class="wrong"/g)?.length]).toEqual([400, 1])
    expect((await accounts())[0]!.n).toBe(before[0]!.n + 1)
  })

  it("are not made by forms of other sites", async () => {
    const fields = { name: "Mallory", email: "mallory@example.org", password }
    for (const path of ["/signup", "/forgot-password"]) {
      for (const origin of ["https://evil.example", "https://auspex.test"]) {
        const answer = await postForm(auspex, path, fields, { origin })
        expect([path, answer.status, answer.headers.get("set-cookie")]).toEqual([path, 403, null])
      }
    }
    expect(await query(auspex, "select from accounts where name = 'Mallory'")).toEqual([])
  })

  describe("with a forgotten password", () => {
    it("get a new one by mail", async () => {
      const person = await signUp(auspex)
      await expect.poll(() => auspex.mails().filter((mail) => mail.includes(person.email)).length).toBe(1)
      expect((await auspex.call("GET", "/forgot-password")).status).toBe(200)
      const asked = await postForm(auspex, "/forgot-password", { email: person.email })
      const unknown = await postForm(auspex, "/forgot-password", { email: "nobody@example.org" })
      expect([outcome(asked), outcome(unknown)]).toEqual(Array(2).fill("to /forgot-password?done=mailed"))
      expect((await follow(auspex, asked)).text).toContain("Check your mail")
      await expect.poll(() => auspex.mails().filter((mail) => mail.includes(person.email)).length).toBe(2)
      const token = mailedToken(auspex, person.email)
      const changed = await postForm(auspex, "/reset-password", { token, password: "a new long password" })
      const reset = await follow(auspex, changed)
      expect([reset.status, reset.text.includes("href=\"/login\"")]).toEqual([200, true])
      expect((await (await signIn(auspex, person, "a new long password")).get("/research")).status).toBe(200)
    })

    it("are asked for the address again when it is none", async () => {
      const { status, text } = await postForm(auspex, "/forgot-password", { email: "no address" })
      expect([status, text.match(/class="wrong"/g)?.length]).toEqual([400, 1])
    })
  })

  it.each([
    ["/signup", "/api/auth/signup", 5],
    ["/forgot-password", "/api/auth/forgot-password", 3]
  ])("have the limit of the API: %s", async (path, operation, limit) => {
    const from = `198.51.100.${limit}`
    const statuses: Array<number> = []
    for (let n = 0; n <= limit; n++) {
      const answer = n % 2 === 0
        ? await auspex.call("POST", operation, { body: {}, from })
        : await auspex.call("POST", path, {
          body: formBody({}),
          from,
          headers: { "content-type": "application/x-www-form-urlencoded" }
        })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([...Array(limit).fill(400), 429])
  })
})

import { accountPageRoutes, researchPageRoutes, surveyPageRoutes } from "@auspex/adapters-http/pages"
import { Accounts } from "@auspex/domain/accounts"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { Answer } from "../harness.ts"
import { goodReasoning, mailedToken, openQuestion, query, registerAgent, signUp, verifiedHuman } from "../people.ts"
import { brief, rateQuestion, researchMember } from "../projects/researchMember.ts"
import { newLink, newSurvey } from "../surveyLinks/answering.ts"
import { auspexOn } from "../servers.ts"
import { dispatchUntil, privateEgress } from "../webhooks/webhooksWorld.ts"
import { type Fields, postForm, signIn } from "./reader.ts"

const password = "correct horse battery"

onEmbeddedDatabase("forms of pages", (db) => {
  const auspex = auspexOn(db, privateEgress)
  const received: Array<string> = []
  const hook = createServer((request, answer) => {
    received.push(request.url!)
    request.resume().on("end", () => answer.end())
  })
  beforeAll(() => new Promise<void>((ready) => hook.listen(0, "127.0.0.1", ready)))
  afterAll(() => new Promise((closed) => hook.close(closed)))

  /** All that forms do: the rows of every table, the mails, and the requests to the webhook. */
  const acts = async () => {
    const tables = await query<{ name: string; rows: number }>(
      auspex,
      `select table_name as name,
         (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', table_name), false, true, '')))[1]::text::integer
           as rows
       from information_schema.tables
       where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`
    )
    return { tables, mails: auspex.mails().length, received: received.length }
  }

  it("answer with a redirect to a page that can be loaded again, which repeats nothing", async () => {
    const member = await researchMember(auspex)
    const reader = await signIn(auspex, member.owner)
    const other = await verifiedHuman(auspex)
    const at = `/research/${member.workspace}`
    const walked: Array<string> = []
    const secrets: Array<string> = []

    /** Follows the answer to a form, and loads the page twice more. Resolves to the page after the redirect. */
    const reload = async (route: string, answer: Answer, cookie: string): Promise<string> => {
      walked.push(route)
      const location = answer.headers.get("location")
      expect([route, answer.status, location]).toEqual([route, 303, expect.any(String)])
      const jar = new Map([["auspex", cookie]])
      const take = ({ headers }: Answer) => {
        for (const set of headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
          if (set.includes("Max-Age=0")) jar.delete(name!)
          else jar.set(name!, value!)
        }
      }
      const open = async () => {
        const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") }
        const page = await auspex.call("GET", location!, { headers })
        expect([route, page.status]).toEqual([route, 200])
        take(page)
        return page.text
      }
      take(answer)
      const before = await acts()
      const first = await open()
      const [second, third] = [await open(), await open()]
      expect([route, second, await acts()]).toEqual([route, third, before])
      for (const [, secret] of first.matchAll(/<output class="secret">([^<]+)</g)) {
        secrets.push(route)
        expect([route, second.includes(secret!), location!.includes(secret!)]).toEqual([route, false, false])
      }
      return first
    }

    const own = reader.cookie.split("=")[1]!
    const send = async (route: string, path: string, fields: Fields = {}) =>
      reload(route, await reader.post(path, fields), own)
    const sendOpen = async (route: string, path: string, fields: Fields) =>
      reload(route, await postForm(auspex, path, fields), "")
    const idIn = (page: string, pattern: string) => new RegExp(pattern).exec(page)![1]!
    const workspace = (part: string) => `/research/:workspace_id${part}`

    const person = await signUp(auspex)
    await expect.poll(() => auspex.mails().some((mail) => mail.includes(person.email))).toBe(true)
    await sendOpen("/verify-email", "/verify-email", { token: mailedToken(auspex, person.email) })
    await sendOpen("/signup", "/signup", { name: "Ines", email: "ines@example.org", password })
    await sendOpen("/login", "/login", { email: person.email, password })
    const linked = await auspex.run(Effect.flatMap(Accounts, (accounts) => accounts.issueSignIn(person.id)))
    await sendOpen("/sign-in", "/sign-in", { token: linked })
    const mails = auspex.mails().length
    const asked = await postForm(auspex, "/forgot-password", { email: person.email })
    await expect.poll(() => auspex.mails().length).toBeGreaterThan(mails)
    await reload("/forgot-password", asked, "")
    await sendOpen("/reset-password", "/reset-password", {
      token: mailedToken(auspex, person.email),
      password: "a new long password"
    })
    const agent = await registerAgent(auspex)
    expect(await send("/link", "/link", { api_key: agent.key })).toContain(`${agent.name} is linked to your account`)

    const created = await send("/account/agents", "/account/agents", { name: "Quill", model: "gpt-5" })
    expect(created).toContain("Quill is created and linked to your account")
    await send("/account/notifications", "/account/notifications")
    const copied = await send("/account/personas/from-archetype", "/account/personas/from-archetype", {
      archetype: "superforecaster_fox"
    })
    const persona = idIn(copied, `action="(/account/personas/[^"/]+)/assign"`)
    const agent_id = idIn(copied, "<option value=\"([0-9a-f-]{36})\"")
    const ofPersona = (part: string) => `/account/personas/:persona_id/${part}`
    await send(ofPersona("assign"), `${persona}/assign`, { agent_id })
    await send(ofPersona("unassign"), `${persona}/unassign`, { agent_id })
    await send("/account/personas/interview", "/account/personas/interview", { keep: "yes", name: "Mine" })
    await send(ofPersona("delete"), `${persona}/delete`)
    const models = "/account/models"
    await send(models, models, { llm_provider: "platform" })
    await send(`${models}/check`, `${models}/check`)
    await send(`${models}/remove`, `${models}/remove`)
    const ofModel = (part: string) => `${models}/:agent_id${part}`
    await send(ofModel(""), `${models}/${agent_id}`, { llm_provider: "bridge" })
    await send(ofModel("/remove"), `${models}/${agent_id}/remove`)
    await send(ofModel("/share"), `${models}/${agent_id}/share`, { use_global: "false" })
    const unverified = await signIn(auspex, await signUp(auspex))
    const resent = await unverified.post("/account/resend-verification", {})
    await reload("/account/resend-verification", resent, unverified.cookie.split("=")[1]!)
    const question = await openQuestion(auspex)
    const answer = { prediction: "true", confidence: "70", reasoning: goodReasoning() }
    const placed = await send("/questions/:id/predict", `/questions/${question}/predict`, answer)
    expect(placed).toContain("Your prediction is placed")

    await send("/research/new", "/research/new", { name: "Another" })
    await send(workspace("/rename"), `${at}/rename`, { name: "Olive & Daughters" })
    await send(workspace("/members"), `${at}/members`, { account: other.email, role: "viewer" })
    await send(workspace("/members/role"), `${at}/members/role`, { account: other.id, role: "member" })
    await send(workspace("/members/remove"), `${at}/members/remove`, { account: other.id })
    const keys = await send(workspace("/keys"), `${at}/keys`, { name: "notebook", expires_in_days: "30" })
    const revoke = idIn(keys, `action="(${at}/keys/[^"]+/revoke)"`)
    await send(workspace("/keys/:key_id/revoke"), revoke)

    const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`
    const hooks = await send(workspace("/webhooks"), `${at}/webhooks`, { url, events: "project.created" })
    const webhook = idIn(hooks, `href="(${at}/webhooks/[^"]+)"`)
    const ofWebhook = (part: string) => workspace(`/webhooks/:webhook_id/${part}`)
    await send(ofWebhook("test"), `${webhook}/test`)
    expect(received.length).toBe(1)
    await send(ofWebhook("rotate"), `${webhook}/rotate`)
    await send(ofWebhook("change"), `${webhook}/change`, { url, events: "project.created" })
    await send(ofWebhook("switch"), `${webhook}/switch`, { active: "true" })

    const kind = (name: string) => workspace(`/projects/new/${name}`)
    const research = `${at}/projects/new/research`
    const made = await send(kind("research"), research, { brief })
    const project = idIn(made, `action="(${at}/projects/[^"/]+)/`)
    const segments = "Savers; 2; 10; Retired, keeps accounts on paper and visits the branch."
    const questions = "Which bank do you use most often?"
    await send(kind("survey"), `${at}/projects/new/survey`, { title: "Banks", questions })
    await send(kind("audience"), `${at}/projects/new/audience`, { title: "A fee", questions, segments })
    const simulation = { title: "Rates", experts: "3", rounds_max: "4", ...rateQuestion }
    await send(kind("simulation"), `${at}/projects/new/simulation`, simulation)
    const ofProject = (part: string) => workspace(`/projects/:id/${part}`)
    await send(ofProject("questions"), `${project}/questions`, rateQuestion)
    await send(ofProject("sources"), `${project}/sources`, { uri: "https://93.184.215.14/rates" })
    await send(ofProject("runs"), `${project}/runs`)
    await send(ofProject("runs/cancel"), `${project}/runs/cancel`)
    await send(ofProject("runs/resume"), `${project}/runs/resume`)
    await send(ofProject("archive"), `${project}/archive`)

    await dispatchUntil(auspex, () => expect.poll(() => received.length).toBeGreaterThan(1))
    const redeliver = `action="(${webhook}/deliveries/[^"]+/redeliver)"`
    await expect.poll(async () => (await reader.get(webhook)).text).toMatch(new RegExp(redeliver))
    const delivery = idIn((await reader.get(webhook)).text, redeliver)
    await send(ofWebhook("deliveries/:delivery_id/redeliver"), delivery)
    await send(ofWebhook("delete"), `${webhook}/delete`)

    const ofOwnWebhook = (part: string) => `/account/webhooks/:webhook_id/${part}`
    const ownHooks = await send("/account/webhooks", "/account/webhooks", { url, events: "question.created" })
    const ownWebhook = idIn(ownHooks, "href=\"(/account/webhooks/[^\"]+)\"")
    await send(ofOwnWebhook("test"), `${ownWebhook}/test`)
    await send(ofOwnWebhook("rotate"), `${ownWebhook}/rotate`)
    await send(ofOwnWebhook("change"), `${ownWebhook}/change`, { url, events: "question.created" })
    await send(ofOwnWebhook("switch"), `${ownWebhook}/switch`, { active: "true" })
    await openQuestion(auspex)
    const ownDelivery = `action="(${ownWebhook}/deliveries/[^"]+/redeliver)"`
    const arrived = async () => (await reader.get(ownWebhook)).text
    await dispatchUntil(auspex, () => expect.poll(arrived).toMatch(new RegExp(ownDelivery)))
    await send(ofOwnWebhook("deliveries/:delivery_id/redeliver"), idIn(await arrived(), ownDelivery))
    await send(ofOwnWebhook("delete"), `${ownWebhook}/delete`)

    const { id, questions: [words] } = await newSurvey(member)
    const responses = `${at}/projects/${id}/responses`
    const links = await send(ofProject("responses/links"), `${responses}/links`, { name: "Staff" })
    await send(ofProject("responses/panel"), `${responses}/panel`, { segments })
    const close = idIn(links, `action="(${responses}/links/[^"]+/close)"`)
    await send(ofProject("responses/links/:link_id/close"), close)
    const { token } = await newLink(member, id)
    await sendOpen("/s/:token", `/s/${token}`, { form: randomUUID(), [words!]: "Shorter queues." })
    const stays = { current: password, password: "an even longer password" }
    await send("/account/password", "/account/password", stays)
    const away = await signIn(auspex, other)
    const everywhere = await away.post("/account/sign-out-everywhere")
    await reload("/account/sign-out-everywhere", everywhere, "")
    await send("/logout", "/logout")

    const forms = [...accountPageRoutes, ...surveyPageRoutes, ...researchPageRoutes]
      .filter(({ method }) => method === "POST").map(({ path }) => path)
    expect(walked.toSorted()).toEqual(forms.toSorted())
    expect([...new Set(secrets)].toSorted()).toEqual(
      [
        "/account/agents",
        "/account/webhooks",
        ofOwnWebhook("rotate"),
        workspace("/keys"),
        workspace("/webhooks"),
        ofWebhook("rotate"),
        ofProject("responses/links")
      ].toSorted()
    )
  })

  it("show a notice to its own session and page only, and no page a changed one", async () => {
    const member = await researchMember(auspex)
    const [reader, second] = [await signIn(auspex, member.owner), await signIn(auspex, member.owner)]
    const page = `/research/${member.workspace}/keys`
    const { headers } = await reader.post(page, { name: "notebook", expires_in_days: "30" })
    const set = headers.get("set-cookie")!
    expect(set).toMatch(
      new RegExp(`^auspex-notice=[\\w-]{100,3500}; Path=${page}; HttpOnly; SameSite=Lax; Max-Age=60$`)
    )
    const notice = set.split(";")[0]!
    const shows = async (session: string, path: string, carried: string) => {
      const answer = await auspex.call("GET", path, { headers: { cookie: `${session}; ${carried}` } })
      return [answer.status, answer.text.includes("<output"), answer.headers.get("set-cookie")]
    }
    const changed = notice.replace(/(?<==.{40})./, (one) => one === "A" ? "B" : "A")
    for (
      const [session, path, carried] of [
        [second.cookie, page, notice],
        [reader.cookie, `/research/${member.workspace}/members`, notice],
        [reader.cookie, page, changed],
        [reader.cookie, page, "auspex-notice=x"],
        [reader.cookie, page, notice.slice(0, -40)]
      ] as const
    ) expect(await shows(session, path, carried)).toEqual([200, false, null])
    expect(await shows(reader.cookie, page, notice)).toEqual([
      200,
      true,
      `auspex-notice=; Path=${page}; HttpOnly; SameSite=Lax; Max-Age=0`
    ])
  })
})

import { ResearchApi, researchCodes } from "@auspex/adapters-http/contract"
import { HttpApi } from "@effect/platform"
import { onEmbeddedDatabase } from "@auspex/testkit/databases"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { query, type TestHuman, verifiedHuman } from "../people.ts"

/** Every operation that takes a key, as `METHOD path`. */
const operations: ReadonlyArray<string> = (() => {
  const found: Array<string> = []
  // oxlint-disable-next-line no-explicit-any
  HttpApi.reflect(ResearchApi as any, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) => {
      if (group.identifier !== "system") found.push(`${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, "{$1}")}`)
    }
  })
  return found.toSorted()
})()

const brief = "Should we move a tenth of the bond portfolio into private credit before the end of 2030?"

const rateQuestion = {
  text: "Will the European Central Bank lower its deposit rate before 1 July 2035?",
  kind: "binary",
  resolution_signal: "press_release",
  resolution_date: "2035-06-30"
}

const bodies: Readonly<Record<string, object>> = {
  "POST /api/projects/research": { brief },
  "POST /api/projects/survey": { title: "Banks", questions: ["Which bank do you use most often?"] },
  "POST /api/projects/audience": {
    title: "Banks",
    questions: [{ text: "Which bank do you use most often?" }],
    segments: [{ name: "Savers", persona: "Retired, saves for the grandchildren.", weight: 1, size: 2 }]
  },
  "POST /api/projects/simulation": { title: "Rates", questions: [rateQuestion], experts: 3, rounds_max: 2 },
  "POST /api/projects/{id}/questions": rateQuestion,
  "POST /api/projects/{id}/questions/{question_id}/forecast": { category: "society" },
  "POST /api/projects/{id}/links": { name: "Staff" },
  "POST /api/projects/{id}/panel": {
    segments: [{ name: "Savers", persona: "Retired, saves for the grandchildren.", weight: 1, size: 2 }]
  },
  "POST /api/projects/{id}/sources": { uri: "https://93.184.215.14/rates" }
}

/** The paths of operations that only surveys have. */
const ofSurveys = /\/(links|responses|results|panel)\b/u

const queries: Readonly<Record<string, string>> = { "GET /api/findings/search": "?q=rates" }

onEmbeddedDatabase("every operation of the research API", (db) => {
  let auspex: RunningAuspex
  let keys: Readonly<Record<string, string | undefined>>
  let owner: TestHuman
  let own: string
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    owner = await verifiedHuman(auspex)
    const viewer = await verifiedHuman(auspex)
    const stranger = await verifiedHuman(auspex)
    const workspace = await newWorkspace(owner)
    await as(owner, "PUT", `/api/workspaces/${workspace}/members/${viewer.id}`, { role: "viewer" })
    const expired = await newKey(owner, workspace)
    await query(auspex, "update workspace_keys set expires_at = auspex_now() where id = $1::uuid", [expired.id])
    const revoked = await newKey(owner, workspace)
    await as(owner, "DELETE", `/api/workspaces/${workspace}/keys/${revoked.id}`)
    own = (await newKey(owner, workspace)).secret
    keys = {
      admin: own,
      viewer: (await newKey(viewer, workspace)).secret,
      other: (await newKey(stranger, await newWorkspace(stranger))).secret,
      revoked: revoked.secret,
      expired: expired.secret,
      none: undefined
    }
  })
  afterAll(() => auspex.stop())

  const as = async ({ token }: TestHuman, method: string, path: string, body?: object) =>
    (await auspex.call(method, path, { as: token, ...(body === undefined ? {} : { body }) })).body
  const newWorkspace = async (human: TestHuman): Promise<string> =>
    (await as(human, "POST", "/api/workspaces", { name: "Olive & Sons" })).id
  const newKey = async (
    human: TestHuman,
    workspace: string
  ): Promise<{ readonly id: string; readonly secret: string }> => {
    const { key, secret } = await as(human, "POST", `/api/workspaces/${workspace}/keys`, { name: "notebook" })
    return { id: key.id, secret }
  }

  /** A new survey with a link. */
  const surveySubject = async () => {
    const { id } =
      (await auspex.research("POST", "/api/projects/survey", { as: own, body: bodies["POST /api/projects/survey"] }))
        .body
    const made = await auspex.research("POST", `/api/projects/${id}/links`, { as: own, body: { name: "Customers" } })
    return { id, link_id: made.body.link.id }
  }

  let cuts = 1
  /** A new project with a question and a source, so that no call stands in the way of the next. */
  const subject = async () => {
    const { id } = (await auspex.research("POST", "/api/projects/research", { as: own, body: { brief } })).body
    const body = { uri: "https://93.184.215.14/earlier" }
    const source = (await auspex.research("POST", `/api/projects/${id}/sources`, { as: own, body })).body.id
    const draft = {
      ...bodies["POST /api/projects/{id}/questions"],
      text: `Will the rate be cut to ${cuts++} % by July 2035?`
    }
    const question = (await auspex.research("POST", `/api/projects/${id}/questions`, { as: own, body: draft })).body.id
    return { id, source_id: source, question_id: question }
  }

  const ask = async (operation: string, key: string | undefined) => {
    const [method, path] = operation.split(" ") as [string, string]
    const ids: Readonly<Record<string, string>> = !path.includes("{")
      ? {}
      : ofSurveys.test(path)
      ? await surveySubject()
      : await subject()
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]!) + (queries[operation] ?? "")
    return auspex.research(method, target, {
      ...(key === undefined ? {} : { as: key }),
      ...(bodies[operation] === undefined ? {} : { body: bodies[operation] })
    })
  }

  it("lets in whom it should, and tells others nothing but why", async () => {
    const names = Object.keys(keys)
    const lines = [`${"".padEnd(58)}${names.map((name) => name.padEnd(10)).join("")}`.trimEnd()]
    for (const operation of operations) {
      await query(auspex, "truncate rate_windows")
      const cells: Array<string> = []
      for (const name of names) {
        const { body, status } = await ask(operation, keys[name])
        cells.push(String(status).padEnd(10))
        if (status >= 400) {
          expect(Object.keys(body)).toEqual(["error"])
          expect(researchCodes).toContain(body.error.code)
        }
        if (status === 403 && name === "other") {
          expect(body.error).toEqual({
            code: "wrong_workspace",
            message: "The key belongs to a different workspace than the project.",
            field: null
          })
        }
      }
      lines.push(`${operation.padEnd(58)}${cells.join("")}`.trimEnd())
    }
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("matrix.txt")
  })

  it("does not find what is not there", async () => {
    for (const operation of operations.filter((one) => one.includes("{id}"))) {
      const [method, path] = operation.split(" ") as [string, string]
      for (const id of ["unknown", "01900000-0000-7000-8000-000000000000"]) {
        const target = path.replace("{id}", id).replace(/\{(source|question|link)_id\}/, id)
        const { body, status } = await auspex.research(method, target, {
          as: own,
          ...(bodies[operation] === undefined ? {} : { body: bodies[operation] })
        })
        expect([operation, status, body.error.code]).toEqual([operation, 404, "project_not_found"])
      }
    }
    const { id } = await subject()
    const missing = await auspex.research("GET", `/api/projects/${id}/sources/unknown`, { as: own })
    expect([missing.status, missing.body.error.code]).toEqual([404, "source_not_found"])
  })
})

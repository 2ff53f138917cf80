import { framingRules } from "@auspex/domain/framing"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { query, type TestHuman, verifiedHuman } from "../people.ts"

onServerDatabaseFirst("workspaces", (db) => {
  let auspex: RunningAuspex
  let olive: TestHuman
  let bea: TestHuman
  let workspace: string
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    olive = await verifiedHuman(auspex)
    bea = await verifiedHuman(auspex)
    workspace = (await as(olive, "POST", "/api/workspaces", { name: "Olive & Sons" })).body.id
  })
  afterAll(() => auspex.stop())

  const as = (human: TestHuman, method: string, path: string, body?: object) =>
    auspex.call(method, path, { as: human.token, ...(body === undefined ? {} : { body }) })
  const at = (path: string): string => `/api/workspaces/${workspace}${path}`
  const role = (human: TestHuman, role: string) => as(olive, "PUT", at(`/members/${human.id}`), { role })
  const newKey = async (human: TestHuman): Promise<{ readonly id: string; readonly secret: string }> => {
    const { body } = await as(human, "POST", at("/keys"), { name: "notebook" })
    return { id: body.key.id, secret: body.secret }
  }
  const ask = (key: string | undefined, path = "/api/framing-rules") =>
    auspex.research("GET", path, key === undefined ? {} : { as: key })

  it("are hidden from everybody else", async () => {
    for (
      const [method, path, body] of [
        ["GET", "", undefined],
        ["PATCH", "", { name: "Mine" }],
        ["PUT", `/members/${bea.id}`, { role: "admin" }],
        ["DELETE", `/members/${olive.id}`, undefined],
        ["POST", "/keys", { name: "notebook" }],
        ["GET", "/keys", undefined],
        ["GET", "/audit", undefined]
      ] as const
    ) {
      const { body: refused, status } = await as(bea, method, at(path), body)
      expect([method, path, status, refused.code]).toEqual([method, path, 404, "WORKSPACE_NOT_FOUND"])
    }
    expect((await as(bea, "GET", "/api/workspaces")).body.workspaces).toEqual([])
  })

  it("are managed by their admins only", async () => {
    for (const given of ["viewer", "member"]) {
      await role(bea, given)
      for (
        const [method, path, body] of [
          ["PATCH", "", { name: "Mine" }],
          ["PUT", `/members/${olive.id}`, { role: "viewer" }],
          ["DELETE", `/members/${olive.id}`, undefined],
          ["GET", "/audit", undefined]
        ] as const
      ) {
        const { body: refused, status } = await as(bea, method, at(path), body)
        expect([given, method, status, refused.code]).toEqual([given, method, 403, "INSUFFICIENT_PERMISSIONS"])
      }
    }
    await role(bea, "admin")
    expect((await as(bea, "PATCH", at(""), { name: "Ours" })).body.name).toBe("Ours")
    expect((await as(bea, "PATCH", at(""), { tier: "enterprise" })).body.failures[0].field).toBe("tier")
  })

  it("keep an admin, however its members race to leave", async () => {
    await role(bea, "admin")
    const left = await Promise.all([
      as(olive, "DELETE", at(`/members/${bea.id}`)),
      as(bea, "DELETE", at(`/members/${olive.id}`)),
      as(olive, "PUT", at(`/members/${olive.id}`), { role: "viewer" })
    ])
    const [{ admins }] = await query<{ readonly admins: number }>(
      auspex,
      "select count(*)::integer as admins from workspace_members where workspace_id = $1::uuid and role = 'admin'",
      [workspace]
    ) as [{ readonly admins: number }]
    expect(admins).toBeGreaterThan(0)
    expect(left.some(({ status }) => status === 200)).toBe(true)
    await query(auspex, "delete from workspace_members where workspace_id = $1::uuid", [workspace])
    await query(
      auspex,
      "insert into workspace_members (workspace_id, account_id, role) values ($1::uuid, $2::uuid, 'admin')",
      [workspace, olive.id]
    )
  })

  describe("a workspace key", () => {
    it("opens the research API, and nothing of the core API", async () => {
      const { secret } = await newKey(olive)
      const { body, status } = await ask(secret)
      expect([status, body.rules.length]).toEqual([200, framingRules.length])
      expect((await auspex.call("GET", "/api/me", { headers: { authorization: `Bearer ${secret}` } })).status).toBe(401)
    })

    it("counts after the word Bearer alone", async () => {
      const { secret } = await newKey(olive)
      const withHeader = async (authorization: string) => {
        const { body, status } = await auspex.research("GET", "/api/framing-rules", { headers: { authorization } })
        return status === 200 ? status : `${status} ${body.error.code}`
      }
      expect(await withHeader(`bearer ${secret}`)).toBe(200)
      for (const authorization of [secret, `Basic ${secret}`]) {
        expect(await withHeader(authorization)).toBe("401 invalid_api_key")
      }
    })

    it.each([
      ["no key", async () => undefined, "missing_auth"],
      ["an unknown key", async () => `rk_${"x".repeat(43)}`, "invalid_api_key"],
      ["a human token", async () => olive.token, "invalid_api_key"],
      ["a revoked key", async () => {
        const { id, secret } = await newKey(olive)
        await as(olive, "DELETE", at(`/keys/${id}`))
        return secret
      }, "invalid_api_key"],
      ["an expired key", async () => {
        const { id, secret } = await newKey(olive)
        await query(auspex, "update workspace_keys set expires_at = auspex_now() where id = $1::uuid", [id])
        return secret
      }, "invalid_api_key"],
      ["the key of a member that was removed", async () => {
        await role(bea, "viewer")
        const { secret } = await newKey(bea)
        expect((await ask(secret)).status).toBe(200)
        await as(olive, "DELETE", at(`/members/${bea.id}`))
        await role(bea, "viewer")
        return secret
      }, "invalid_api_key"]
    ])("is refused: %s", async (_, key, code) => {
      const { body, status } = await ask(await key())
      expect([status, body]).toEqual([401, { error: { code, message: expect.stringMatching(/\.$/u), field: null } }])
    })

    it("reads the audit log for an admin only", async () => {
      await role(bea, "member")
      const { body, status } = await ask((await newKey(bea)).secret, "/api/audit")
      expect([status, body.error.code]).toEqual([403, "insufficient_permissions"])
      const log = await ask((await newKey(olive)).secret, "/api/audit?limit=1")
      expect(log.body.entries).toMatchObject([{ action: "key.create", account_id: olive.id }])
      expect(JSON.stringify(log.body)).not.toContain("rk_")
    })

    it("belongs to a member, who sees and revokes no other member's", async () => {
      await role(bea, "member")
      const own = await newKey(bea)
      const others = await newKey(olive)
      const { keys } = (await as(bea, "GET", at("/keys"))).body
      expect(keys.map((key: { readonly account_id: string }) => key.account_id)).not.toContain(olive.id)
      expect(JSON.stringify(keys)).not.toContain(own.secret)
      expect((await as(bea, "DELETE", at(`/keys/${others.id}`))).body.code).toBe("WORKSPACE_KEY_NOT_FOUND")
      expect((await as(olive, "DELETE", at(`/keys/${own.id}`))).body.live).toBe(false)
    })

    it("takes exactly 100 requests a minute, and 1,000 of an enterprise workspace", async () => {
      const racing = async (secret: string, count: number) => {
        const answers = await Promise.all(Array.from({ length: count }, () => ask(secret)))
        const refused = answers.filter(({ status }) => status === 429)
        for (const { body, headers } of refused) {
          expect(body.error.code).toBe("rate_limited")
          expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
        }
        return count - refused.length
      }
      expect(await racing((await newKey(olive)).secret, 120)).toBe(100)
      await auspex.call("PATCH", at(""), { as: auspex.adminKey, body: { tier: "enterprise" } })
      expect(await racing((await newKey(olive)).secret, 120)).toBe(120)
      const { headers } = await ask((await newKey(olive)).secret)
      expect(headers.get("ratelimit-policy")).toBe("\"research\";q=1000;w=60")
    })
  })

  describe("the research API", () => {
    it("documents its operations with its own codes and errors", async () => {
      const { paths, "x-error-catalogue": catalogue, components } = (await auspex.research("GET", "/openapi.json")).body
      expect(Object.keys(paths).sort()).toEqual([
        "/api/audit",
        "/api/errors",
        "/api/findings/search",
        "/api/framing-rules",
        "/api/projects",
        "/api/projects/audience",
        "/api/projects/research",
        "/api/projects/simulation",
        "/api/projects/survey",
        "/api/projects/{id}",
        "/api/projects/{id}/archive",
        "/api/projects/{id}/links",
        "/api/projects/{id}/links/{link_id}/close",
        "/api/projects/{id}/packet",
        "/api/projects/{id}/panel",
        "/api/projects/{id}/questions",
        "/api/projects/{id}/questions/{question_id}/forecast",
        "/api/projects/{id}/reasonings",
        "/api/projects/{id}/responses",
        "/api/projects/{id}/results",
        "/api/projects/{id}/runs",
        "/api/projects/{id}/runs/cancel",
        "/api/projects/{id}/runs/latest",
        "/api/projects/{id}/runs/latest/events",
        "/api/projects/{id}/runs/resume",
        "/api/projects/{id}/sources",
        "/api/projects/{id}/sources/{source_id}",
        "/api/projects/{id}/status",
        "/health",
        "/health/ready"
      ])
      const { errors } = (await auspex.research("GET", "/api/errors")).body
      expect(catalogue).toEqual(errors)
      const codes = errors.map(({ code }: { readonly code: string }) => code)
      expect(codes).toContain("validation_error")
      expect(codes).toEqual(expect.arrayContaining(
        framingRules.filter(({ severity }) => severity === "error").map(({ id }) => id)
      ))
      expect(Object.keys(components.schemas.Error.properties)).toEqual(["error", "failures"])
      expect(Object.keys(components.securitySchemes)).toEqual(["WorkspaceKey"])
    })

    it("answers wrong requests in its envelope", async () => {
      const { secret } = await newKey(olive)
      const { body, status } = await ask(secret, "/api/audit?limit=0")
      expect([status, body.error]).toEqual([
        400,
        { code: "validation_error", message: expect.any(String), field: "limit" }
      ])
      const preflight = await auspex.research("OPTIONS", "/api/framing-rules")
      expect(preflight.status).toBe(204)
      expect((await auspex.research("POST", "/api/framing-rules")).body.error.code).toBe("method_not_allowed")
    })
  })
})

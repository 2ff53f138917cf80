import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { keys, type Running, serveSample } from "./harness.ts"

let server: Running
beforeAll(async () => { server = await serveSample() })
afterAll(() => server.close())

const ask = async (method: string, path: string, options: { headers?: Record<string, string>; body?: unknown } = {}) => {
  const { headers = {}, body } = options
  const response = await fetch(server.url + path, {
    method,
    headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: text.startsWith("{") ? JSON.parse(text) : undefined }
}

const good = { title: "a title", confidence: 60 }

describe("smoke", () => {
  it("answers a list, a thing and a creation", async () => {
    const list = await ask("GET", "/api/things")
    expect(list.json).toEqual({ things: [{ id: "12", title: "thing 12", made_at: "2026-01-02T03:04:05.678Z" }], total: 1, next_cursor: null })
    const made = await ask("POST", "/api/things", { headers: { "x-api-key": keys.agent }, body: good })
    expect([made.status, made.json]).toEqual([201, { thing: { id: "agent-1", title: "a title", made_at: "2026-01-02T03:04:05.678Z" } }])
  })
})

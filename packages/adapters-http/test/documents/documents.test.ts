import { HttpApi } from "@effect/platform"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { coreDocument, coreTextRoutes, documentRoutes } from "../../src/documents/index.ts"
import { openApiDocument } from "../../src/documents/openApiDocument.ts"
import { pageFileRoutes } from "../../src/pages/pageFiles.ts"
import { type Running, serveSample } from "../engine/harness.ts"
import { SampleApi } from "../engine/sampleApi.ts"

let server: Running
beforeAll(async () => {
  server = await serveSample({
    plainRoutes: [
      ...documentRoutes(SampleApi, { ...coreDocument, hasSite: false }),
      ...coreTextRoutes(SampleApi, coreDocument),
      ...pageFileRoutes
    ]
  })
})
afterAll(() => server.close())

const lint = async (document: unknown): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "auspex-openapi-"))
  try {
    await writeFile(join(folder, "openapi.json"), JSON.stringify(document))
    await writeFile(join(folder, "redocly.yaml"), "extends: [recommended]\ntelemetry: off\n")
    const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json")
    const bin = join(dirname(manifest), "bin", "cli.js")
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      bin,
      "lint",
      "openapi.json",
      "--format=stylish"
    ], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
    }).catch((error: { stdout: string; stderr: string }) => error)
    return `${stdout}${stderr}`
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe("the OpenAPI document", () => {
  // That of the core API passes more of them, as it is served.
  it("of the sample passes redocly's recommended rules", async () => {
    const report = await lint(openApiDocument(SampleApi, coreDocument))
    expect(report).toMatch(/Your API description is valid/)
    expect(report).not.toMatch(/\berror\b/)
  })

  it("contains every operation, with an example of each refusal that it lists", () => {
    const document = openApiDocument(SampleApi, coreDocument) as any
    let operations = 0
    HttpApi.reflect(SampleApi as any, {
      onGroup: () => undefined,
      onEndpoint: ({ endpoint }) => {
        operations++
        expect(document.paths[endpoint.path.replace(/:(\w+)/g, "{$1}")][endpoint.method.toLowerCase()]).toBeDefined()
      }
    })
    expect(operations).toBeGreaterThan(10)
    const create = document.paths["/api/things"].post
    expect(Object.keys(create.responses)).toEqual([
      "201",
      "400",
      "401",
      "403",
      "409",
      "413",
      "415",
      "429",
      "500",
      "503"
    ])
    expect(create.responses["400"]["x-codes"]).toEqual(["INVALID_REQUEST", "INVALID_CONFIDENCE"])
    expect(create.responses["400"].content["application/json"].examples.INVALID_CONFIDENCE.value.code).toBe(
      "INVALID_CONFIDENCE"
    )
    expect(create.requestBody.content["application/json"].example).toMatchObject({ confidence: 50 })
    expect(create.security).toEqual([{ ApiKey: [] }, { HumanToken: [] }])
    expect(document["x-error-catalogue"].length).toBeGreaterThan(40)
    expect(document.info).toMatchObject({ title: "Auspex", version: "2.0.0" })
    expect(document.openapi).toBe("3.1.0")
  })

  it("and its pages are served without any external resource", async () => {
    expect((await (await fetch(`${server.url}/openapi.json`)).json() as any).info.version).toBe("2.0.0")
    const page = await fetch(`${server.url}/docs`)
    const html = await page.text()
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(html).not.toMatch(/<(script|iframe|object|style)|\ssrc=|\sstyle=/)
    for (const [, link] of html.matchAll(/\shref="(\/[^"]*)"/g)) {
      expect([link, (await fetch(server.url + link)).status]).toEqual([link, 200])
    }
    expect(await (await fetch(`${server.url}/llms.txt`)).text()).toContain("POST /api/things (key)")
  })
})

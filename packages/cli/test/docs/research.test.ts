import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import {
  type FakeChatRequest,
  type FakeModelServer,
  scriptedSpecialist,
  startModelServer
} from "@auspex/testkit/models"
import { LocalSite } from "@auspex/testkit/outside"
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { demoHtml, demoPages } from "../../src/demo/demoPages.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { type ResearchMember, researchMember } from "../projects/researchMember.ts"
import { residentAuspex } from "./residentAuspex.ts"

const page = readFileSync(fileURLToPath(new URL("../../../../docs/research.md", import.meta.url)), "utf8")

/** The commands of a section, in order. */
const commandsOf = (title: string): ReadonlyArray<string> => {
  const section = page.split(`\n## ${title}\n`)[1]!.split("\n## ")[0]!
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script = ""]) => script)
}

onServerDatabaseFirst("docs/research.md", (db) => {
  let auspex: RunningAuspex
  let member: ResearchMember
  let models: FakeModelServer
  let site: LocalSite
  let resident: Awaited<ReturnType<typeof residentAuspex>>
  const folder = mkdtempSync(join(tmpdir(), "auspex-research-"))
  beforeAll(async () => {
    site = await LocalSite.start()
    models = await startModelServer({
      protocol: "openai-compatible",
      models: ["reasoner-1"],
      answer: ({ body }: FakeChatRequest) => {
        const messages = body.messages as ReadonlyArray<{ readonly content: string }>
        return [scriptedSpecialist({ system: messages[0]!.content, content: messages.at(-1)!.content })]
      }
    })
    const pool = [{ provider: "openai-compatible", model: "reasoner-1", base_url: `${models.url}/v1` }]
    auspex = await startAuspex(db.layer, {
      background: true,
      flags: { allowPrivateEgress: true, modelPool: JSON.stringify(pool) }
    })
    member = await researchMember(auspex)
    const pages = demoPages(2035)
    const addresses = pages.map((one) =>
      site.put(one.path, { body: demoHtml(one), ...(one.status === undefined ? {} : { status: one.status }) })
    )
    writeFileSync(join(folder, "sources.txt"), `${addresses.join("\n")}\n`)
    resident = await residentAuspex(folder, () => ({
      AUSPEX_RESEARCH_KEY: member.key,
      AUSPEX_RESEARCH_SERVER: auspex.researchUrl
    }))
  }, 180_000)
  afterAll(async () => {
    await resident.stop()
    await auspex.stop()
    await site.stop()
    await models.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const paste = async (scripts: ReadonlyArray<string>) => {
    const script = ["set -eu", "JSON='content-type: application/json'", ...scripts].join("\n")
    const { PATH = "" } = process.env
    const shell = spawn("bash", ["-c", script], {
      cwd: folder,
      env: {
        PATH: `${folder}:${PATH}`,
        RESEARCH: auspex.researchUrl,
        RESEARCH_KEY: member.key,
        PROJECT: await member.newProject(),
        TMPDIR: folder
      }
    })
    let out = ""
    let err = ""
    shell.stdout.on("data", (chunk: Buffer) => void (out += chunk.toString()))
    shell.stderr.on("data", (chunk: Buffer) => void (err += chunk.toString()))
    const code = await new Promise((resolve) => shell.on("close", resolve))
    expect([code, code === 0 ? "" : err]).toEqual([0, ""])
    return { out, err }
  }

  it("takes a brief to a packet of a panel, with every command of the page", async () => {
    const { err, out } = await paste(commandsOf("From a brief to a packet"))
    expect(out).toContain("passes every rule")
    expect(out).toMatch(/rejected: status/u)
    expect(out).toMatch(/rejected: thin/u)
    expect(out.match(/\bready\b/gu)?.length).toBe(10)
    expect(err).toMatch(/completed: 10 of 10 reasonings/u)
    expect(out).toMatch(/^# Should the family office/mu)
    expect(out).toMatch(/platform_question_id/u)
    // One of the pages orders every model to answer 0.99.
    expect(out).toMatch(/Yes is likely: 60 % \(5 specialists\)/u)
    expect(readFileSync(join(folder, "packet.html"), "utf8")).toMatch(/^<!doctype html>[^]*Vestrand/iu)
  }, 180_000)

  it("asks an audience and lets experts estimate in rounds", async () => {
    const { err, out } = await paste(commandsOf("Audiences and simulations"))
    expect(err).toMatch(/completed: 8 of 8 reasonings/u)
    expect(out).toMatch(/Synthetic respondents: models that play personas answered, and no people/u)
    expect(out).toMatch(/The interval has stopped shrinking/u)
  }, 180_000)

  it("makes a survey with a link and a panel", async () => {
    const { out } = await paste(commandsOf("Surveys that people answer"))
    expect(out).toMatch(/url +http:\/\/auspex\.test\/s\/[\w-]{43}\n/u)
    expect(out).toMatch(/Savers +4 +3/u)
    expect(out).toMatch(/0 responses\nNobody has answered yet\./u)
  }, 180_000)

  it("runs the other commands for projects, sources and requests", async () => {
    const brief = join(folder, "brief.txt")
    writeFileSync(brief, "Should we move a tenth of the bond portfolio into private credit before the end of 2030?\n")
    const questions =
      "- text: Will Vestrand sell its heat network before 1 July 2036?\n  kind: binary\n  resolution_date: 2036-06-30\n"
    writeFileSync(join(folder, "questions.yaml"), questions)
    const { out } = await paste(["Projects", "Sources and findings", "Requests"].flatMap(commandsOf))
    expect(out).toContain("\"rules_version\":")
    expect(out).not.toContain("\"error\":{")
  }, 180_000)
})

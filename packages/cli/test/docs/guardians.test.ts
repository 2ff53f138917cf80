import { onServerDatabase } from "@auspex/testkit/databases"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { linkedAgent, openQuestion, predict, questionFields } from "../people.ts"
import { auspexOn } from "../servers.ts"

const page = readFileSync(new URL("../../../../docs/integrating.md", import.meta.url), "utf8")
const section = page.slice(page.indexOf("\n## Guardians"), page.indexOf("\n## ", page.indexOf("\n## Guardians") + 1))
const commands = /^```sh\n([\s\S]*?)^```/m.exec(section)![1]!

onServerDatabase("the commands of guardians in docs/integrating.md", (db) => {
  const auspex = auspexOn(db)

  it("are those of a guardian, from the application to the flag", async () => {
    const { suggestion } = (await auspex.call("POST", "/api/questions/suggest", {
      as: (await linkedAgent(auspex)).key,
      body: questionFields()
    })).body
    const { prediction } = await predict(auspex, await linkedAgent(auspex), await openQuestion(auspex))
    const env = {
      ...process.env,
      BASE: auspex.url,
      KEY: (await linkedAgent(auspex)).key,
      PREDICTION: prediction.id,
      DRAFT: suggestion.id
    }
    const printed = await new Promise<string>((resolve, reject) => {
      const child = spawn("bash", ["-e"], { env, stdio: ["pipe", "pipe", "inherit"] })
      let out = ""
      child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()))
      child.once("error", reject)
      child.once("close", (code) => code === 0 ? resolve(out) : reject(new Error(`${code}: ${out}`)))
      // Every answer is on a separate line.
      child.stdin.end(commands.replaceAll(/^curl/gm, "echo; curl"))
    })
    const answers = printed.trim().split("\n").filter((line) => line !== "").map((line) => JSON.parse(line))
    expect(answers).toMatchObject([
      { status: "approved" },
      { predictions: [{ id: prediction.id }], questions: [{ id: env.DRAFT }] },
      { validation: { validation: "suspect", flags: "hallucinated_citation" } },
      { question: { id: env.DRAFT, status: "approved" } },
      { prediction_ids: [prediction.id] },
      { flagged: true, flags: 1 }
    ])
  })
})

import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const require = createRequire(import.meta.url)
const run = promisify(execFile)

/** The path of a package's executable. */
const binOf = (resolve: NodeJS.RequireResolve, manifest: string, bin: string): string =>
  path.join(path.dirname(resolve(manifest)), bin)

/** A program with the generated types only. */
const typesProgram = `import type { components, paths } from "./types.ts"

type Schemas = components["schemas"]
type Answer<Target extends keyof paths, Method extends keyof paths[Target], Status extends number> =
  paths[Target][Method] extends { responses: { [S in Status]: { content: { "application/json": infer Body } } } } ? Body : never

export const agent: Schemas["RegisterRequest"] = { name: "Ada", model: "gpt-4o" }
export const update: Schemas["ProfileUpdate"] = { bio: null, risk_profile: "aggressive" }
export const forecast: Schemas["PredictRequest"] = { prediction: true, confidence: 72, reasoning: "…" }
export const everything: paths["/api/questions"]["get"]["parameters"]["query"] = {}
export const filtered: paths["/api/questions"]["get"]["parameters"]["query"] = { status: "open", limit: 5 }
export const keyOf = ({ api_key }: Answer<"/api/register", "post", 201>): string => api_key
export const stateOf = ({ issue }: Answer<"/api/issues/{id}", "get", 200>): string => issue.title + issue.status
export const nextOf = ({ questions }: Answer<"/api/questions", "get", 200>): string =>
  questions.map(({ closes_at, question }) => question + (closes_at ?? "")).join()
// @ts-expect-error The model is required.
export const incomplete: Schemas["RegisterRequest"] = { name: "Ada" }
// @ts-expect-error No such status.
export const unknown: paths["/api/questions"]["get"]["parameters"]["query"] = { status: "opne" }
`

/** A program with a generated client. */
const clientProgram =
  `import { AuthService, IssuesService, OpenAPI, PredictionsService, QuestionsService } from "./client/index.ts"

export const day = async (): Promise<string> => {
  OpenAPI.BASE = "http://127.0.0.1:1"
  const { api_key, user } = await AuthService.authRegister({ requestBody: { name: "Ada", model: "gpt-4o" } })
  OpenAPI.HEADERS = { "X-API-Key": api_key }
  const { questions } = await QuestionsService.questionsListQuestions({ status: "open", limit: 5 })
  const [question] = questions
  if (question === undefined) return user.name
  const placed = await PredictionsService.predictionsPredict({
    id: question.id,
    requestBody: { prediction: true, confidence: 72, reasoning: "…" }
  })
  const { issues } = await IssuesService.issuesIssues({})
  return placed.engagement_reward.total.toFixed() + issues.map(({ status, title }) => title + status).join()
}
// @ts-expect-error The model is required.
export const incomplete = () => AuthService.authRegister({ requestBody: { name: "Ada" } })
`

const flags = [
  "--noEmit",
  "--strict",
  "--skipLibCheck",
  "--allowImportingTsExtensions",
  "--noErrorTruncation",
  "--ignoreConfig"
]
const target = ["--target", "es2022", "--lib", "es2022,dom", "--module", "preserve", "--types", ""]

/**
 * Generates clients of a document with openapi-typescript and openapi-typescript-codegen, and compiles a program
 * against each; returns the compiler's output, which is empty on success.
 */
export const compiledClients = async (document: string): Promise<string> => {
  // Inside the repository, so that module resolution finds its packages.
  const parent = fileURLToPath(new URL("../../../../node_modules/.cache/auspex/", import.meta.url))
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(path.join(parent, "clients-"))
  const node = (...words: ReadonlyArray<string>) => run(process.execPath, words, { cwd: folder })
  try {
    writeFileSync(path.join(folder, "openapi.json"), document)
    writeFileSync(path.join(folder, "package.json"), `{ "type": "module" }`)
    writeFileSync(path.join(folder, "types.test.ts"), typesProgram)
    writeFileSync(path.join(folder, "client.test.ts"), clientProgram)
    const types = binOf(require.resolve, "openapi-typescript/package.json", "bin/cli.js")
    const client = binOf(require.resolve, "openapi-typescript-codegen/package.json", "bin/index.js")
    await Promise.all([
      node(types, "openapi.json", "--output", "types.ts"),
      node(client, "--input", "openapi.json", "--output", "client", "--useOptions")
    ])
    const root = createRequire(new URL("../../../../package.json", import.meta.url))
    const compiler = binOf(root.resolve, "typescript/package.json", "bin/tsc")
    await node(compiler, ...flags, ...target, "types.test.ts", "client.test.ts")
    return ""
  } catch (error) {
    const { message, stderr = "", stdout = "" } = error as Error & {
      readonly stdout?: string
      readonly stderr?: string
    }
    return `${stdout}${stderr}` || message
  } finally {
    rmSync(folder, { recursive: true })
  }
}

import { scriptedSpecialist, startModelServer } from "@auspex/testkit/models"
import type { LocalSite } from "@auspex/testkit/outside"
import type { RunningAuspex } from "../harness.ts"
import { article } from "../projects/article.ts"
import { brief, rateQuestion, type ResearchMember, researchMember } from "../projects/researchMember.ts"
import { send } from "../surveyLinks/answering.ts"
import { type Recorded, researchRecorder } from "./exampleRecorder.ts"

type Record = ReturnType<typeof researchRecorder>

/** A model server for `recordResearch`, and the setting that makes it the platform's. */
export const startSpecialists = async () => {
  const server = await startModelServer({
    protocol: "openai-compatible",
    models: ["reasoner-1"],
    answer: ({ body }) => {
      const messages = body.messages as ReadonlyArray<{ readonly content: string }>
      return [scriptedSpecialist({ system: messages[0]!.content, content: messages.at(-1)!.content })]
    }
  })
  const pool = [{ provider: "openai-compatible", model: "reasoner-1", base_url: `${server.url}/v1` }]
  return { ...server, modelPool: JSON.stringify(pool) }
}

const savers = { name: "Savers", persona: "Retired, saves for the grandchildren.", weight: 3, size: 2 }
const traders = { name: "Traders", archetype: "quant_systematic_trader", weight: 1, size: 1 }

/** Records a research project from its brief to its packet and a forecast of the crowd. */
const research = async (record: Record, member: ResearchMember, site: LocalSite): Promise<void> => {
  const key = { as: member.key }
  const { id } = await record("projects.createResearch", { ...key, body: { brief, audience: "fo_principal" } })
  const one = { ...key, path: { id } }
  const { id: question_id } = await record("projects.ask", { ...one, body: rateQuestion })
  const uri = site.put("/deposit", {
    body: article("Deposit rates", "the deposit rate of the European Central Bank")
  })
  const { id: source_id } = await record("projects.attach", { ...one, body: { uri, title: "Deposit rates" } })
  await member.readSources()
  await record("projects.source", { ...key, path: { id, source_id } })
  await record("runs.start", one)
  await record("runs.cancel", one)
  await record("runs.resume", { ...one, body: { calls_max: 60 } })
  await Promise.all([record("runs.watch", one), member.workOff()])
  await record("runs.latest", one)
  await record("runs.reasonings", { ...one, query: { limit: 1 } })
  await record("runs.packet", one)
  await record("projects.project", one)
  await record("projects.status", one)
  await record("projects.list", { ...key, query: { limit: 1 } })
  await record("runs.forecast", { ...key, path: { id, question_id }, body: { category: "society" } })
  await record("findings.search", { ...key, query: { q: "deposit rate", limit: 2 } })
}

/** Records a survey with a link, an answer of a person and those of an assigned panel. */
const survey = async (auspex: RunningAuspex, record: Record, member: ResearchMember): Promise<void> => {
  const key = { as: member.key }
  const { id } = await record("projects.createSurvey", {
    ...key,
    body: { title: "Banking habits", questions: ["What would you like your bank to change?"] }
  })
  const fee = await member.ask(id, { text: "Would you pay one euro a month for statements on paper?", kind: "binary" })
  const one = { ...key, path: { id } }
  const { link, token } = await record("responses.createLink", { ...one, body: { name: "Customers" } })
  await send(auspex, token, { [fee]: "1" })
  await record("responses.links", one)
  await record("responses.responses", { ...one, query: { limit: 1 } })
  await record("responses.closeLink", { ...key, path: { id, link_id: link.id } })
  await record("responses.assignPanel", { ...one, body: { segments: [savers, traders] } })
  await member.call("POST", `/api/projects/${id}/runs`)
  await member.workOff()
  await record("responses.results", one)
}

/**
 * Plays a story with a request to every operation of the research API, and records the requests and answers. Pages of
 * sources are served by `site`, the models by the server of `startSpecialists`.
 */
export const recordResearch = async (auspex: RunningAuspex, site: LocalSite, into?: Recorded): Promise<void> => {
  const record = researchRecorder(auspex, into)
  const member = await researchMember(auspex)
  const key = { as: member.key }
  await record("system.health")
  await record("system.ready")
  await record("system.errors")
  await record("framing.rules", key)
  await research(record, member, site)
  await survey(auspex, record, member)
  const questions = [{ text: "Which bank do you use most often?" }]
  await record("projects.createAudience", {
    ...key,
    body: { title: "Banks of savers", questions, segments: [savers, traders] }
  })
  const { id } = await record("projects.createSimulation", {
    ...key,
    body: { title: "The next rate", questions: [rateQuestion], experts: 3, rounds_max: 2 }
  })
  await record("projects.archive", { ...key, path: { id } })
  await record("workspace.audit", { ...key, query: { limit: 2 } })
}

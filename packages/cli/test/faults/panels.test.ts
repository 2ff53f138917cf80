import { panelStepsMax } from "@auspex/domain/panelRuns"
import { isThorough } from "@auspex/testkit/databases"
import {
  type FakeChatRequest,
  type FakeModelServer,
  readPrompt,
  scriptedSpecialist,
  startModelServer
} from "@auspex/testkit/models"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../raw.ts"
import { seededRandom } from "../seededRandom.ts"
import { type AuspexProcess, type Home, homes } from "./auspexProcess.ts"
import { castOn } from "./load.ts"

/** Each round kills its servers so often, the last time both of them. */
const [roundsCount, killsPerRound, runsCount, questionsPerRun] = isThorough ? [50, 6, 50, 5] : [2, 2, 4, 2]
/** Four specialists without an audience, each of whom plans and answers. */
const [specialists, requestsPerSpecialist] = [4, 2]
const reasoningsPerRun = questionsPerRun * specialists
const requestsPlanned = runsCount * reasoningsPerRun * requestsPerSpecialist
/** A key takes 100 requests a minute. */
const runsPerWorkspace = 12
/** A server is killed at one of its first requests, and up to so long after it: between any two statements. */
const [requestsMax, delayMillisMax] = [6, 25]

const promptOf = ({ body }: FakeChatRequest) => {
  const messages = body.messages as ReadonlyArray<{ readonly content: string }>
  return { system: messages[0]!.content, content: messages.at(-1)!.content }
}

/** A server from its start until it is killed. Its requests name it, because it has a model of its own. */
interface Life {
  readonly name: string
  readonly process: AuspexProcess
  isKilled: boolean
}

describe("runs of panels whose servers are killed", () => {
  let home: Home
  let models: FakeModelServer
  /** The names of those who made each request, which is known by its specialist, stage and question. */
  const askers = new Map<string, Array<string>>()
  const requestsOf = new Map<string, number>()
  const lives = new Map<string, { isKilled: boolean; process?: AuspexProcess }>()
  /** Requests that somebody had asked before who was not killed. */
  const askedTwice: Array<string> = []
  /** No model answers before this; while a server starts, so that both work when one of them is killed. */
  let held = Promise.resolve()
  beforeAll(async () => {
    models = await startModelServer({
      protocol: "openai-compatible",
      answer: async (request) => {
        const name = String(request.body.model)
        const prompt = promptOf(request)
        const { question, stage } = readPrompt(prompt)
        const key = [prompt.system, stage, question.question].join("\n")
        const before = askers.get(key) ?? []
        askers.set(key, [...before, name])
        requestsOf.set(name, (requestsOf.get(name) ?? 0) + 1)
        if (before.some((one) => !lives.get(one)!.isKilled)) askedTwice.push(`${stage}: ${question.question}`)
        await held
        return [scriptedSpecialist(prompt)]
      }
    })
    home = await homes.server()
  })
  afterAll(async () => {
    for (const { process } of lives.values()) process?.signal("SIGKILL")
    await home.remove()
    await models.close()
  })

  const sql = <Row extends object>(text: string) =>
    home.run(Effect.flatMap(SqlClient, (client) => client.unsafe<Row>(text)))

  const start = async (): Promise<Life> => {
    const name = `reasoner-${lives.size + 1}`
    const life = { isKilled: false }
    lives.set(name, life)
    const pool = [{ provider: "openai-compatible", model: name, base_url: `${models.url}/v1` }]
    const process = await home.start({ AUSPEX_MODEL_POOL: JSON.stringify(pool), AUSPEX_ALLOW_PRIVATE_EGRESS: "true" })
    return Object.assign(life, { name, process })
  }

  const kill = async (life: Life) => {
    life.process.signal("SIGKILL")
    await life.process.ended
    life.isKilled = true
  }

  /** Works while no model answers. */
  const whileHeld = async <A>(work: () => Promise<A>): Promise<A> => {
    let release = (): void => undefined
    held = new Promise((resolve) => {
      release = resolve
    })
    const made = await work()
    release()
    return made
  }

  const startAll = (count: number): Promise<Array<Life>> => Promise.all(Array.from({ length: count }, start))

  /** A key of a new workspace, and the posts that it makes. */
  const newWorkspace = async ({ process }: Life) => {
    const { agents } = await castOn(process, 1, 0)
    const account = agents[0]!.owner
    const as = process.adminKey
    const made = await process.call("POST", "/api/workspaces", { as, body: { name: "Olive & Sons", owner: account } })
    const keys = `/api/workspaces/${made.body.id}/keys`
    const { body: key } = await process.call("POST", keys, { as, body: { name: "notebook", account } })
    return async (target: string, body: object): Promise<string> => {
      const answer = await process.research("POST", target, { as: key.secret, body })
      expect([answer.status, answer.body.error?.message]).toEqual([201, undefined])
      return answer.body.id
    }
  }

  const startRuns = async (life: Life): Promise<void> => {
    const brief = "Should we move a tenth of the bond portfolio into private credit before the end of 2030?"
    let post = await newWorkspace(life)
    for (let run = 1; run <= runsCount; run++) {
      if (run % runsPerWorkspace === 0) post = await newWorkspace(life)
      const project = await post("/api/projects/research", { brief })
      for (let n = 1; n <= questionsPerRun; n++) {
        await post(`/api/projects/${project}/questions`, {
          text: `Will the town of Vestrand open heat station ${run}-${n} before 1 July 2035?`,
          kind: "binary",
          resolution_signal: "press_release",
          resolution_date: "2035-06-30"
        })
      }
      await post(`/api/projects/${project}/runs`, { calls_max: 1_000 })
    }
  }

  it(
    "end once, and ask again only what was under way",
    { timeout: 3_600_000 },
    async () => {
      const random = seededRandom()
      let two = await whileHeld(async () => {
        const started = await startAll(2)
        await startRuns(started[0]!)
        return started
      })
      let kills = 0
      const killSometime = async (life: Life) => {
        const before = requestsOf.get(life.name) ?? 0
        const enough = before + random.whole(1, requestsMax)
        await eventually("enough requests", () => (requestsOf.get(life.name) ?? 0) >= enough, 60_000, 1)
        await new Promise((resolve) => setTimeout(resolve, random.whole(0, delayMillisMax)))
        await kill(life)
        kills++
      }
      for (let round = 1; round <= roundsCount; round++) {
        for (let n = 0; n < killsPerRound - 2; n++) {
          await killSometime(two[n % 2]!)
          two[n % 2] = await whileHeld(start)
        }
        await Promise.all(two.map(killSometime))
        // Instead of a minute's wait. Nobody holds any of these leases.
        await sql("update panel_steps set leased_until = auspex_clock() where leased_until > auspex_clock()")
        // One is enough to work off what is left.
        two = await whileHeld(() => startAll(round < roundsCount ? 2 : 1))
      }
      expect(kills).toBe(roundsCount * killsPerRound)
      type Ends = { readonly live: number }
      await eventually(
        "all runs",
        async () => {
          const [row] = await sql<Ends>("select count(*)::integer as live from panel_runs where ended_at is null")
          return row!.live === 0
        },
        120_000,
        100
      )
      await Promise.all(two.map(kill))

      const ends = await sql(
        `select p.status, p.reasoning_count, (select array_agg(version) from packets where project_id = p.id) as packets,
          (select array_agg(status) from panel_runs where project_id = p.id) as runs,
          (select array_agg(event order by event) from outbox_events where data ->> 'project_id' = p.id::text) as events,
          (select count(*)::integer from reasonings where project_id = p.id) as reasonings,
          (select count(distinct (question_id, specialist))::integer from reasonings where project_id = p.id) as different
        from projects p`
      )
      expect(ends).toEqual(Array.from({ length: runsCount }, () => ({
        status: "completed",
        reasoning_count: reasoningsPerRun,
        packets: [1],
        runs: ["completed"],
        events: ["decision_packet.published", "project.completed", "project.created"],
        reasonings: reasoningsPerRun,
        different: reasoningsPerRun
      })))
      const [counted] = await sql<{ readonly calls: number }>("select sum(calls)::integer as calls from panel_runs")
      const repeated = [...askers.values()].map((names) => names.slice(0, -1)).flat()
      const requests = models.requests.length
      expect(askedTwice).toEqual([])
      expect(askers.size).toBe(requestsPlanned)
      expect(requests).toBe(requestsPlanned + repeated.length)
      expect(requests).toBeLessThanOrEqual(counted!.calls)
      // What was under way when a server was killed, which is one request for each of its workers at most.
      const lost = new Map<string, number>()
      for (const name of repeated) lost.set(name, (lost.get(name) ?? 0) + 1)
      expect(Math.max(...lost.values())).toBeLessThanOrEqual(panelStepsMax)
      if (isThorough) {
        console.log(
          `${kills} kills over ${runsCount} runs: ${requests} requests for ${requestsPlanned} planned, ${repeated.length} lost`
        )
      }
      expect(await home.violations()).toEqual([])
    }
  )
})

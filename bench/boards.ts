import pg from "pg"
import { type Bench, type BenchRow, median, quantile } from "./harness/BenchRow.ts"
import { startChild } from "./harness/Child.ts"
import { connected, startBenchServer } from "./harness/databases.ts"
import { inTurns, timed } from "./harness/inTurns.ts"
import { fillPast } from "./harness/past.ts"
import { million, tenth } from "./harness/pastPlan.ts"
import { publicBoards } from "./harness/publicBoards.ts"
import { record } from "./harness/recording.ts"

/** Requests of each kind: sequential for uncached responses, by ten concurrent callers for cached ones. */
const uncachedRequests = 15
const cachedRequests = 1_000
const callers = 10

/** Times in milliseconds of requests that the cache may answer. */
const cachedTimes = async (url: string): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  await timed(url)
  const call = async () => {
    while (times.length < cachedRequests) times.push(await timed(url))
  }
  await Promise.all(Array.from({ length: callers }, call))
  return times
}

const allScores =
  "select account_id, question_id, brier_score, confidence, correct from predictions where brier_score is not null"

/** Reads all rows and discards them: collecting them would make this process pause while it measures the server. */
const readThrough = (client: pg.Client, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const query = client.query(new pg.Query(text))
    query.on("row", () => undefined)
    query.on("end", () => resolve())
    query.on("error", reject)
  })

/** The size of the database, and its busiest question and agent. */
const facts = `
  select (select count(*) from accounts where type = 'agent')::integer as agents,
    (select count(*) from questions)::integer as questions, (select count(*) from predictions)::integer as predictions,
    (select id from questions order by prediction_count desc, id limit 1) as question_id,
    (select id from accounts order by resolved_count desc, id limit 1) as agent_id, d.took_ms / 1000.0::float as refresh_seconds,
    d.predictions as scored_predictions
  from skill_drawings d where drawn_at is not null order by generation desc limit 1`

interface Facts {
  readonly agents: number
  readonly questions: number
  readonly predictions: number
  readonly question_id: string
  readonly agent_id: string
  readonly refresh_seconds: number
  readonly scored_predictions: number
}

const pathsOf = ({ agent_id, question_id }: Facts): ReadonlyArray<string> => {
  return [
    "/api/leaderboard",
    "/api/leaderboard?model_family=claude",
    "/api/leaderboard?period=weekly&type=agent",
    "/api/leaderboard?category=technology&persona_archetype=analyst",
    "/api/leaderboard/calibration?category=society",
    "/api/leaderboard/skill?model_family=gpt",
    ...publicBoards,
    "/api/questions",
    `/api/questions/${question_id}`,
    `/api/questions/${question_id}/consensus`,
    `/api/questions/${question_id}/chart`,
    `/api/questions/${question_id}/intel-brief`,
    `/api/agents/${agent_id}`,
    `/api/agents/${agent_id}/calibration`
  ]
}

/**
 * P11: boards and other results that are computed from many predictions. With `BENCH_RECORD=address` on a database that
 * bench/million.ts has filled; otherwise on a new one, with a million predictions for `--full` and a tenth by default.
 */
export const boards: Bench = async ({ full }) => {
  const existingUrl = process.env["BENCH_RECORD"]
  const server = await startBenchServer()
  try {
    const databaseUrl = existingUrl ?? await server.create("boards")
    if (existingUrl === undefined) await fillPast(databaseUrl, full ? million : tenth)
    const found = await connected(databaseUrl, async (client) => (await client.query(facts)).rows[0] as Facts)
    const readAll = await connected(databaseUrl, async (client) => {
      await client.query("set statement_timeout = 0")
      const start = performance.now()
      await readThrough(client, allScores)
      return (performance.now() - start) / 1_000
    })
    const recorded = await record(databaseUrl, pathsOf(found).map((path) => ({ path })))
    const ours = await startChild("auspexServer", { databaseUrl })
    const rows: Array<BenchRow> = []
    try {
      for (const request of recorded) {
        const what = `GET ${request.path.replace(/[0-9a-f-]{36}/, "{id}")}`
        const cached = await cachedTimes(`${ours.url}${request.path}`)
        const uncached = await connected(
          databaseUrl,
          (client) => inTurns(client, `${ours.url}${request.path}`, request, uncachedRequests, 1)
        )
        rows.push(
          {
            what: `${what}, ${callers} callers, p99`,
            unit: "ms",
            ours: quantile(cached, 0.99),
            goal: { of: "ours", is: "at most", value: 50 }
          },
          {
            what: `${what}, computed, against its SQL by hand`,
            unit: "ms",
            ours: median(uncached.ours),
            theirs: median(uncached.theirs),
            ratio: median(uncached.ours) / median(uncached.theirs)
          }
        )
      }
    } finally {
      await ours.stop()
    }
    return {
      title: "P11 Boards",
      rows: [
        {
          what: "computing the skill board, against only reading the predictions",
          unit: "s",
          ours: found.refresh_seconds,
          theirs: readAll,
          ratio: found.refresh_seconds / readAll,
          goal: { of: "ours", is: "at most", value: 30 }
        },
        ...rows
      ],
      notes: [
        `${server.version}; ${found.agents.toLocaleString("en-US")} agents, ${
          found.predictions.toLocaleString("en-US")
        } predictions on ${found.questions.toLocaleString("en-US")} questions, ${
          found.scored_predictions.toLocaleString("en-US")
        } of them scored. Less is better.`,
        "The question is the one with the most predictions, the agent the one that has made the most."
      ]
    }
  } finally {
    await server.stop()
  }
}

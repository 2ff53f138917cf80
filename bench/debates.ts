import type pg from "pg"
import { type Bench, type BenchRow, median, quantile } from "./harness/BenchRow.ts"
import { startChild } from "./harness/Child.ts"
import { connected, startBenchServer } from "./harness/databases.ts"
import { inTurns } from "./harness/inTurns.ts"
import { record } from "./harness/recording.ts"
import { agentKey, benchFunctions } from "./harness/world.ts"

/** Authors with one root each, and the threads of the busy question, of 100 comments each, eight levels deep. */
const authors = 100_000
const questions = 1_000
const threads = 100
const replies = 99
const requests = 55
const warmUps = 5

const people = `
  insert into accounts (id, type, name, name_key, role, email, email_key, email_verified_at, password_hash, referral_code,
    trust_label)
  select bench_id(0, n), 'human', 'Owner ' || n, 'owner ' || n, 'participant', n || '@example.org', n || '@example.org',
    now(), 'none', 'O' || n, 'verified'
  from generate_series(1, 1000) n`
const agents = `
  insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model, model_family, owner_id, linked_at)
  select bench_id(1, n), 'agent', 'Agent ' || n, 'agent ' || n, 'predictor', 'A' || n, 'verified', 'gpt-5', 'gpt',
    bench_id(0, 1 + n % 1000), now()
  from generate_series(1, $1::integer) n`
const key = `
  insert into account_keys (id, account_id, digest, last4) select bench_id(2, 3), bench_id(1, 3), bench_digest(3), 'ench'`
const insertQuestions = `
  insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type)
  select bench_id(3, n), 'Will measure ' || n || ' be above 100?', 'society', 'long', 'Nobody', current_date + 300, 'open',
    'binary'
  from generate_series(1, $1::integer) n`
const words = "'Comment ' || n || ' ' || repeat('says what there is to say about the base rate, ', 8)"
const roots = `
  insert into comments (id, question_id, account_id, root_id, depth, content, content_digest)
  select bench_id(4, n), bench_id(3, 2 + n % ($3::integer - 1)), bench_id(1, n), bench_id(4, n), 0, ${words},
    sha256(n::text::bytea)
  from generate_series($1::integer, $2::integer) n`
const busyRoots = `
  insert into comments (id, question_id, account_id, root_id, depth, content, content_digest)
  select bench_id(5, n * 1000), bench_id(3, 1), bench_id(1, n), bench_id(5, n * 1000), 0, ${words}, sha256(n::text::bytea)
  from generate_series(1, $1::integer) n`
// Each thread consists of chains of eight replies under its root.
const busyReplies = `
  insert into comments (id, question_id, account_id, root_id, parent_comment_id, depth, content, content_digest)
  select bench_id(5, $1::integer * 1000 + n), bench_id(3, 1), bench_id(1, 1 + ($1::integer * 100 + n) % 50000),
    bench_id(5, $1::integer * 1000),
    bench_id(5, $1::integer * 1000 + case when n % 8 = 1 then 0 else n - 1 end), 1 + (n - 1) % 8, ${words},
    sha256(n::text::bytea)
  from generate_series(1, $2::integer) n`
const votes = `
  insert into comment_votes (comment_id, account_id)
  select bench_id(4, n), bench_id(1, 1 + (n + v) % $1::integer)
  from generate_series(1, $1::integer) n, generate_series(1, 1 + n % 7) v where v <= n % 7`
const countVotes = `
  update comments c set upvotes = v.n, owner_upvotes = v.n
  from (select comment_id, count(*)::integer as n from comment_votes group by comment_id) v where v.comment_id = c.id`

const fill = async (client: pg.Client): Promise<void> => {
  await client.query("set statement_timeout = 0")
  for (const statement of [...benchFunctions, people]) await client.query(statement)
  await client.query(agents, [authors])
  await client.query(key)
  await client.query(insertQuestions, [questions])
  // In steps: a counter that one transaction updates ten thousand times leaves as many row versions behind.
  for (let from = 1; from <= authors; from += 5_000) await client.query(roots, [from, from + 4_999, questions])
  await client.query(busyRoots, [threads])
  for (let thread = 1; thread <= threads; thread++) await client.query(busyReplies, [thread, replies])
  await client.query(votes, [authors])
  await client.query(countVotes)
  await client.query("vacuum analyze")
}

/** Debates: a question with 10,000 comments in threads of depth 8, and the board of 100,000 authors. */
export const debates: Bench = async () => {
  const server = await startBenchServer()
  try {
    const databaseUrl = await server.create("debates")
    await connected(databaseUrl, fill)
    const busy = "00000003-0000-7000-8000-000000000001"
    const paths = [
      [`/api/questions/${busy}/comments`, 30],
      [`/api/questions/${busy}/debates`, 30],
      [`/api/comments/00000005-0000-7000-8000-0000000003e8/replies`, 30],
      ["/api/discussions", 50],
      ["/api/discussions?tab=debates", 50],
      ["/api/discussions?tab=top", 50],
      ["/api/leaderboard/debaters", 50],
      ["/api/leaderboard/debaters?offset=10000", 50]
    ] as const
    const recorded = await record(
      databaseUrl,
      paths.map(([path]) => ({ path, headers: { "x-api-key": agentKey(3) } }))
    )
    const ours = await startChild("auspexServer", { databaseUrl })
    const rows: Array<BenchRow> = []
    try {
      await connected(databaseUrl, async (client) => {
        for (const [at, [path, value]] of paths.entries()) {
          const times = await inTurns(client, `${ours.url}${path}`, recorded[at]!, requests, warmUps)
          const what = `GET ${path.replace(/[0-9a-f-]{36}/, "{id}")}, computed`
          const goal = { of: "ours", is: "at most", value } as const
          rows.push(
            {
              what: `${what}, median, against its SQL by hand`,
              unit: "ms",
              ours: median(times.ours),
              theirs: median(times.theirs),
              ratio: median(times.ours) / median(times.theirs),
              goal
            },
            { what: `${what}, p95`, unit: "ms", ours: quantile(times.ours, 0.95) }
          )
        }
      })
    } finally {
      await ours.stop()
    }
    return {
      title: "Debates",
      rows,
      notes: [
        `${server.version}; a question with ${
          (threads * (replies + 1)).toLocaleString("en-US")
        } comments in ${threads} threads of depth 8, ${authors.toLocaleString("en-US")} authors with a root each on ${
          questions.toLocaleString("en-US")
        } questions. Less is better.`,
        "Requests carry a key, so that responses are not cached; the statements by hand include looking the key up."
      ]
    }
  } finally {
    await server.stop()
  }
}

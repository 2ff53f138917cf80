import { SkillRefreshes } from "@auspex/domain/boards"
import { onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { operations } from "../contract/operations.ts"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import {
  draftQuestion,
  linkedAgent,
  openQuestion,
  predict,
  query,
  setPoints,
  type TestAgent,
  type TestHuman
} from "../people.ts"

/** Every list of the contract: its plural, its default and its maximum. */
const lists = [
  ["/api/questions", "questions", 50],
  ["/api/admin/questions", "questions", 50],
  ["/api/questions/{id}/predictions", "predictions", 50],
  ["/api/leaderboard", "leaderboard", 20],
  ["/api/leaderboard/calibration", "leaderboard", 20],
  ["/api/leaderboard/skill", "leaderboard", 20],
  ["/api/me/agents", "agents", 20],
  ["/api/me/predictions", "predictions", 50],
  ["/api/me/transactions", "transactions", 50],
  ["/api/me/agents/{agent_id}/runtime/runs", "runs", 20],
  ["/api/me/notifications", "notifications", 20],
  ["/api/me/watchlist", "questions", 20],
  ["/api/me/following", "following", 20],
  ["/api/agents/{id}/followers", "followers", 20],
  ["/api/referral/shares", "shares", 20],
  ["/api/guardian/queue", "predictions", 20],
  ["/api/admin/accounts", "accounts", 20],
  ["/api/admin/audit", "entries", 20],
  ["/api/issues", "issues", 20],
  ["/api/admin/issues", "issues", 20],
  ["/api/webhooks/{id}/deliveries", "deliveries", 20],
  ["/api/admin/webhooks", "webhooks", 20],
  ["/api/admin/webhooks/{id}/deliveries", "deliveries", 20],
  ["/api/articles", "articles", 20],
  ["/api/admin/articles", "articles", 20],
  ["/api/surveys", "surveys", 20],
  ["/api/surveys/mine", "surveys", 20],
  ["/api/admin/surveys", "surveys", 20],
  ["/api/admin/surveys/{id}/questions", "questions", 20],
  ["/api/admin/surveys/{id}/assignments", "assignments", 20],
  ["/api/admin/surveys/{id}/progress", "progress", 20],
  ["/api/workspaces", "workspaces", 20],
  ["/api/workspaces/{workspace_id}/audit", "entries", 20],
  ["/api/workspaces/{workspace_id}/webhooks/{webhook_id}/deliveries", "deliveries", 20],
  ["/api/feed/highlights", "highlights", 20],
  ["/api/discover", "questions", 20],
  ["/api/search", "results", 20],
  ["/api/questions/{id}/snapshots", "snapshots", 20],
  ["/api/questions/{id}/comments", "comments", 20],
  ["/api/questions/{id}/debates", "debates", 20],
  ["/api/questions/{id}/predictions/{pid}/replies", "replies", 20],
  ["/api/comments/{id}/replies", "replies", 20],
  ["/api/discussions", "discussions", 20],
  ["/api/leaderboard/debaters", "leaderboard", 20],
  ["/api/admin/comments", "comments", 20],
  ["/api/admin/predictions", "predictions", 20],
  ["/api/questions/{id}/disputes", "disputes", 20],
  ["/api/admin/disputes", "disputes", 20],
  ["/api/admin/disputes/{id}/preview", "balances", 20]
] as const

/** The identity of a list's row. */
const keyOf = (
  row: {
    readonly id?: string
    readonly agent_name?: string
    readonly user_name?: string
    readonly taken_at?: string
    readonly account_id?: string
    readonly question?: { readonly id: string }
  }
): string => row.id ?? row.agent_name ?? row.user_name ?? row.taken_at ?? row.account_id ?? row.question!.id

onServerDatabase("the limits of pages", (db) => {
  let auspex: RunningAuspex
  let agent: TestAgent & { readonly owner: TestHuman }
  let guardian: TestAgent
  let question: string
  let prediction: string
  let comment: string
  let dispute: string
  let webhook: string
  let survey: string
  let workspace: string
  let workspaceWebhook: string
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    agent = await linkedAgent(auspex)
    guardian = await linkedAgent(auspex)
    await auspex.call("POST", "/api/guardian/apply", { as: guardian.key })
    question = await openQuestion(auspex)
    prediction = (await predict(auspex, agent, question)).prediction.id
    await draftQuestion(auspex)
    await query(
      auspex,
      `insert into accounts (id, type, name, name_key, role, referral_code, trust_label, model, owner_id, linked_at)
        select gen_random_uuid(), 'agent', 'Copy ' || n, 'copy ' || n, 'predictor', 'C' || n, 'verified', 'gpt-5', $1::uuid,
          auspex_now() from generate_series(1, 104) n`,
      [agent.owner.id]
    )
    await query(
      auspex,
      `insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type)
        select gen_random_uuid(), 'Copied question ' || n, 'society', 'long', 'Nobody', auspex_now()::date + 300, 'open', 'binary'
        from generate_series(1, 104) n`
    )
    await query(
      auspex,
      `insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
          contrarian, stake, engagement)
        select gen_random_uuid(), $1::uuid, id, 1 + row_number() over (), true, 60, 'Because', name::bytea, false, 60, '{}'
        from accounts where name like 'Copy %'`,
      [question]
    )
    await query(
      auspex,
      "update questions set prediction_count = 105, yes_count = 105, confidence_sum = 6310 where id = $1::uuid",
      [question]
    )
    await query(
      auspex,
      "update predictions set correct = true, confidence = 95, brier_score = 0.0025, resolved_at = auspex_now()"
    )
    await query(
      auspex,
      `insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest,
          contrarian, stake, engagement, removed_at, removed_by, removed_reason)
        select gen_random_uuid(), id, $1::uuid, 1, true, 60, 'Because', sha256(question::bytea), false, 60, '{}',
          auspex_now(), 'admin', 'Removed'
        from questions where question like 'Copied %'`,
      [agent.id]
    )
    await query(auspex, "update accounts set prediction_count = 105 where id = $1::uuid", [agent.id])
    const [root] = await query<{ readonly root_id: string }>(
      auspex,
      `with made as (
        select gen_random_uuid() as id, id as account_id, n from accounts, generate_series(1, 2) n
        where name like 'Copy %' order by n
      ), first as (select id from made where n = 1 limit 1)
      insert into comments (id, question_id, account_id, root_id, parent_comment_id, depth, target_prediction_id, content,
        content_digest)
      select made.id, $1::uuid, account_id, case n when 1 then made.id else first.id end,
        case n when 2 then first.id end, n - 1, case n when 1 then $2::uuid end, 'Copied', sha256(made.id::text::bytea)
      from made, first order by n
      returning root_id`,
      [question, prediction]
    )
    comment = root!.root_id
    await query(auspex, "update accounts set resolved_count = 20, correct_count = 20, brier_sum = 0.05")
    await query(
      auspex,
      `insert into consensus_snapshots (id, question_id, taken_at, kind, total_agents, yes_count, confidence_sum)
        select gen_random_uuid(), $1::uuid, auspex_now() - n * interval '1 hour', 'moved', n, n, 60 * n
        from generate_series(1, 104) n`,
      [question]
    )
    await query(
      auspex,
      `with numbers as (
        select n, auspex_now() - n * interval '1 minute' as at from generate_series(1, 104) n
      ), notified as (
        insert into notifications (id, account_id, type, subject_id, title, body, link, created_at)
        select gen_random_uuid(), $1::uuid, 'comment_reply', n, 'A reply', 'Somebody replied.', '/', at from numbers
      ), shared as (
        insert into referral_shares (id, account_id, url, status, reason, created_at)
        select gen_random_uuid(), $1::uuid, 'https://example.org/' || n, 'rejected', 'It is not there.', at from numbers
      ), watched as (
        insert into question_watches (account_id, question_id) select $1::uuid, id from questions where status = 'open'
      ), followed as (
        insert into follows (follower_id, agent_id)
        select $1::uuid, id from accounts where name like 'Copy %'
        union all select id, $1::uuid from accounts where name like 'Copy %'
      )
      update accounts set follower_count = case when id = $1::uuid then 104 else 1 end
      where id = $1::uuid or name like 'Copy %'`,
      [agent.id]
    )
    await query(
      auspex,
      `insert into audit_log (id, actor, action, subject_type, subject_id)
        select gen_random_uuid(), 'ada', 'account.suspend', 'account', $1 from generate_series(1, 104)`,
      [agent.id]
    )
    await query(
      auspex,
      `insert into issues (id, user_id, type, title, content)
        select gen_random_uuid(), $1::uuid, 'bug', 'Issue ' || n, 'It is so.' from generate_series(1, 104) n`,
      [agent.id]
    )
    await query(
      auspex,
      `insert into agent_runs (id, agent_id, question_id, status, prompt_version, rounds, refused_with)
        select gen_random_uuid(), $1::uuid, $2::uuid, 'failed', 1, 1, '["MODEL_FAILED"]' from generate_series(1, 105)`,
      [agent.id, question]
    )
    const [hook] = await query<{ readonly id: string }>(
      auspex,
      `with hooks as (
        insert into webhooks (id, account_id, url, events)
        select gen_random_uuid(), $1::uuid, 'https://example.org/' || n, '{}' from generate_series(1, 104) n returning id
      ), queues as (
        insert into webhook_queues (webhook_id) select id from hooks returning webhook_id
      ), first as (
        select min(id::text)::uuid as id from hooks
      ), messages as (
        insert into webhook_messages (id, event, body)
        select gen_random_uuid(), 'question.created', '{}' from hooks returning id
      ), deliveries as (
        insert into webhook_deliveries (id, webhook_id, message_id, sequence, status)
        select gen_random_uuid(), first.id, messages.id, row_number() over (), 'delivered' from messages, first
      )
      select id from first`,
      [agent.id]
    )
    webhook = hook!.id
    await query(
      auspex,
      `insert into articles (id, slug, title, subtitle, content, content_html, rendered_by, summary, article_type, status,
          author_id, tags, meta_description, published_at)
        select gen_random_uuid(), 'article-' || n, 'Article ' || n, '', 'It is so.', '<p>It is so.</p>', 1, '', 'custom',
          'published', $1::uuid, '', '', auspex_now() - n * interval '1 minute' from generate_series(1, 104) n`,
      [agent.id]
    )
    const [asked] = await query<{ readonly id: string }>(
      auspex,
      `with made as (
        insert into surveys (id, title, description, tags, status, created_by)
        select gen_random_uuid(), 'Survey ' || n, '', '', 'draft', 'a test' from generate_series(1, 104) n returning id
      ), first as (
        select min(id::text)::uuid as id from made
      ), linked as (
        insert into survey_questions (survey_id, question_id, position)
        select first.id, q.id, row_number() over () from questions q, first where q.question like 'Copied %'
      ), assigned as (
        insert into survey_assignments (survey_id, account_id, assigned_by)
        select made.id, $1::uuid, 'a test' from made
        union all select first.id, a.id, 'a test' from first, accounts a where a.name like 'Copy %'
      )
      select id from first`,
      [agent.id]
    )
    survey = asked!.id
    await query(auspex, "update surveys set status = 'open', opened_at = auspex_now()")
    const [owned] = await query<{ readonly id: string }>(
      auspex,
      `with made as (
        insert into workspaces (id, name) select gen_random_uuid(), 'Copy ' || n from generate_series(1, 104) n returning id
      ), joined as (
        insert into workspace_members (workspace_id, account_id, role) select id, $1::uuid, 'admin' from made
      ), first as (
        select min(id::text)::uuid as id from made
      ), done as (
        insert into workspace_audit (id, workspace_id, actor, action, subject_type, subject_id)
        select gen_random_uuid(), first.id, 'a test', 'workspace.update', 'workspace', n::text
        from first, generate_series(1, 104) n
      )
      select id from first`,
      [agent.owner.id]
    )
    workspace = owned!.id
    const [subscribed] = await query<{ readonly id: string }>(
      auspex,
      `with hook as (
        insert into webhooks (id, workspace_id, url, events)
        values (gen_random_uuid(), $1::uuid, 'https://example.org/', '{}') returning id
      ), queue as (
        insert into webhook_queues (webhook_id) select id from hook
      ), deliveries as (
        insert into webhook_deliveries (id, webhook_id, message_id, sequence, status)
        select gen_random_uuid(), hook.id, d.message_id, d.sequence, d.status from webhook_deliveries d, hook
      )
      select id from hook`,
      [workspace]
    )
    workspaceWebhook = subscribed!.id
    const disputes = await query<{ readonly id: string; readonly status: string }>(
      auspex,
      `insert into disputes (id, question_id, resolution_version, disputed_by, reason, evidence_urls, status, resolved_at)
        select gen_random_uuid(), $1::uuid, 1, $2::uuid, 'It was otherwise.', '{}',
          case n when 1 then 'open' else 'dismissed' end, case when n > 1 then auspex_now() end
        from generate_series(1, 104) n returning id, status`,
      [question, agent.id]
    )
    dispute = disputes.find(({ status }) => status === "open")!.id
    await auspex.run(Effect.flatMap(SkillRefreshes, (skill) => skill.refresh))
    for (let entries = 0; entries < 104; entries++) await setPoints(auspex, agent.id, 5_000 + entries)
  })
  afterAll(() => auspex.stop())

  const asked = (path: string, search: string): string =>
    // The search needs a word, and the preview needs an outcome.
    path === "/api/search"
      ? `${path}?q=copy&${search.slice(1)}`
      : path === "/api/admin/disputes/{id}/preview"
      ? `/api/admin/disputes/${dispute}/preview?outcome=true&${search.slice(1)}`
      : path.replace("{pid}", prediction).replace("{agent_id}", agent.id).replace("{workspace_id}", workspace)
        .replace("{webhook_id}", workspaceWebhook).replace(
          "{id}",
          path.startsWith("/api/agents/")
            ? agent.id
            : path.startsWith("/api/comments/")
            ? comment
            : path.includes("/surveys/")
            ? survey
            : path.includes("/webhooks/")
            ? webhook
            : question
        ) + search

  const ask = (path: string, search: string) =>
    auspex.call("GET", asked(path, search), {
      as: path.startsWith("/api/admin")
        ? auspex.adminKey
        : path === "/api/guardian/queue"
        ? guardian.key
        : path === "/api/me/agents" || path.startsWith("/api/workspaces")
        ? agent.owner.token
        : agent.key
    })

  it("are tested for every list of the contract", async () => {
    const { paths } = (await auspex.call("GET", "/openapi.json")).body
    // The feed and the events have no total and no offset; the candidates are the beginning of a ranking.
    const paged = operations.filter(({ method, path }) =>
      path !== "/api/me/feed" && path !== "/api/events" && path !== "/api/admin/articles/candidates" &&
      paths[path][method.toLowerCase()].parameters?.some(({ name }: { readonly name: string }) => name === "limit")
    )
    expect(paged.map(({ path }) => path).sort()).toEqual(lists.map(([path]) => path).sort())
  })

  describe.each(lists)("of %s", (path, plural, standard) => {
    it("are its default and at most 100", async () => {
      for (
        const [search, length] of [
          ["", standard],
          ["?limit=1", 1],
          ["?limit=100", 100],
          ["?limit=101", 100],
          ["?limit=9999999999999999999", 100]
        ] as const
      ) {
        const { body, status } = await ask(path, search)
        expect([search, status, body[plural]?.length]).toEqual([search, 200, length])
        expect(body.total).toBeGreaterThan(100)
        expect(body.next_cursor).toMatch(/./)
      }
    })

    it.each([
      "limit=0",
      "limit=-1",
      "limit=1.5",
      "limit=1e99",
      "limit=ten",
      "limit=",
      "limit=1&limit=2",
      "offset=-1",
      "offset=0.5",
      "offset=10001",
      "cursor=%20",
      "cursor=!"
    ])("refuse %s", async (search) => {
      const { body, status } = await ask(path, `?${search}`)
      expect([status, body.code]).toEqual([400, "INVALID_REQUEST"])
    })

    it("allow reading every row once, page by page", async () => {
      const seen: Array<string> = []
      let cursor: string | null = ""
      while (cursor !== null) {
        const { body } = await ask(path, `?limit=40${cursor === "" ? "" : `&cursor=${cursor}`}`)
        seen.push(...body[plural].map(keyOf))
        cursor = body.next_cursor
        if (cursor === null) expect(seen).toHaveLength(body.total)
      }
      expect(new Set(seen).size).toBe(seen.length)
      const { body } = await ask(path, "?limit=40&offset=40")
      expect(body[plural].map(keyOf)).toEqual(seen.slice(40, 80))
      expect((await ask(path, "?offset=10000")).body[plural]).toEqual([])
    })
  })
})

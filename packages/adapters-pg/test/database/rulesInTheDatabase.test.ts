import { ArticleStatus, articleMoves, ArticleType } from "@auspex/domain/articles"
import { calibrationBoardResolvedMin } from "@auspex/domain/boards"
import { commentDepthMax } from "@auspex/domain/comments"
import { voiceFamilyOf } from "@auspex/domain/consensus"
import { disputeMoves, DisputeStatus } from "@auspex/domain/disputes"
import { ReferralShareStatus } from "@auspex/domain/feed"
import { ResearchQuestionKind } from "@auspex/domain/framing"
import { ValidationVerdict } from "@auspex/domain/guardians"
import { ModelFamily, TrustLabel, WorkspaceRole, WorkspaceTier } from "@auspex/domain/identity"
import { highConfidenceMin } from "@auspex/domain/insight"
import { issueMoves, IssueStatus, IssueType } from "@auspex/domain/issues"
import { Audience } from "@auspex/domain/panels"
import { promptTokensMax, promptTokensMin } from "@auspex/domain/personas"
import { canonicalCitation, citationPage } from "@auspex/domain/predictions"
import { ProjectKind, ProjectStatus, SourceStatus } from "@auspex/domain/projects"
import {
  CategorySlug,
  QuestionStatus,
  QuestionType,
  Timeframe,
  weightMax,
  weightMin,
  windowEnd
} from "@auspex/domain/questions"
import { PanelMethod, PanelRunStatus } from "@auspex/domain/panelRuns"
import {
  confidenceMax,
  confidenceMin,
  debateBonusesPerDayMax,
  decayFloor,
  earnedReasons,
  PointsReason,
  sideOf
} from "@auspex/domain/scoring"
import { surveyMoves, SurveyStatus } from "@auspex/domain/surveys"
import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "effect/FastCheck"
import { poolRules } from "./poolRules.ts"
import { type Rule, rule, sample } from "./rule.ts"

const urlPiece = fc.constantFrom(
  ..."/?&=;.aB",
  "//",
  ";v=",
  "a=1",
  "b=",
  "=c",
  "www.",
  "%2F",
  "é",
  "日",
  "~",
  "?x",
  "Z/"
)
const urls = sample(
  fc.tuple(
    fc.constantFrom("https://", "http://"),
    fc.constantFrom("example.org", "www.example.org", "www.org", "www.www.co.uk", "bücher.example", "a.org:8080"),
    fc.array(urlPiece, { maxLength: 12 })
  ).map(([scheme, host, pieces]) => `${scheme}${host}/${pieces.join("")}`)
).flatMap((raw) => {
  const url = canonicalCitation(raw)
  return url === undefined ? [] : [{ url }]
})

const options = ["north", "south", "Île", "z, {}"]
const day = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2030, 11, 31) }).map((at) =>
  new Date(at).toISOString()
)

const rules: Readonly<Record<string, Rule>> = {
  "auspex_citation_page is citationPage": rule(
    "url text",
    "auspex_citation_page(i.url)",
    urls,
    ({ url }) => citationPage(url)
  ),
  // The database lowers other letters as its collation says, which some servers limit to ASCII.
  "auspex_voice_family is voiceFamilyOf, for names in ASCII": rule(
    "model text, model_family text",
    "auspex_voice_family(i.model, i.model_family)",
    sample(fc.record({
      model: fc.oneof(fc.constantFrom(null, "", "Phi3", "gpt-4o"), fc.stringMatching(/^[ -~]{1,12}$/)),
      model_family: fc.constantFrom(...ModelFamily.literals)
    })),
    ({ model, model_family }) => voiceFamilyOf(model, model_family)
  ),
  "auspex_is_earned is earnedReasons": rule(
    "reason text",
    "auspex_is_earned(i.reason)",
    PointsReason.literals.map((reason) => ({ reason })),
    ({ reason }) => earnedReasons.includes(reason)
  ),
  "auspex_side is sideOf": rule(
    "prediction boolean, option text, options jsonb",
    `auspex_side(i.prediction, i.option,
      case when i.options <> 'null' then array(select jsonb_array_elements_text(i.options)) end)`,
    sample(
      fc.oneof(
        fc.record({ prediction: fc.boolean(), option: fc.constant(null), options: fc.constant(null) }),
        fc.record({ prediction: fc.boolean(), option: fc.constantFrom(...options), options: fc.constant(options) })
      ),
      60
    ),
    ({ option, prediction }) => sideOf({ prediction, option_index: option === null ? null : options.indexOf(option) })
  ),
  ...poolRules,
  "questions.window_ends_at is windowEnd": rule(
    "timeframe text, resolution_date date, closes_at timestamptz",
    "extract(epoch from (@window_ends_at))::float8 * 1000",
    sample(fc.record({
      timeframe: fc.constantFrom(...Timeframe.literals),
      resolution_date: day.map((at) => at.slice(0, 10)),
      closes_at: fc.option(day)
    })),
    ({ closes_at, ...facts }) =>
      windowEnd({ ...facts, closes_at: closes_at === null ? null : new Date(closes_at) }).getTime()
  )
}

/** The literals that the check constraint of a column permits. */
const literals: Readonly<Record<string, ReadonlyArray<string>>> = {
  "accounts.trust_label": TrustLabel.literals,
  "articles.article_type": ArticleType.literals,
  "articles.status": ArticleStatus.literals,
  "disputes.status": DisputeStatus.literals,
  "issues.status": IssueStatus.literals,
  "issues.type": IssueType.literals,
  "panel_runs.method": PanelMethod.literals,
  "panel_runs.status": PanelRunStatus.literals,
  "prediction_validations.validation": ValidationVerdict.literals,
  "project_questions.kind": ResearchQuestionKind.literals,
  "projects.audience": Audience.literals,
  "projects.kind": ProjectKind.literals,
  "projects.status": ProjectStatus.literals,
  "questions.category": CategorySlug.literals,
  "questions.question_type": QuestionType.literals,
  "questions.status": QuestionStatus.literals,
  "questions.timeframe": Timeframe.literals,
  "referral_shares.status": ReferralShareStatus.literals,
  "sources.status": SourceStatus.literals,
  "surveys.category": CategorySlug.literals,
  "surveys.status": SurveyStatus.literals,
  "workspace_members.role": WorkspaceRole.literals,
  "workspaces.tier": WorkspaceTier.literals
}

/** The bounds that the check constraint of a column sets. */
const bounds: Readonly<Record<string, readonly [number, number]>> = {
  "comments.depth": [0, commentDepthMax],
  "debate_bonuses.nth": [1, debateBonusesPerDayMax],
  "persona_contents.prompt_tokens": [promptTokensMin, promptTokensMax],
  "predictions.confidence": [confidenceMin, confidenceMax],
  "questions.weight": [weightMin, weightMax]
}

/** Conditions of indexes and triggers that repeat a threshold of the domain. */
const conditions: Readonly<Record<string, string>> = {
  accounts_by_brier: `resolved_count >= ${calibrationBoardResolvedMin}`,
  accounts_idle: `points > ${decayFloor}`,
  predictions_highlighted: `confidence >= ${highConfidenceMin}`,
  predictions_notable: `confidence >= ${highConfidenceMin}`,
  predictions_highlight_counted: `new.confidence >= ${highConfidenceMin}`,
  predictions_highlight_counted_at_once: `new.confidence >= ${highConfidenceMin}`
}

/** A table whose triggers refuse transitions, and the transitions that the domain permits. */
interface Guard {
  readonly statuses: ReadonlyArray<string>
  readonly moves: ReadonlyArray<{ readonly from: string; readonly to: string }>
  /** The statuses that the guard watches; other transitions are the domain's alone. */
  readonly watches: (from: string) => boolean
  /** Whether the guard also refuses changes that keep the status. */
  readonly freezes: boolean
  /** Creates a row with the id in the status. */
  readonly create: (id: string, status: string) => string
  /** The columns that change with the status. */
  readonly columns: (status: string) => string
}

const author = "00000000-0000-7000-8000-00000000000a"
const question = "00000000-0000-7000-8000-00000000000b"
const isFinal = (moves: Guard["moves"]) => (status: string) =>
  !moves.some(({ from, to }) => from === status && to !== status)

const timesOfSurvey = (status: string) =>
  `${status === "draft" ? "null::timestamptz" : "timestamptz '2026-01-01'"}, ${
    status === "closed" || status === "archived" ? "timestamptz '2026-01-02'" : "null::timestamptz"
  }`
const timeIf = (is: boolean) => is ? "timestamptz '2026-01-01'" : "null::timestamptz"

const guards: Readonly<Record<string, Guard>> = {
  articles: {
    statuses: ArticleStatus.literals,
    moves: articleMoves,
    watches: (from) => from === "published" || from === "archived",
    freezes: true,
    create: (id, status) =>
      `insert into articles (id, slug, title, subtitle, content, content_html, rendered_by, summary, article_type, status,
        author_id, tags, meta_description, published_at)
      values ('${id}', 'a', '', '', '', '', 1, '', 'custom', '${status}', '${author}', '', '', ${
        timeIf(status === "published")
      })`,
    columns: (status) =>
      status === "archived"
        ? `status = 'archived'`
        : `status = '${status}', published_at = ${timeIf(status === "published")}`
  },
  disputes: {
    statuses: DisputeStatus.literals,
    moves: disputeMoves,
    watches: isFinal(disputeMoves),
    freezes: true,
    create: (id, status) =>
      `insert into disputes (id, question_id, resolution_version, disputed_by, reason, evidence_urls, status, resolved_at)
      values ('${id}', '${question}', 1, '${author}', '', '{}', '${status}', ${timeIf(status !== "open")})`,
    columns: (status) => `status = '${status}', resolved_at = ${timeIf(status !== "open")}`
  },
  issues: {
    statuses: IssueStatus.literals,
    moves: issueMoves,
    watches: isFinal(issueMoves),
    freezes: false,
    create: (id, status) =>
      `insert into issues (id, user_id, type, title, content, status, resolved_at)
      values ('${id}', '${author}', 'bug', '', '', '${status}', ${timeIf(status === "resolved")})`,
    columns: (status) => `status = '${status}', resolved_at = ${timeIf(status === "resolved")}`
  },
  surveys: {
    statuses: SurveyStatus.literals,
    moves: surveyMoves,
    watches: () => true,
    freezes: true,
    create: (id, status) =>
      `insert into surveys (id, title, description, tags, status, created_by, opened_at, closed_at)
      values ('${id}', '', '', '', '${status}', '', ${timesOfSurvey(status)})`,
    columns: (status) => `status = '${status}', (opened_at, closed_at) = (${timesOfSurvey(status)})`
  }
}

const restrictViolation = "23001"

onEachDatabase("rules in the database", (db) => {
  it.live.each(Object.entries(rules))(
    "%s",
    ([, { columns, expected, inputs, sql: written }]) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const [generated] = yield* sql<{ expression: string }>`
        select pg_get_expr(d.adbin, d.adrelid) as expression from pg_attrdef d
          join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        where d.adrelid = 'questions'::regclass and a.attname = 'window_ends_at'`
        const rows = yield* sql.unsafe<{ value: unknown }>(
          `select ${written.replace("@window_ends_at", generated!.expression)} as value
        from jsonb_array_elements($1::text::jsonb) with ordinality e (input, at),
          jsonb_to_record(e.input) i (${columns}) order by e.at`,
          [JSON.stringify(inputs)]
        )
        expect(inputs.length).toBeGreaterThan(10)
        expect(rows.map(({ value }, at) => ({ input: inputs[at], value }))).toEqual(
          expected.map((value, at) => ({ input: inputs[at], value }))
        )
      }).pipe(Effect.provide(db.layer))
  )

  it.live("permit in check constraints what the domain permits", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      const constraints = new Map(
        (yield* sql<{ name: string; definition: string }>`
          select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c'`).map((
          { definition, name }
        ) => [name, definition])
      )
      const definitionOf = (column: string) => constraints.get(`${column.replace(".", "_")}_check`) ?? "none"
      const found = Object.keys(literals).map((column) => [
        column,
        [...definitionOf(column).matchAll(/'([^']*)'::text/g)].map(([, literal]) => literal!).sort()
      ])
      expect(found).toEqual(Object.entries(literals).map(([column, permitted]) => [column, [...permitted].sort()]))
      const limits = Object.keys(bounds).map((column) => [
        column,
        [...definitionOf(column).matchAll(/[<>]= \(?(\d+)/g)].map(([, limit]) => Number(limit))
      ])
      expect(limits).toEqual(Object.entries(bounds))
    }).pipe(Effect.provide(db.layer)))

  it.live("use the thresholds of the domain in indexes and triggers", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      const definitions = yield* sql<{ name: string; definition: string }>`
        select indexname::text as name, indexdef as definition from pg_indexes where schemaname = 'public'
        union all
        select tgname::text, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`
      for (const [name, condition] of Object.entries(conditions)) {
        expect([name, definitions.find((one) => one.name === name)?.definition]).toEqual([
          name,
          expect.stringContaining(condition)
        ])
      }
    }).pipe(Effect.provide(db.layer)))

  it.live.each(Object.entries(guards))(
    "refuse transitions of %s as the domain does",
    ([table, guard]) =>
      Effect.gen(function*() {
        const sql = yield* SqlClient
        const id = "00000000-0000-7000-8000-00000000000c"
        const isRefused = (from: string, to: string) =>
          Effect.flip(sql.withTransaction(Effect.gen(function*() {
            yield* sql.unsafe(
              `insert into accounts (id, type, name, name_key, role, trust_label, referral_code)
            values ('${author}', 'agent', 'a', 'a', 'predictor', 'unverified', 'a')`
            )
            yield* sql.unsafe(
              `insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status, question_type)
            values ('${question}', '', 'society', 'short', '', '2027-01-01', 'resolved', 'binary')`
            )
            yield* sql.unsafe(guard.create(id, from))
            const refusal = yield* sql.unsafe(`update ${table} set ${guard.columns(to)} where id = '${id}'`).pipe(
              Effect.as(undefined),
              Effect.catchTag("SqlError", (error) => Effect.succeed(error))
            )
            return yield* Effect.fail({ refusal })
          }))).pipe(Effect.flatMap((ended) => {
            if (!("refusal" in ended)) return Effect.die(ended)
            const code = (ended.refusal?.cause as { code?: string } | undefined)?.code
            return ended.refusal === undefined || code === restrictViolation
              ? Effect.succeed(ended.refusal !== undefined)
              : Effect.die(ended.refusal)
          }))
        const pairs = guard.statuses.flatMap((from) => guard.statuses.map((to) => ({ from, to })))
        const found = yield* Effect.forEach(
          pairs,
          ({ from, to }) => Effect.map(isRefused(from, to), (refused) => ({ from, to, refused }))
        )
        const isMove = (from: string, to: string) => guard.moves.some((move) => move.from === from && move.to === to)
        expect(found).toEqual(pairs.map(({ from, to }) => ({
          from,
          to,
          refused: guard.watches(from) && !isMove(from, to) && (guard.freezes || from !== to)
        })))
      }).pipe(Effect.provide(db.layer))
  )

  it.live("version every column of a question, or leave it out as a counter", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      yield* sql`insert into questions (id, question, category, timeframe, resolution_source, resolution_date, status,
          question_type)
        values (${question}, '', 'society', 'short', '', '2027-01-01', 'open', 'binary')`
      const [row] = yield* sql<
        { columns: ReadonlyArray<string>; firing: ReadonlyArray<string>; kept: ReadonlyArray<string> }
      >`
        select
          array(select a.attname::text from pg_trigger t, unnest(t.tgattr::smallint[]) n (attnum)
              join pg_attribute a on a.attrelid = 'questions'::regclass and a.attnum = n.attnum
            where t.tgrelid = 'questions'::regclass and t.tgname = 'questions_changed') as firing,
          array(select k from question_versions v, jsonb_object_keys(v.fields) k where v.question_id = ${question}) as kept`
      yield* db.reset
      // These never change, or only with a column that fires.
      const following = ["created_at", "id", "text_key", "window_ends_at"]
      expect([...row!.firing, ...following].sort()).toEqual([...row!.kept].sort())
    }).pipe(Effect.provide(db.layer)))
})

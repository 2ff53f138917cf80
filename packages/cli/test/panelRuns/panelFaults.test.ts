import { modelProvidersHttp } from "@auspex/adapters-bridge/providers"
import { outboundNode, SecretsNodeLive } from "@auspex/adapters-http/outbound"
import { PgStores } from "@auspex/adapters-pg"
import { ConfiguredAdminKey } from "@auspex/domain/accounts"
import { ModelSources } from "@auspex/domain/inference"
import { type EvidencePassage, EvidenceSearch } from "@auspex/domain/evidence"
import { PanelRuns, PanelRunStore, RunCompletion, sharedPanelModel } from "@auspex/domain/panelRuns"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import {
  type FakeChatRequest,
  type FakeModelServer,
  scriptedSpecialist,
  type SpecialistManner,
  startModelServer
} from "@auspex/testkit/models"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"

const text = "The central bank left its policy rate at 4 %. Most members want to cut it in June."
const passages: ReadonlyArray<EvidencePassage> = [{
  id: "one",
  source_id: "s1",
  title: "Minutes",
  uri: "https://example.org/minutes",
  start: 0,
  end: text.length,
  text,
  retrieved_at: new Date("2026-11-01T00:00:00Z")
}]

const promptOf = ({ body }: FakeChatRequest) => {
  const messages = body.messages as ReadonlyArray<{ readonly role: string; readonly content: string }>
  return { system: messages[0]!.content, content: messages.at(-1)!.content }
}

onServerDatabaseFirst("panels with a server of models", (db) => {
  let models: FakeModelServer
  let manner: SpecialistManner = "honest"
  beforeAll(async () => {
    models = await startModelServer({
      protocol: "openai-compatible",
      models: ["reasoner-1"],
      answer: (request) => {
        const answer = scriptedSpecialist(promptOf(request), manner)
        return [answer.slice(0, 30), answer.slice(30)]
      }
    })
  })
  afterAll(() => models.close())

  const services = () => {
    const endpoint = { api: "openai", base_url: `${models.url}/v1`, key: undefined, is_operators: true } as const
    const pool = [{ provider: "mine", model: "reasoner-1", endpoint }]
    const model = sharedPanelModel.pipe(
      Layer.provide(modelProvidersHttp),
      Layer.provide(outboundNode({ allowPrivate: true })),
      Layer.provide(Layer.succeed(ModelSources, { pool, ollama: undefined, dailyRequestsMax: 1 }))
    )
    return PanelRuns.layer.pipe(
      Layer.provide(
        Layer.mergeAll(
          model,
          Layer.succeed(EvidenceSearch, {
            search: () => Effect.succeed(passages),
            passages: () => Effect.succeed(passages)
          }),
          Layer.succeed(RunCompletion, { onCompleted: () => Effect.void })
        )
      ),
      Layer.provideMerge(PgStores.layer),
      Layer.provide(Layer.merge(SecretsNodeLive, Layer.succeed(ConfiguredAdminKey, { key: undefined })))
    )
  }

  const addProject = Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql.unsafe<{ readonly workspace_id: string; readonly project_id: string }>(`
        with w as (
          insert into workspaces (id, name) values (auspex_uuid_v7(auspex_clock()), 'Olive') returning id
        ), p as (
          insert into projects (id, workspace_id, kind, title)
          select auspex_uuid_v7(auspex_clock()), id, 'research', 'Rates' from w returning id, workspace_id
        ), q as (
          insert into project_questions (id, project_id, text, kind, fingerprint, framing)
          select auspex_uuid_v7(auspex_clock()), id, 'Will the bank cut its rate by June 2027?', 'binary', 'f', '{}' from p
        )
        select workspace_id, id as project_id from p`),
      ([row]) => row!
    ))

  const workUntilIdle = Effect.flatMap(PanelRuns, ({ runNext }) => Effect.repeat(runNext, { while: (more) => more }))

  const run = <A, E>(work: Effect.Effect<A, E, PanelRuns | PanelRunStore | SqlClient>): Promise<A> =>
    db.run(Effect.zipRight(db.reset, Effect.scoped(Effect.provide(work, services()))))

  it.each<[SpecialistManner, number, object]>([
    ["honest", 8, { reasoned: 4, given_up: [] }],
    ["prose", 12, { reasoned: 0, status: "failed", reason: "no_answers" }],
    ["cut", 12, { reasoned: 0, status: "failed", reason: "no_answers" }],
    ["strangers", 12, { reasoned: 4 }],
    ["misquoting", 12, { reasoned: 4 }]
  ])("end with answers that are %s", (how, requests, expected) =>
    run(Effect.gen(function*() {
      manner = how
      const before = models.requests.length
      const project = yield* addProject
      const { id } = yield* (yield* PanelRuns).start({ ...project, by: null })
      yield* workUntilIdle
      expect(yield* (yield* PanelRuns).latest(project)).toMatchObject({
        status: "completed",
        reason: null,
        calls: requests,
        ...expected
      })
      expect(models.requests.length - before).toBe(requests)
      const reasonings = yield* (yield* PanelRunStore).reasonings(project.project_id, id)
      expect(
        new Set(
          reasonings.map(({ evidence, model, unsupported }) => `${model} ${evidence.length} ${unsupported.length}`)
        )
      )
        .toEqual(new Set(reasonings.length === 0 ? [] : [how === "honest" ? "reasoner-1 1 0" : "reasoner-1 0 1"]))
    })))

  it.each(["cut", "garbage"] as const)(
    "go on after answers that were %s on the way",
    (kind) =>
      run(Effect.gen(function*() {
        manner = "honest"
        const runs = yield* PanelRuns
        const project = yield* addProject
        yield* runs.start({ ...project, by: null })
        models.fault = { kind }
        yield* workUntilIdle
        expect(yield* runs.latest(project)).toMatchObject({ status: "running", calls: 4, reasoned: 0 })
        models.fault = undefined
        yield* db.shiftClock("10 seconds")
        yield* workUntilIdle
        expect(yield* runs.latest(project)).toMatchObject({ status: "completed", calls: 12, reasoned: 4 })
      }))
  )
})

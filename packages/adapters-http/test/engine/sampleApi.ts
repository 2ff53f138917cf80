import { type RateRule, refuse, StorageUnavailable } from "@auspex/domain/kernel"
import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Context, Effect, Schema, Stream } from "effect"
import {
  apiWithCoreErrors,
  listAnswer,
  listOf,
  listQuery,
  operation,
  refusalCode,
  SystemApi
} from "../../src/contract.ts"
import { handlersFor, reply, replyRaw } from "../../src/engine/index.ts"

export const Thing = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  made_at: Schema.Date,
  note: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "Thing" })
export type Thing = typeof Thing.Type

export const NewThing = Schema.Struct({
  title: Schema.String.pipe(Schema.minLength(3), Schema.maxLength(40)),
  confidence: Schema.Int.pipe(Schema.between(50, 99)).annotations(refusalCode("INVALID_CONFIDENCE")),
  colour: Schema.optionalWith(Schema.Literal("red", "green"), { exact: true }),
  tags: Schema.optionalWith(Schema.Array(Schema.String), { exact: true })
}).annotations({ identifier: "NewThing" })

export const threePerMinute: RateRule = { name: "things", max: 3, windowSeconds: 60 }

/** A small contract that uses every option of an operation's policy. */
export const ThingsApi = HttpApiGroup.make("things")
  .add(operation(
    HttpApiEndpoint.get("list", "/api/things")
      .setUrlParams(
        Schema.Struct({
          ...listQuery(12, 100),
          colour: Schema.optionalWith(Schema.Literal("red", "green"), { exact: true })
        })
      )
      .addSuccess(listOf("things", Thing)),
    { access: "none", publicCache: () => ["questions"] }
  ))
  .add(operation(
    HttpApiEndpoint.get("show", "/api/things/:id")
      .setPath(Schema.Struct({ id: Schema.String }))
      .addSuccess(Schema.Struct({ thing: Thing })),
    {
      access: "optional",
      refuses: ["QUESTION_NOT_FOUND"],
      publicCache: ({ path }) => ["questions", `question:${path.id}`]
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("create", "/api/things")
      .setPayload(NewThing)
      .addSuccess(Schema.Struct({ thing: Thing }), { status: 201 }),
    { access: "key", refuses: ["INVALID_CONFIDENCE"], bodyBytesMax: 4_096, creates: {} }
  ))
  .add(operation(
    HttpApiEndpoint.post("mint", "/api/secrets")
      .setPayload(NewThing)
      .addSuccess(Schema.Struct({ secret: Schema.String }), { status: 201 }),
    { access: "none", exactRate: { rule: threePerMinute, by: "address" }, creates: { secret: true } }
  ))
  .add(operation(
    HttpApiEndpoint.post("touch", "/api/things/:id/touch")
      .setPath(Schema.Struct({ id: Schema.String }))
      .addSuccess(Schema.Struct({ touched: Schema.String })),
    { access: "human" }
  ))
  .add(operation(
    HttpApiEndpoint.del("remove", "/api/admin/things/:id")
      .setPath(Schema.Struct({ id: Schema.String }))
      .addSuccess(Schema.Struct({ removed: Schema.String })),
    { access: "admin" }
  ))
  .add(operation(
    HttpApiEndpoint.get("fail", "/api/fail/:how").setPath(Schema.Struct({ how: Schema.String })).addSuccess(
      Schema.Struct({ done: Schema.optionalWith(Schema.Boolean, { exact: true }) })
    ),
    { access: "none", deadlineSeconds: 1 }
  ))
  .add(operation(
    HttpApiEndpoint.get("csv", "/api/things.csv").addSuccess(Schema.String),
    { access: "none", produces: ["text/csv"] }
  ))

export const SampleApi = apiWithCoreErrors("sample").add(SystemApi).add(ThingsApi)

/** The use cases of the sample. */
export class Things extends Context.Tag("test/Things")<Things, {
  readonly get: (id: string) => Effect.Effect<Thing>
  readonly onWait: { started: number; interrupted: number }
}>() {}

export const thing = (id: string): Thing => ({
  id,
  title: `thing ${id}`,
  made_at: new Date("2026-01-02T03:04:05.678Z")
})

export const thingsHandlers = handlersFor(ThingsApi, {
  list: ({ query }) =>
    Effect.succeed(listAnswer("things", { items: [thing(String(query.limit))], total: 1, next_cursor: null })),
  show: ({ path }) =>
    path.id === "gone"
      ? refuse("QUESTION_NOT_FOUND", "There is no such thing.")
      : Effect.flatMap(Things, (things) => Effect.map(things.get(path.id), (thing) => ({ thing }))),
  create: ({ payload, actor }) =>
    Effect.succeed({ thing: { id: actor.id, title: payload.title, made_at: new Date("2026-01-02T03:04:05.678Z") } }),
  mint: () => Effect.succeed(reply({ secret: "sk_x" }, { headers: { "x-extra": "1" } })),
  touch: ({ path }) => Effect.succeed({ touched: path.id }),
  remove: ({ path, actor }) => Effect.succeed({ removed: `${path.id} by ${actor.name}` }),
  fail: ({ path }) => {
    switch (path.how) {
      case "storage":
        return Effect.fail(
          new StorageUnavailable({ operation: "select", cause: new Error("secret.host:5432 refused") })
        )
      case "defect":
        return Effect.die(new Error("secret stack"))
      case "throw":
        throw new Error("secret throw")
      case "extra":
        return Effect.succeed({ ...({ surprise: 1 } as object) })
      case "wait":
        return Effect.flatMap(Things, ({ onWait }) => {
          onWait.started++
          return Effect.never.pipe(Effect.onInterrupt(() =>
            Effect.sync(() => {
              onWait.interrupted++
            })
          ))
        })
      default:
        return Effect.succeed({})
    }
  },
  csv: () =>
    Effect.succeed(replyRaw({ contentType: "text/csv; charset=utf-8", content: Stream.make("a,b\n", "1,2\n") }))
})

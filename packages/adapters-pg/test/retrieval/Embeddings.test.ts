import { onEachDatabase, onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { embeddingsContract, entries, FakeModel, storedModels } from "./embeddingsContract.ts"

onEachDatabase("embeddings", embeddingsContract("memory"))

onServerDatabase("embeddings by several instances", (db) => {
  it("are made of every entry while others are put", () =>
    Effect.runPromise(Effect.zipRight(
      db.reset,
      Effect.gen(function*() {
        const fake = new FakeModel("m")
        const [one, two] = yield* Effect.all([fake.another(db.another), fake.another(db.another)])
        yield* one.put("w1", entries(200))
        yield* Effect.all([
          one.embedAll,
          two.embedAll,
          two.put("w1", entries(50, "lake")),
          one.put("w2", entries(50))
        ], { concurrency: "unbounded" })
        yield* Effect.all([one.embedAll, two.embedAll], { concurrency: "unbounded" })
        yield* one.embedAll
        expect(yield* storedModels).toEqual([["m", 250]])
        for (const { ids } of [one, two]) expect((yield* ids("number42", { part: "embedding" }))[0]).toBe("e42")
      }).pipe(Effect.scoped, Effect.provide(db.layer))
    )))
})

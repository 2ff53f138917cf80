import { outboundNode } from "@auspex/adapters-http/outbound"
import { pageReaderNode } from "@auspex/adapters-http/reading"
import { EmbeddedDatabase, Migrations, PgStores, ServerDatabase } from "@auspex/adapters-pg"
import { SourceIntake } from "@auspex/domain/projects"
import { Retrieval } from "@auspex/domain/retrieval"
import { testOutside } from "@auspex/testkit/outside"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect, Layer, ManagedRuntime } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import type { Bench, BenchRow } from "./harness/BenchRow.ts"
import { startBenchServer } from "./harness/databases.ts"

const pageCount = 1_000
const workers = 4
const pagesPerSecondMin = 20

const vocabulary =
  "rate bank council vote flood wall inflation market forecast ministry agency report river engineer treasurer spring quarter growth price copper grid solar chip export tariff court ruling trial vaccine data model survey the of and to in a for on with that by from as was were has been will may after before"
    .split(" ")

/** Numbers from 0 to 1, the same in every run (Park and Miller 1988). */
const numbers = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647

/** A page of about 50 kB, as sites of news are: an article between navigation, scripts and teasers. */
const pageOf = (n: number): string => {
  const next = numbers(n + 1)
  const words = (count: number) =>
    Array.from({ length: count }, () => vocabulary[Math.floor(next() * vocabulary.length)]).join(" ")
  const sentence = () => `It was said that ${words(8 + Math.floor(next() * 18))}.`
  const paragraph = () => `<p>${Array.from({ length: 3 + Math.floor(next() * 5) }, sentence).join(" ")}</p>`
  const links = Array.from({ length: 60 }, (_, at) => `<li><a href="/s/${at}">${words(2)}</a></li>`).join("")
  const script = `<script>${"var a=1;function f(){return a}\n".repeat(600)}</script>`
  const teasers = Array.from({ length: 40 }, () => `<div><a href="/r"><span>${sentence()}</span></a></div>`).join("")
  return `<!doctype html><html><head><title>Story ${n}</title>${script}</head><body><nav><ul>${links}</ul></nav>` +
    `<main><article><h1>Story ${n}</h1>${Array.from({ length: 20 }, paragraph).join("")}</article></main>` +
    `<aside>${teasers}</aside></body></html>`
}

const useCases = SourceIntake.layer.pipe(
  Layer.provide(Retrieval.layer),
  Layer.provideMerge(Layer.provide(PgStores.layer, testOutside)),
  Layer.provide(Layer.provide(pageReaderNode({ pauseMillis: 0 }), outboundNode({ allowPrivate: true }))),
  Layer.provide(testOutside)
)

/** Queues the pages as sources of one project; each tenth address belongs to another host. */
const queuePages = (port: number) =>
  Effect.flatMap(SqlClient, (sql) =>
    sql.unsafe(`
      with w as (
        insert into workspaces (id, name) values (auspex_uuid_v7(auspex_clock()), 'Bench') returning id
      ), p as (
        insert into projects (id, workspace_id, kind, title)
        select auspex_uuid_v7(auspex_clock()), id, 'research', 'Bench' from w returning id
      )
      insert into sources (id, project_id, uri)
      select auspex_uuid_v7(auspex_clock()), id, 'http://127.0.0.' || 1 + n % 8 || ':${port}/' || n
      from p cross join generate_series(1, ${pageCount}) n`))

const measure = async (database: Layer.Layer<SqlClient, unknown>, port: number): Promise<number> => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(useCases, database))
  try {
    return await runtime.runPromise(Effect.gen(function*() {
      const { readNext } = yield* SourceIntake
      yield* queuePages(port)
      const before = performance.now()
      const lane = (n: number) => Effect.repeat(readNext(`bench ${n}`), { while: (more) => more })
      yield* Effect.all(Array.from({ length: workers }, (_, n) => lane(n)), { concurrency: "unbounded" })
      const seconds = (performance.now() - before) / 1_000
      const [row] = yield* (yield* SqlClient).unsafe<{ readonly ready: number }>(
        "select count(*)::integer as ready from sources where status = 'ready'"
      )
      if (row?.ready !== pageCount) throw new Error(`only ${row?.ready} of ${pageCount} pages were read`)
      return pageCount / seconds
    }))
  } finally {
    await runtime.dispose()
  }
}

const rowFor = (name: string, pagesPerSecond: number): BenchRow => ({
  what: `sources read and stored, ${name} database`,
  unit: "pages/s",
  ours: pagesPerSecond,
  goal: { of: "ours", is: "at least", value: pagesPerSecondMin }
})

/** P13: how many pages become passages that can be found in a second. */
export const sourceIntake: Bench = async () => {
  const pages = Array.from({ length: pageCount + 1 }, (_, n) => Buffer.from(pageOf(n)))
  const site = createServer((request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" })
    response.end(pages[Number(request.url!.slice(1))])
  })
  await new Promise<void>((resolve) => site.listen(0, "0.0.0.0", resolve))
  const { port } = site.address() as AddressInfo
  const dataDir = mkdtempSync(path.join(tmpdir(), "auspex-bench-"))
  const server = await startBenchServer()
  try {
    const embedded = Layer.tap(
      EmbeddedDatabase.layer({ dataDir }),
      (context) => Effect.provide(Migrations.apply(), context)
    )
    const rows = [
      rowFor("embedded", await measure(embedded, port)),
      rowFor("server", await measure(ServerDatabase.layer({ url: await server.create("intake") }), port))
    ]
    const bytes = pages.reduce((sum, { length }) => sum + length, 0) / pages.length
    return {
      title: "P13: intake of sources",
      rows,
      notes: [
        `${pageCount} pages of ${
          Math.round(bytes / 1_000)
        } kB from eight hosts without pauses, ${workers} workers; ${server.version}.`
      ]
    }
  } finally {
    await server.stop()
    site.closeAllConnections()
    site.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

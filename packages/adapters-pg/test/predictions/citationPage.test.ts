import { canonicalCitation, citationPage } from "@auspex/domain/predictions"
import { onEachDatabase } from "@auspex/testkit/databases"
import { SqlClient } from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "effect/FastCheck"

const piece = fc.constantFrom(..."/?&=;.aB", "//", ";v=", "a=1", "b=", "=c", "www.", "%2F", "é", "日", "~", "?x", "Z/")
const urls = fc.sample(
  fc.tuple(
    fc.constantFrom("https://", "http://"),
    fc.constantFrom("example.org", "www.example.org", "www.org", "www.www.co.uk", "bücher.example", "a.org:8080"),
    fc.array(piece, { maxLength: 12 })
  ).map(([scheme, host, pieces]) => `${scheme}${host}/${pieces.join("")}`),
  { numRuns: 600, seed: 27 }
).flatMap((raw) => canonicalCitation(raw) ?? [])

onEachDatabase("the page of a citation", (db) => {
  it.live("is the same in the schema and in the domain", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient
      const rows = yield* sql<{ page: string }>`select auspex_citation_page(url) as page
        from jsonb_array_elements_text(${JSON.stringify(urls)}::text::jsonb) with ordinality as u (url, at) order by at`
      expect(urls.length).toBeGreaterThan(400)
      expect(rows.map(({ page }) => page)).toEqual(urls.map(citationPage))
    }).pipe(Effect.provide(db.layer)))
})

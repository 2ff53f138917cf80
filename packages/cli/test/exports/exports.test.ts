import { exportFormats, type ExportName, exportNames } from "@auspex/domain/exports"
import { wilsonInterval } from "@auspex/domain/kernel"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAuspex, startAuspex } from "../harness.ts"
import { query } from "../people.ts"
import { type ExportWorld, hostileNames, makeExportWorld } from "./exportWorld.ts"
import { type ExportedRow, readExport } from "./readExport.ts"

onServerDatabaseFirst("exports", (db) => {
  let auspex: RunningAuspex
  let world: ExportWorld
  beforeAll(async () => {
    auspex = await startAuspex(db.layer)
    world = await makeExportWorld(auspex, (interval) => db.run(db.shiftClock(interval)))
  })
  afterAll(() => auspex.stop())

  const get = async (name: ExportName, format: (typeof exportFormats)[number], search = "") => {
    const answer = await auspex.call("GET", `/api/export/${name}?format=${format}${search}`)
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.text
  }
  const rowsOf = async (name: ExportName, search = ""): Promise<ReadonlyArray<ExportedRow>> =>
    readExport(name, "ndjson", await get(name, "ndjson", search))
  const idsOf = async (name: ExportName, search = "") => (await rowsOf(name, search)).map(({ id }) => id)

  describe.each(exportNames)("of %s", (name) => {
    it("have the same rows in every format", async () => {
      const [json, ndjson, csv] = await Promise.all(
        exportFormats.map(async (format) => readExport(name, format, await get(name, format)))
      )
      expect(ndjson!.length).toBeGreaterThan(3)
      expect(json).toEqual(ndjson)
      expect(csv).toEqual(ndjson)
      expect(new Set(ndjson!.map(({ id }) => id)).size).toBe(ndjson!.length)
    })

    it.each(exportFormats)("continue after any row as %s, without loss or repetition", async (format) => {
      const all = readExport(name, format, await get(name, format))
      for (const [at, { id }] of all.entries()) {
        const rest = readExport(name, format, await get(name, format, `&cursor=${id}`))
        expect(rest).toEqual(all.slice(at + 1))
      }
    })

    it.each(exportFormats)("contain nothing private as %s", async (format) => {
      const text = await get(name, format)
      expect(world.secrets.length).toBeGreaterThan(20)
      expect(world.secrets.filter((secret) => text.includes(secret))).toEqual([])
    })

    it("have no cell that a spreadsheet evaluates, except for plain numbers", async () => {
      // Parsed like a spreadsheet: cells without their quotes.
      const cells = [...(await get(name, "csv")).matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)]
        .map(([, quoted, plain]) => quoted?.replaceAll("\"\"", "\"") ?? plain ?? "")
      const computed = cells.filter((cell) => /^\s*[=+\-@\t\r＝＋－＠]/.test(cell) && Number.isNaN(Number(cell)))
      expect(computed).toEqual([])
      expect(cells.filter((cell) => cell.startsWith("'")).length).toBeGreaterThan(0)
    })

    it("of a span are the rows of that span", async () => {
      const all = await rowsOf(name)
      if (name === "calibration") return
      const column = name === "predictions" ? "created_at" : "taken_at"
      const instants = [...new Set(all.map((row) => row[column] as string))]
      for (const from of instants) {
        expect(await idsOf(name, `&from=${from}`)).toEqual(
          all.filter((row) => (row[column] as string) >= from).map(({ id }) => id)
        )
        expect(await idsOf(name, `&to=${from}`)).toEqual(
          all.filter((row) => (row[column] as string) < from).map(({ id }) => id)
        )
      }
      const [first, last] = [instants[0]!, instants.at(-1)!]
      const between = all.filter((row) => (row[column] as string) >= first && (row[column] as string) < last)
      expect(await idsOf(name, `&from=${first}&to=${last}`)).toEqual(between.map(({ id }) => id))
      expect(await idsOf(name, `&from=${first}&to=${first}`)).toEqual([])
    })

    it("of a span continue after a row, also after one outside the span", async () => {
      const all = await rowsOf(name)
      const span = `&from=${new Date(Date.now() - 3_600_000).toISOString()}&to=2200-01-01`
      expect(await rowsOf(name, span)).toEqual(all)
      for (const at of [0, all.length >> 1, all.length - 1]) {
        const { id } = all[at]!
        expect(await rowsOf(name, `${span}&cursor=${id}`)).toEqual(all.slice(at + 1))
        expect(await rowsOf(name, `&from=2200-01-01&cursor=${id}`)).toEqual([])
        expect(await rowsOf(name, `&to=2000-01-01&cursor=${id}`)).toEqual([])
      }
    })

    it.each([
      ["format=xml", "format"],
      ["format=", "format"],
      ["from=yesterday", "from"],
      ["from=2026-02-30", "from"],
      ["from=2026-01-01T10:00:00", "from"],
      ["to=1e9", "to"],
      ["from=2026-01-02&to=2026-01-01", "to"],
      ["cursor=nonsense", "cursor"],
      ["cursor=", "cursor"],
      ["cursor=01900000-0000-7000-8000-000000000000", "cursor"],
      ["cursor=01900000-0000-7000-8000-000000000000:70", "cursor"],
      ["cursor=%27;drop", "cursor"]
    ])("refuse %s and name the field", async (search, field) => {
      const { body, status } = await auspex.call("GET", `/api/export/${name}?${search}`)
      expect([status, body.code]).toEqual([400, "INVALID_REQUEST"])
      expect(body.failures?.[0].field ?? "").toContain(field)
    })

    it("have all rows for a span of all time, and none beyond it", async () => {
      expect(await rowsOf(name, "&from=0001-01-01&to=9999-12-31T23:59:59.999999999Z")).toEqual(await rowsOf(name))
      expect(await rowsOf(name, "&from=0000-01-01")).toEqual(await rowsOf(name))
      expect(await rowsOf(name, "&to=0000-01-01")).toEqual([])
      expect(await rowsOf(name, "&from=9999-12-31")).toEqual([])
    })

    it.each(exportFormats)("have the right content type and file name as %s", async (format) => {
      const answer = await auspex.call("GET", `/api/export/${name}?format=${format}`)
      const types = { json: "application/json", ndjson: "application/x-ndjson", csv: "text/csv" }
      expect(answer.headers.get("content-type")).toContain(`${types[format]}; charset=utf-8`)
      expect(answer.headers.get("content-disposition")).toBe(
        format === "json" ? null : `attachment; filename="auspex-${name}.${format}"`
      )
      expect(answer.headers.get("cache-control")).toBe("no-store")
      expect(answer.headers.get("access-control-allow-origin")).toBe("*")
      expect(answer.headers.get("etag")).toBeNull()
    })
  })

  it("are JSON by default, and answer HEAD without a row", async () => {
    expect((await auspex.call("GET", "/api/export/predictions")).body.predictions.length).toBeGreaterThan(10)
    const head = await auspex.call("HEAD", "/api/export/predictions?format=csv")
    expect([head.status, head.text, head.headers.get("content-type")]).toEqual([
      200,
      "",
      "text/csv; charset=utf-8; header=present"
    ])
  })

  it("of predictions equal the question's list of predictions, with the outcome", async () => {
    const rows = await rowsOf("predictions")
    const shown = ["binary", "multi", "void", "open"] as const
    expect(rows).toHaveLength(shown.length * 4)
    for (const name of shown) {
      const id = world.questions[name]
      const { question } = (await auspex.call("GET", `/api/questions/${id}`)).body
      const { predictions } = (await auspex.call("GET", `/api/questions/${id}/predictions`)).body
      const own = rows.filter(({ question_id }) => question_id === id)
      expect(own).toHaveLength(predictions.length)
      for (const prediction of predictions) {
        const row = own.find((candidate) => candidate.id === prediction.id)
        for (
          const field of [
            "user_id",
            "user_name",
            "user_type",
            "prediction",
            "confidence",
            "reasoning",
            "created_at",
            "upvotes"
          ]
        ) {
          expect([field, row?.[field]]).toEqual([field, prediction[field]])
        }
        expect(row).toMatchObject({
          question: question.question,
          question_type: question.question_type,
          question_status: question.status,
          outcome: question.outcome ?? null,
          correct_options: question.correct_options ?? null,
          selected_option: prediction.selected_option ?? null,
          model: prediction.model ?? null,
          brier_score: prediction.brier_score ?? null,
          is_void: name === "void"
        })
        const settled = name === "binary" || name === "multi"
        expect([row?.["correct"] === null, row?.["log_score"] === null]).toEqual([!settled, !settled])
      }
    }
    expect(rows.map(({ user_name }) => user_name)).toEqual(expect.arrayContaining([...hostileNames]))
    // The suspended agent's predictions count in the consensus, so they are included.
    expect(rows.filter(({ user_id }) => user_id === world.agents[0]!.id)).toHaveLength(shown.length)
  })

  it("of calibration count settled predictions, by account and confidence", async () => {
    const rows = await rowsOf("calibration")
    const predictions = (await rowsOf("predictions")).filter(({ correct }) => correct !== null)
    const groups = new Map<string, Array<ExportedRow>>()
    for (const row of predictions) {
      const key = `${row["user_id"] as string}:${row["confidence"] as number}`
      groups.set(key, [...groups.get(key) ?? [], row])
    }
    expect(rows.map(({ id }) => id)).toEqual([...groups.keys()].sort())
    for (const row of rows) {
      const own = groups.get(row.id)!
      const correct = own.filter((one) => one["correct"] === true).length
      expect(row).toMatchObject({
        user_id: own[0]!["user_id"],
        user_name: own[0]!["user_name"],
        confidence: own[0]!["confidence"],
        predictions: own.length,
        correct,
        observed: correct / own.length,
        ...wilsonInterval(correct, own.length)
      })
    }
  })

  it("of calibration in a span count predictions settled in the span", async () => {
    const all = await rowsOf("calibration")
    await query(
      auspex,
      "update predictions set resolved_at = '2026-01-15T12:00:00Z' where question_id = $1::uuid and resolved_at is not null",
      [world.questions.binary]
    )
    // Settlements are dated by the day on which they were made.
    await query(
      auspex,
      "insert into account_days (account_id, day, category) select id, '2026-01-15', '' from accounts"
    )
    const early = await rowsOf("calibration", "&from=2026-01-15T12:00:00Z&to=2026-01-15T12:00:00.001Z")
    const late = await rowsOf("calibration", "&from=2026-01-15T12:00:00.001Z")
    expect([early.map((row) => row["predictions"]), late.map((row) => row["predictions"])]).toEqual([[1, 1, 1, 1], [
      1,
      1,
      1,
      1
    ]])
    expect(early.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect(await rowsOf("calibration", "&to=2026-01-15T12:00:00Z")).toEqual([])
    expect(await rowsOf("calibration", "&from=2026-01-15T13:00:00%2B01:00&to=2026-01-16")).toEqual(early)
  })

  it("of the consensus over time are the snapshots of public questions", async () => {
    const rows = await rowsOf("consensus-history")
    for (const name of ["binary", "multi", "void", "open"] as const) {
      const id = world.questions[name]
      const { snapshots } = (await auspex.call("GET", `/api/questions/${id}/snapshots`)).body
      const own = rows.filter(({ question_id }) => question_id === id)
      expect(own.map(({ avg_confidence, options, taken_at, total_agents, yes_percent }) => ({
        avg_confidence,
        taken_at,
        total_agents,
        yes_percent,
        ...(options === null ? {} : { options })
      }))).toEqual(snapshots.toReversed().map(({ yes_pct: _, ...snapshot }: { yes_pct: number }) => snapshot))
      expect(own.length).toBeGreaterThan(0)
    }
    expect(rows.some(({ question_id }) => question_id === world.questions.hidden)).toBe(false)
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(["daily", "moved"]))
  })

  it("count towards a separate limit, whose refusal has Retry-After", async () => {
    const strict = await startAuspex(db.layer, { ownRates: {} })
    try {
      const ask = () => strict.call("GET", "/api/export/calibration?format=csv", { from: "198.51.100.7" })
      for (let taken = 0; taken < 5; taken++) expect((await ask()).status).toBe(200)
      const refused = await ask()
      expect([refused.status, refused.body.code]).toEqual([429, "RATE_LIMITED"])
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    } finally {
      await Effect.runPromise(Effect.promise(() => strict.stop()))
    }
  })
})

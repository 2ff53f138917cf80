import { predictionsBytesMax } from "@auspex/domain/predictions"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { beforeAll, expect, it } from "vitest"
import {
  fresh,
  goodPrediction,
  linkedAgent,
  openQuestion,
  predict,
  query,
  type TestAgent,
  verifiedHuman
} from "../people.ts"
import { auspexOn } from "../servers.ts"

type Row = Readonly<Record<string, any>>

/** What an agent needs in its first hour: its own state, and the predictions of others. */
onServerDatabaseFirst("an agent's first hour", (db) => {
  const auspex = auspexOn(db)
  let me: TestAgent
  const others: Array<TestAgent> = []
  beforeAll(async () => {
    me = await linkedAgent(auspex)
    for (let n = 0; n < 5; n++) {
      others.push(await linkedAgent(auspex, { extra: { model: ["gpt-4o", "claude-3"][n % 2] } }))
    }
  })

  const get = async (path: string, as?: string): Promise<any> => {
    const answer = await auspex.call("GET", path, { as })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.body
  }
  const coded = async (path: string, as?: string) => {
    const { body, status } = await auspex.call("GET", path, { as })
    return [status, body.code, body.failures?.[0]?.field]
  }
  const admin = async (path: string, body?: object) =>
    expect((await auspex.call("POST", `/api/admin/questions/${path}`, { as: auspex.adminKey, body })).status).toBe(200)
  const upvote = (by: TestAgent, id: string) => auspex.call("POST", `/api/predictions/${id}/upvote`, { as: by.key })

  it("shows on questions the caller's own state, to the caller only, regardless of caches", async () => {
    const [answered, open] = [await openQuestion(auspex), await openQuestion(auspex)]
    const { prediction } = await predict(auspex, me, answered, { confidence: 71 })
    await auspex.call("POST", `/api/questions/${open}/watch`, { as: me.key })
    await auspex.call("POST", `/api/questions/${open}/upvote`, { as: me.key })
    const done = {
      my_prediction: { id: prediction.id, prediction: true, confidence: 71, selected_option: null, option: null }
    }
    const standing = { my_prediction: null, watching: true, has_upvoted: true }
    const paths = [`/api/questions/${answered}`, `/api/questions/${open}`, "/api/questions?status=open&limit=2"]
    const asked = async (path: string, as?: string, etag?: string) =>
      auspex.call("GET", path, { as, headers: etag === undefined ? {} : { "if-none-match": etag } })
    const standsIn = ({ text }: { readonly text: string }) => /"(my_prediction|watching|has_upvoted)":/.test(text)
    // Identified and anonymous callers in turn, each with the anonymous answer's entity tag.
    for (const path of paths) {
      const first = await asked(path)
      const etag = first.headers.get("etag") ?? undefined
      expect([standsIn(first), etag]).toEqual([false, expect.any(String)])
      const known = await asked(path, me.key, etag)
      expect([known.status, known.headers.get("etag"), known.headers.get("cache-control")]).toEqual([
        200,
        null,
        "no-store"
      ])
      expect(standsIn(known)).toBe(true)
      const stranger = await asked(path, others[0]!.key)
      expect([stranger.text.includes(prediction.id) && path === paths[2], standsIn(stranger)]).toEqual([false, true])
      expect((await asked(path, undefined, etag)).status).toBe(304)
      expect(standsIn(await asked(path))).toBe(false)
      // A caller with an invalid credential is anonymous, and gets no other caller's answer.
      expect(standsIn(await asked(path, "sk_of_nobody"))).toBe(false)
    }
    expect((await get(paths[0]!, me.key)).question).toMatchObject({ ...done, watching: false, has_upvoted: false })
    expect((await get(paths[1]!, me.key)).question).toMatchObject(standing)
    const { questions } = await get(paths[2]!, me.key)
    expect(questions).toMatchObject([{ id: open, ...standing }, { id: answered, ...done }])
    expect((await get("/api/me/watchlist", me.key)).questions).toMatchObject([{ id: open, ...standing }])

    const idsOf = async (search: string) =>
      (await get(`/api/questions?${search}`, me.key)).questions.map(({ id }: Row) => id)
    expect([await idsOf("predicted=false&limit=1"), await idsOf("predicted=true")]).toEqual([[open], [answered]])
    expect((await get("/api/questions?predicted=true", me.key)).total).toBe(1)
    const suspended = await linkedAgent(auspex)
    const suspend = { as: auspex.adminKey, body: { reason: "by a test" } }
    await auspex.call("POST", `/api/admin/accounts/${suspended.id}/suspend`, suspend)
    // Without predicted an invalid credential is ignored; with it the credential is refused.
    const callers = [
      [undefined, 401, "MISSING_AUTH", "predicted"],
      ["sk_of_nobody", 401, "INVALID_API_KEY", undefined],
      ["ht_of_nobody", 401, "INVALID_TOKEN", undefined],
      ["ak_of_nobody", 401, "INVALID_API_KEY", undefined],
      [suspended.key, 403, "ACCOUNT_SUSPENDED", undefined],
      [auspex.adminKey, 403, "ACCOUNT_REQUIRED", "predicted"]
    ] as const
    for (const [as, ...expected] of callers) {
      expect(await coded("/api/questions?predicted=false", as)).toEqual(expected)
      expect(await coded("/api/questions?predicted=true", as)).toEqual(expected)
      expect((await coded("/api/questions?predicted=", as))[0]).toBe(200)
      expect((await coded("/api/questions", as))[0]).toBe(200)
    }
    const form = await auspex.call("GET", "/api/questions?predicted=false", {
      headers: { authorization: "Basic eA==" }
    })
    expect([form.status, form.body.code]).toEqual([401, "INVALID_TOKEN"])
    const at = encodeURIComponent(prediction.created_at)
    expect(await coded(`/api/questions?predicted=false&as_of=${at}`, me.key)).toEqual([
      400,
      "INVALID_REQUEST",
      "predicted"
    ])
    expect(standsIn(await asked(`/api/questions/${answered}?as_of=${at}`, me.key))).toBe(false)
  })

  it("shows the option of the caller's prediction in the form of predictions", async () => {
    const question = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green"] })
    await predict(auspex, me, question, { confidence: 60, selected_option: "Green" })
    expect((await get(`/api/questions/${question}`, me.key)).question.my_prediction).toMatchObject({
      selected_option: "Green",
      option: "Green"
    })
  })

  it("lists the caller's predictions with their results", async () => {
    const agent = await linkedAgent(auspex)
    const [first, second, last] = [
      await openQuestion(auspex),
      await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green"] }),
      await openQuestion(auspex)
    ]
    await predict(auspex, agent, first, { confidence: 80 })
    await predict(auspex, agent, second, { confidence: 60, selected_option: "Green" })
    await predict(auspex, agent, last, { prediction: false })
    await admin(`${first}/close`)
    await admin(`${first}/resolve`, { outcome: true })
    await admin(`${second}/resolve`, { correct_options: ["Red"] })
    const { next_cursor, predictions, total } = await get("/api/me/predictions", agent.key)
    expect([total, next_cursor, predictions.map((row: Row) => row["question_id"])])
      .toEqual([3, null, [last, second, first]])
    expect(predictions).toMatchObject([
      { question_status: "open", prediction: false, stake: 70 },
      {
        question_status: "resolved",
        result: { void: false, outcome: null, correct_options: ["Red"], correct: false, payout: 5 }
      },
      { question_status: "resolved", result: { void: false, outcome: true, correct: true, payout: expect.any(Number) } }
    ])
    expect(predictions[0]).not.toHaveProperty("result")
    expect(predictions[2].question).toBe((await get(`/api/questions/${first}`)).question.question)
    expect(predictions[2].reasoning).toContain("EVIDENCE")
    const listed = async (search: string) => {
      const page = await get(`/api/me/predictions?${search}`, agent.key)
      return [page.total, page.predictions.map((row: Row) => row["question_id"])]
    }
    expect(await listed("status=resolved")).toEqual([2, [second, first]])
    expect(await listed("status=all&limit=1")).toEqual([3, [last]])
    expect(await listed(`question_id=${second}`)).toEqual([1, [second]])
    expect(await listed(`question_id=${second}&status=open`)).toEqual([0, []])
    const seen: Array<string> = []
    for (let cursor = "";;) {
      const page: Row = await get(`/api/me/predictions?limit=1${cursor}`, agent.key)
      seen.push(...page["predictions"].map((row: Row) => row["question_id"]))
      if (page["next_cursor"] === null) break
      cursor = `&cursor=${page["next_cursor"]}`
    }
    expect(seen).toEqual([last, second, first])
    const short = (await get("/api/me/predictions?fields=user_name", agent.key)).predictions[0]
    expect([short.user_name, short.question_status, "reasoning" in short, "model" in short])
      .toEqual([agent.name, "open", false, false])
    expect((await auspex.call("GET", "/api/me/predictions")).status).toBe(401)
    expect(await coded("/api/me/predictions?status=draft", agent.key)).toEqual([400, "INVALID_REQUEST", "status"])
  })

  it("lists the predictions on a question in each order, by side, option and family, page by page", async () => {
    const question = await openQuestion(auspex)
    const placed: Array<Row> = []
    for (const [n, agent] of others.entries()) {
      const { prediction } = await predict(auspex, agent, question, {
        prediction: n !== 1,
        confidence: [60, 70, 60, 90, 60][n]
      })
      placed.push(prediction)
    }
    const ids = placed.map(({ id }) => id as string)
    // Net votes: 0, 2, 1, 0, 0.
    for (const [by, of] of [[0, 1], [2, 1], [1, 2]] as const)
      expect((await upvote(others[by]!, ids[of]!)).status).toBe(200)
    const path = `/api/questions/${question}/predictions`
    const walk = async (search: string, limit: number): Promise<ReadonlyArray<number>> => {
      const found: Array<number> = []
      for (let cursor = "";;) {
        const page: Row = await get(`${path}?limit=${limit}&${search}${cursor}`)
        expect(page["yes_percent"]).toBe(80)
        found.push(...page["predictions"].map(({ id }: Row) => ids.indexOf(id)))
        if (page["next_cursor"] === null) return found
        expect(page["predictions"]).toHaveLength(limit)
        cursor = `&cursor=${page["next_cursor"]}`
      }
    }
    const expected = {
      "": [4, 3, 2, 1, 0],
      "sort=newest": [4, 3, 2, 1, 0],
      "sort=votes": [1, 2, 3, 0, 4],
      "sort=confidence": [3, 1, 4, 2, 0],
      "prediction=false": [1],
      "sort=votes&prediction=true": [2, 3, 0, 4],
      "sort=confidence&prediction=true": [3, 4, 2, 0],
      "family=claude": [3, 1],
      "sort=votes&family=gpt": [2, 0, 4],
      "sort=confidence&family=claude&prediction=true": [3]
    }
    for (const [search, order] of Object.entries(expected)) {
      for (const limit of [1, 2, 100])
        expect([search, limit, await walk(search, limit)]).toEqual([search, limit, order])
      expect([search, (await get(`${path}?${search}&limit=1`)).total]).toEqual([search, order.length])
      expect((await get(`${path}?${search}&offset=1&limit=1`)).predictions.map(({ id }: Row) => ids.indexOf(id)))
        .toEqual(order.slice(1, 2))
    }
    const options = await openQuestion(auspex, { question_type: "multi", options: ["Red", "Green"] })
    for (const [n, agent] of others.entries()) {
      await predict(auspex, agent, options, { selected_option: n === 2 ? "Red" : "Green" })
    }
    const red = await get(`/api/questions/${options}/predictions?option=Red`)
    expect([red.total, red.predictions.map(({ selected_option }: Row) => selected_option)]).toEqual([1, ["Red"]])
    expect((await get(`/api/questions/${options}/predictions?option=Green&family=gpt`)).total).toBe(2)

    // People are a separate family, distinct from unknown model families.
    const shared = await openQuestion(auspex)
    const unknown = await linkedAgent(auspex, { extra: { model: `ollama/phi${fresh()}` } })
    const byAgent = (await predict(auspex, unknown, shared)).prediction.id
    const byPerson = (await predict(auspex, { key: (await verifiedHuman(auspex)).token }, shared)).prediction
    const ofFamily = async (search: string) => {
      const page = await get(`/api/questions/${shared}/predictions?${search}`)
      return [page.total, page.predictions.map(({ id }: Row) => id)]
    }
    for (const more of ["", "&prediction=true", "&sort=votes"]) {
      expect([more, await ofFamily(`family=human${more}`)]).toEqual([more, [1, [byPerson.id]]])
      expect([more, await ofFamily(`family=other${more}`)]).toEqual([more, [1, [byAgent]]])
    }

    const votes = (await get(`${path}?sort=votes&limit=1`)).next_cursor
    expect(await coded(`${path}?sort=confidence&cursor=${votes}`)).toEqual([400, "INVALID_REQUEST", "cursor"])
    expect(await coded(`${path}?sort=loudest`)).toEqual([400, "INVALID_REQUEST", "sort"])
    const at = encodeURIComponent(placed[2]!["created_at"])
    for (const search of ["sort=votes", "prediction=true", "option=Red", "family=gpt"]) {
      expect(await coded(`${path}?as_of=${at}&${search}`)).toEqual([400, "INVALID_REQUEST", search.split("=")[0]])
    }
    expect(await get(`${path}?as_of=${at}&limit=2`)).toMatchObject({ total: 3, yes_percent: 66.67 })

    const detail = await get(`/api/questions/${question}`)
    expect(detail).toMatchObject({ total: 5, next_cursor: null, yes_percent: 80 })
    expect(await get(`/api/questions/${await openQuestion(auspex)}`))
      .toMatchObject({ predictions: [], total: 0, next_cursor: null, yes_percent: 0 })
  })

  it("does not count an address as a citation if escaping makes it too long", async () => {
    const question = await openQuestion(auspex)
    const word = (from: number, length: number) =>
      Array.from({ length }, (_, n) => String.fromCodePoint(0x4e00 + from + n)).join("")
    const place = (path: string) =>
      auspex.call("POST", `/api/questions/${question}/predict`, {
        as: me.key,
        body: goodPrediction({
          reasoning: (goodPrediction() as Row)["reasoning"].replace(
            /https:\/\/[^\s)]+/g,
            () => `https://example.org/${fresh()}/${path}`
          )
        })
      })
    const refused = await place(word(0, 1_500))
    expect([refused.status, refused.body.code]).toEqual([400, "CITATIONS_REQUIRED"])
    expect((await place(word(2_000, 200))).status).toBe(201)
  })

  it("bounds the bytes of a page, omits texts on request, and continues where the page ended", async () => {
    const question = await openQuestion(auspex)
    const count = 30
    // Short in the database, long on the wire: a control character takes six bytes of JSON.
    await query(
      auspex,
      `with authors as (
        insert into accounts (id, type, name, name_key, role, referral_code, trust_label)
        select gen_random_uuid(), 'agent', 'Long ' || n, 'long ' || n, 'predictor', 'LONG' || n, 'unverified'
        from generate_series(1, $2::integer) n returning id, name
      )
      insert into predictions (id, question_id, account_id, seq, prediction, confidence, reasoning, reasoning_digest, model,
        model_family, contrarian, stake, engagement)
      select gen_random_uuid(), $1::uuid, a.id, row_number() over (order by a.id), true, 60,
        case when a.name = 'Long 1' then repeat(chr(1), 30000) else repeat(a.name || ' ', 4000) end,
        sha256(a.name::bytea), 'gpt-4o', 'gpt', false, 60, '{}'
      from authors a`,
      [question, count]
    )
    await query(auspex, "update questions set prediction_count = $2, yes_count = $2 where id = $1::uuid", [
      question,
      count
    ])
    const path = `/api/questions/${question}/predictions`
    for (const search of ["limit=100", "limit=100&sort=votes", "limit=100&sort=confidence"]) {
      const seen: Array<string> = []
      let pages = 0
      for (let cursor = "";;) {
        const { body, text } = await auspex.call("GET", `${path}?${search}${cursor}`)
        pages++
        expect(body.predictions.length).toBeGreaterThan(0)
        const bytes = Buffer.byteLength(text)
        expect(bytes < predictionsBytesMax + 500 || body.predictions.length === 1).toBe(true)
        seen.push(...body.predictions.map(({ id }: Row) => id))
        if (body.next_cursor === null) break
        cursor = `&cursor=${body.next_cursor}`
      }
      expect([seen.length, new Set(seen).size, pages > 3]).toEqual([count, count, true])
    }
    const short = await get(`${path}?limit=100&fields=user_name`)
    expect([short.predictions.length, short.next_cursor]).toEqual([count, null])
    expect(Object.keys(short.predictions[0]).sort()).toEqual([
      "confidence",
      "created_at",
      "downvotes",
      "id",
      "prediction",
      "question_id",
      "upvotes",
      "user_id",
      "user_name"
    ])
    expect(await coded(`${path}?fields=user_name,e-mail`)).toEqual([400, "INVALID_REQUEST", "fields"])
    const detail = await get(`/api/questions/${question}`)
    expect([detail.total, detail.predictions.length < 20]).toEqual([count, true])
    const next = await get(`${path}?cursor=${detail.next_cursor}&limit=1`)
    expect(detail.predictions.map(({ id }: Row) => id)).not.toContain(next.predictions[0].id)
  })
})

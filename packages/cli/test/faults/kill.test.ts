import { isThorough } from "@auspex/testkit/databases"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../raw.ts"
import { seededRandom } from "../seededRandom.ts"
import { type AuspexProcess, type Home, homes } from "./auspexProcess.ts"
import { type Acknowledged, type Cast, castOn, Journal, Script, send } from "./load.ts"

/** Kills for each database. An embedded server takes longer to start. */
const cyclesOf = isThorough ? { embedded: 20, server: 50 } : { embedded: 1, server: 1 }
const [workers, questions] = isThorough ? [16, 24] : [8, 12]

/** The acknowledged writes that the server does not show with the same content. */
const lostOn = async (auspex: AuspexProcess, journal: Journal, cast: Cast): Promise<ReadonlyArray<string>> => {
  const lost: Array<string> = []
  const of = (kind: string) => journal.acknowledged.filter(({ write }) => write.kind === kind)
  const expectShown = (what: string, shown: unknown, sent: Readonly<Record<string, unknown>>) => {
    const record = shown as Readonly<Record<string, unknown>> | undefined
    const wrong = Object.entries(sent).filter(([field, value]) =>
      JSON.stringify(record?.[field]) !== JSON.stringify(value)
    )
    if (wrong.length > 0) lost.push(`${what} lacks ${JSON.stringify(Object.fromEntries(wrong)).slice(0, 200)}`)
  }
  const predictions = new Map<string, Record<string, unknown>>()
  for (const question of cast.questions) {
    const { body } = await auspex.call("GET", `/api/questions/${question}/predictions?limit=100`)
    for (const prediction of body.predictions) predictions.set(prediction.id, prediction)
  }
  for (const { answer } of of("predict")) {
    const { upvotes: _, downvotes: __, ...placed } = answer.body.prediction
    expectShown(`prediction ${placed.id}`, predictions.get(placed.id), placed)
  }
  const votes = new Map<string, Set<string>>()
  for (const { write } of of("vote")) {
    const id = write.target.split("/")[3]!
    votes.set(id, (votes.get(id) ?? new Set()).add(write.as!))
  }
  for (const [id, voters] of votes) {
    const upvotes = Number(predictions.get(id)?.["upvotes"])
    if (!(upvotes >= voters.size)) lost.push(`prediction ${id} shows ${upvotes} of ${voters.size} votes`)
  }
  const each = async (entries: ReadonlyArray<Acknowledged>, look: (entry: Acknowledged) => Promise<void>) => {
    for (let at = 0; at < entries.length; at += 16) await Promise.all(entries.slice(at, at + 16).map(look))
  }
  await each(of("suggest"), async ({ answer: { body } }) => {
    const shown = await auspex.call("GET", `/api/admin/questions/${body.suggestion.id}`, { as: auspex.adminKey })
    expectShown(`suggestion ${body.suggestion.id}`, shown.body?.question, {
      question: body.suggestion.question,
      status: "draft"
    })
  })
  await each(of("register"), async ({ answer: { body } }) => {
    const shown = await auspex.call("GET", "/api/me", { as: body.api_key })
    expectShown(`account ${body.user.id}`, shown.body?.user, { id: body.user.id, name: body.user.name, points: 5_000 })
  })
  return lost
}

describe.each(["embedded", "server"] as const)("a server that is killed under load (%s database)", (kind) => {
  const cycles = cyclesOf[kind]
  let home: Home
  let directory: string
  beforeAll(async () => {
    home = await homes[kind]()
    directory = mkdtempSync(path.join(tmpdir(), "auspex-journal-"))
  })
  afterAll(async () => {
    await home.remove()
    rmSync(directory, { recursive: true, force: true })
  })

  it("has all acknowledged writes, and none half done", { timeout: 300_000 + cycles * 10_000 }, async () => {
    const random = seededRandom()
    const journal = new Journal(path.join(directory, "journal.ndjson"))
    let auspex = await home.start()
    const cast = await castOn(auspex, workers, questions)
    const script = new Script(cast, journal)
    for (let cycle = 0; cycle < cycles; cycle++) {
      const before = journal.acknowledged.length
      // A random number of answers instead of a time, so that the kill interrupts work on any machine.
      const killAt = before + random.whole(10, isThorough ? 89 : 49)
      const running = auspex
      const work = Array.from({ length: workers }, async (_, worker) => {
        while (await send(running, script.write(worker), journal));
      })
      await eventually("enough answers", () => journal.acknowledged.length >= killAt, 60_000)
      running.signal("SIGKILL")
      await Promise.all([running.ended, ...work])
      expect(journal.refused.map(({ answer }) => answer.text)).toEqual([])

      auspex = await home.start()
      const pending = journal.unanswered
      journal.unanswered = []
      // An unanswered write is performed once after its repetition, whether or not it had been performed before.
      for (const write of pending) await send(auspex, write, journal)
      const strange = journal.refused.splice(0).filter(({ answer }) => answer.body.code !== "IDEMPOTENCY_MISMATCH")
      expect(strange.map(({ answer, write }) => `${write.kind} ${answer.text}`)).toEqual([])
      expect(journal.unanswered).toEqual([])
      expect(await lostOn(auspex, journal, cast)).toEqual([])
    }
    auspex.signal("SIGKILL")
    await auspex.ended
    expect(await home.violations()).toEqual([])
    journal.close()
  })
})

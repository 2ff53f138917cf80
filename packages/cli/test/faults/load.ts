import { closeSync, fsyncSync, openSync, writeSync } from "node:fs"
import type { Answer } from "../harness.ts"
import { fresh, questionFields } from "../people.ts"
import { distinctPrediction } from "../races/citing.ts"
import type { AuspexProcess } from "./auspexProcess.ts"

/** A write as its client records it. */
export interface Write {
  readonly kind: "register" | "predict" | "suggest" | "vote"
  readonly target: string
  readonly as: string | undefined
  readonly body: object | undefined
  readonly idempotencyKey: string
}

/** A write whose answer has arrived. */
export interface Acknowledged {
  readonly write: Write
  readonly answer: Answer
}

/** The agents and questions of the load. */
export interface Cast {
  readonly agents: ReadonlyArray<{ readonly id: string; readonly key: string; readonly owner: string }>
  readonly questions: ReadonlyArray<string>
}

const must = (answer: Answer, ...statuses: ReadonlyArray<number>): Answer => {
  if (!statuses.includes(answer.status)) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer
}

/** Creates an open question. */
export const openQuestionOn = async (auspex: AuspexProcess, extra: object = {}): Promise<string> => {
  const made = must(
    await auspex.call("POST", "/api/admin/questions", { as: auspex.adminKey, body: questionFields(extra) }),
    201
  )
  const id: string = made.body.question.id
  for (const step of ["approve", "publish"])
    must(await auspex.call("POST", `/api/admin/questions/${id}/${step}`, { as: auspex.adminKey }), 200)
  return id
}

/** Creates linked agents, four per owner, and open questions. */
export const castOn = async (auspex: AuspexProcess, agentCount: number, questionCount: number): Promise<Cast> => {
  const owners = await Promise.all(Array.from({ length: Math.ceil(agentCount / 4) }, async () => {
    const number = fresh()
    const body = { name: `Owner ${number}`, email: `owner${number}@example.org`, password: "correct horse battery" }
    const { user, token } = must(await auspex.call("POST", "/api/auth/signup", { body }), 201).body
    must(await auspex.call("POST", `/api/admin/accounts/${user.id}/verify-email`, { as: auspex.adminKey }), 200)
    return { id: user.id as string, token: token as string }
  }))
  const agents = await Promise.all(Array.from({ length: agentCount }, async (_, index) => {
    const owner = owners[index % owners.length]!
    const { user, api_key } = must(
      await auspex.call("POST", "/api/register", { body: { name: `Actor ${fresh()}`, model: "gpt-5" } }),
      201
    ).body
    must(await auspex.call("POST", "/api/me/agents", { as: owner.token, body: { api_key } }), 200)
    return { id: user.id as string, key: api_key as string, owner: owner.id }
  }))
  const questions = await Promise.all(Array.from({ length: questionCount }, () => openQuestionOn(auspex)))
  return { agents, questions }
}

/** The clients' journal; it is flushed to disk before a client continues. */
export class Journal {
  readonly acknowledged: Array<Acknowledged> = []
  /** Writes without an answer. */
  unanswered: Array<Write> = []
  /** Unsuccessful answers. */
  readonly refused: Array<Acknowledged> = []
  readonly #file: number

  constructor(file: string) {
    this.#file = openSync(file, "a")
  }

  answered(write: Write, answer: Answer): void {
    const entry = { write, answer }
    if (answer.status >= 300) {
      this.refused.push(entry)
      return
    }
    writeSync(this.#file, `${JSON.stringify({ write, status: answer.status, body: answer.body })}\n`)
    fsyncSync(this.#file)
    this.acknowledged.push(entry)
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** The writes of the workers: registrations, predictions, suggestions and votes by turns. */
export class Script {
  readonly #cast: Cast
  readonly #journal: Journal
  readonly #next: Array<number>

  constructor(cast: Cast, journal: Journal) {
    this.#cast = cast
    this.#journal = journal
    this.#next = cast.agents.map(() => 0)
  }

  write(worker: number): Write {
    const { agents, questions } = this.#cast
    const agent = agents[worker]!
    const turn = this.#next[worker]!++
    const idempotencyKey = `${worker}-${turn}-${fresh()}`
    const family = new Set(agents.filter(({ owner }) => owner === agent.owner).map(({ id }) => id))
    const predicted = this.#journal.acknowledged.filter(({ answer, write }) =>
      write.kind === "predict" && !family.has(answer.body.prediction.user_id)
    )
    if (turn % 4 === 3 && predicted.length > 0) {
      const { answer } = predicted[(turn * 31 + worker) % predicted.length]!
      return {
        kind: "vote",
        target: `/api/predictions/${answer.body.prediction.id}/upvote`,
        as: agent.key,
        body: undefined,
        idempotencyKey
      }
    }
    const question = questions[Math.floor(turn / 2)]
    if (turn % 2 === 0 && question !== undefined) {
      return {
        kind: "predict",
        target: `/api/questions/${question}/predict`,
        as: agent.key,
        body: distinctPrediction(),
        idempotencyKey
      }
    }
    return turn % 4 === 1
      ? { kind: "suggest", target: "/api/questions/suggest", as: agent.key, body: questionFields(), idempotencyKey }
      : {
        kind: "register",
        target: "/api/register",
        as: undefined,
        body: { name: `Newcomer ${fresh()}`, model: "claude-sonnet" },
        idempotencyKey
      }
  }
}

/** Sends a write and records its result. */
export const send = async (auspex: AuspexProcess, write: Write, journal: Journal): Promise<boolean> => {
  try {
    const headers = write.kind === "vote" ? {} : { "idempotency-key": write.idempotencyKey }
    // The Idempotency-Key of an anonymous client is scoped to its address.
    const from = `172.16.${write.idempotencyKey.length}.${Number(write.idempotencyKey.split("-")[2]) % 250}`
    const answer = await auspex.call("POST", write.target, { as: write.as, body: write.body, headers, from })
    journal.answered(write, answer)
    return true
  } catch {
    journal.unanswered.push(write) // the connection broke: the result is unknown
    return false
  }
}

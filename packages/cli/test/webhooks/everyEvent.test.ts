import { type PlatformEventName, platformEventNames } from "@auspex/domain/events"
import { onServerDatabaseFirst } from "@auspex/testkit/databases"
import { type ReceivedDelivery, startWebhookReceiver, type WebhookReceiver } from "@auspex/testkit/outside"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { act, publishDue, submitted } from "../articles/writing.ts"
import { comment, createdComment, goodComment, predicted, replyTo } from "../comments/debate.ts"
import { asAdmin, dispute, end, resolve } from "../disputes/people.ts"
import { type Answer, type RunningAuspex } from "../harness.ts"
import { documentedAnswers } from "../documentedAnswers.ts"
import { draftQuestion, linkedAgent, openQuestion, predict, tick } from "../people.ts"
import { auspexOn } from "../servers.ts"
import { manage, surveyIn } from "../surveys/surveying.ts"
import { dispatchUntil, privateEgress, subscribe } from "./webhooksWorld.ts"

/** The fields of `data`, as the specification's table of events lists them; those of surveys are a decision. */
const specifiedFields: Readonly<Record<PlatformEventName, ReadonlyArray<ReadonlyArray<string>>>> = {
  "question.created": [["question_id", "question", "category"]],
  "question.closed": [["question_id", "question"]],
  "question.resolved": [["question_id", "question", "outcome"], ["question_id", "question", "correct_options"]],
  "question.closing_soon": [["question_id", "closes_at"]],
  "prediction.placed": [["question_id", "prediction_id", "user_name", "confidence"]],
  "comment.created": [["question_id", "comment_id", "content"]],
  "comment.reply": [["question_id", "comment_id", "replier_name"]],
  "dispute.opened": [["dispute_id", "question_id"]],
  "dispute.resolved": [["dispute_id", "status"]],
  "article.published": [["article_id", "slug", "title", "article_type", "url"]],
  "survey.opened": [["survey_id", "title", "question_count"]],
  "survey.closed": [["survey_id", "title", "question_count"]]
}

type Agent = Awaited<ReturnType<typeof linkedAgent>>

/** What an act has caused: the expected `data`, and the names of other events that belong to the same act. */
interface Caused {
  readonly data: object
  readonly beside?: ReadonlyArray<PlatformEventName>
}

/** A way to cause an event. `prepare` does what comes before it, and returns the act; the subscription lies between. */
interface Cause {
  readonly event: PlatformEventName
  readonly when: string
  readonly prepare: (auspex: RunningAuspex, subscriber: Agent) => Promise<() => Promise<Caused>>
}

const done = (answer: Answer): Answer => {
  if (answer.status >= 300) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer
}

const textOf = async (auspex: RunningAuspex, id: string): Promise<string> =>
  done(await auspex.call("GET", `/api/questions/${id}`)).body.question.question

const onQuestion = (auspex: RunningAuspex, id: string, step: string): Promise<Answer> =>
  asAdmin(auspex, "POST", `/api/admin/questions/${id}/${step}`).then(done)

/** An approved question that is not published. */
const approved = async (auspex: RunningAuspex, extra: object = {}): Promise<string> => {
  const id = await draftQuestion(auspex, extra)
  await onQuestion(auspex, id, "approve")
  return id
}

const surveyMoved = (event: PlatformEventName, from: "draft" | "open", act: "open" | "close"): Cause => ({
  event,
  when: `an administrator ${act}s a survey`,
  prepare: async (auspex) => {
    const id = await surveyIn(auspex, from)
    return async () => {
      const { question_count, title } = done(await manage(auspex, "POST", `/${id}/${act}`)).body.survey
      return { data: { survey_id: id, title, question_count } }
    }
  }
})

const resolvedAs = (title: string, resolution: object, extra: object = {}): Cause => ({
  event: "question.resolved",
  when: title,
  prepare: async (auspex) => {
    const id = await openQuestion(auspex, extra)
    return async () => {
      await resolve(auspex, id, resolution)
      const { correct_options, outcome } = resolution as { outcome?: boolean | null; correct_options?: Array<string> }
      return {
        data: {
          question_id: id,
          question: await textOf(auspex, id),
          ...(correct_options === undefined ? { outcome } : { correct_options })
        }
      }
    }
  }
})

const endedAs = (status: string, extra: object, beside: ReadonlyArray<PlatformEventName>): Cause => ({
  event: "dispute.resolved",
  when: `an administrator decides a dispute: ${status}`,
  prepare: async (auspex, subscriber) => {
    const { question } = await predicted(auspex, subscriber)
    await resolve(auspex, question, { outcome: true })
    const id = await dispute(auspex, subscriber, question)
    return async () => {
      done(await end(auspex, id, { status, ...extra }))
      return { data: { dispute_id: id, status }, beside }
    }
  }
})

/** The data of a publication, from the article as it is read afterwards. */
const published = async (auspex: RunningAuspex, id: string): Promise<Caused> => {
  const { article_type, slug, title } = done(await asAdmin(auspex, "GET", `/api/admin/articles/${id}`)).body.article
  return {
    data: { article_id: id, slug, title, article_type, url: `${auspex.settings.publicUrl}/articles/${slug}` }
  }
}

const causes: ReadonlyArray<Cause> = [
  {
    event: "question.created",
    when: "an administrator publishes a question",
    prepare: async (auspex) => {
      const id = await approved(auspex)
      return async () => {
        await onQuestion(auspex, id, "publish")
        return { data: { question_id: id, question: await textOf(auspex, id), category: "technology" } }
      }
    }
  },
  {
    event: "question.created",
    when: "the time to open a question has come",
    prepare: async (auspex) => {
      const id = await approved(auspex, { opens_at: new Date(Date.now() - 1_000).toISOString() })
      return async () => {
        await tick(auspex)
        await tick(auspex)
        return { data: { question_id: id, question: await textOf(auspex, id), category: "technology" } }
      }
    }
  },
  {
    event: "question.closed",
    when: "an administrator closes a question",
    prepare: async (auspex) => {
      const id = await openQuestion(auspex)
      return async () => {
        await onQuestion(auspex, id, "close")
        return { data: { question_id: id, question: await textOf(auspex, id) } }
      }
    }
  },
  resolvedAs("a binary question is resolved", { outcome: false }),
  resolvedAs("a binary question is void", { outcome: null, resolution_note: "The gauge was broken." }),
  resolvedAs("a multi question is resolved", { correct_options: ["Green"] }, {
    question_type: "multi",
    options: ["Red", "Green"]
  }),
  {
    event: "question.closing_soon",
    when: "a question closes within a day",
    prepare: async (auspex) => {
      const closes_at = new Date(Date.now() + 20 * 3_600_000).toISOString()
      const id = await openQuestion(auspex, { closes_at })
      return async () => {
        await tick(auspex)
        await tick(auspex)
        return { data: { question_id: id, closes_at } }
      }
    }
  },
  {
    event: "prediction.placed",
    when: "an agent predicts",
    prepare: async (auspex) => {
      const [agent, id] = [await linkedAgent(auspex), await openQuestion(auspex)]
      return async () => {
        const { prediction } = await predict(auspex, agent, id, { confidence: 71 })
        return { data: { question_id: id, prediction_id: prediction.id, user_name: agent.name, confidence: 71 } }
      }
    }
  },
  {
    event: "comment.created",
    when: "somebody comments on a question",
    prepare: async (auspex) => {
      const [agent, id] = [await linkedAgent(auspex), await openQuestion(auspex)]
      const content = goodComment()
      return async () => {
        const created = await createdComment(comment(auspex, agent, id, { content }))
        return { data: { question_id: id, comment_id: created.id, content } }
      }
    }
  },
  {
    event: "comment.reply",
    when: "somebody replies to the subscriber's comment",
    prepare: async (auspex, subscriber) => {
      const [agent, id] = [await linkedAgent(auspex), await openQuestion(auspex)]
      const root = await createdComment(comment(auspex, subscriber, id))
      return async () => {
        const reply = await createdComment(replyTo(auspex, agent, root.id))
        const data = { question_id: id, comment_id: reply.id, replier_name: agent.name }
        return { data, beside: ["comment.created"] }
      }
    }
  },
  {
    event: "comment.reply",
    when: "somebody comments on the subscriber's prediction",
    prepare: async (auspex, subscriber) => {
      const agent = await linkedAgent(auspex)
      const { prediction: prediction_id, question } = await predicted(auspex, subscriber)
      return async () => {
        const reply = await createdComment(comment(auspex, agent, question, { prediction_id }))
        const data = { question_id: question, comment_id: reply.id, replier_name: agent.name }
        return { data, beside: ["comment.created"] }
      }
    }
  },
  {
    event: "dispute.opened",
    when: "a predictor disputes a resolution",
    prepare: async (auspex) => {
      const agent = await linkedAgent(auspex)
      const { question } = await predicted(auspex, agent)
      await resolve(auspex, question, { outcome: true })
      return async () => ({ data: { dispute_id: await dispute(auspex, agent, question), question_id: question } })
    }
  },
  endedAs("upheld", {}, []),
  endedAs("dismissed", {}, []),
  endedAs("overturned", { outcome: false }, ["question.resolved"]),
  {
    event: "article.published",
    when: "an administrator publishes an article",
    prepare: async (auspex, subscriber) => {
      const { id } = await submitted(auspex, subscriber.key, { article_type: "weekly_roundup" })
      return async () => {
        done(await act(auspex, id, "publish"))
        return published(auspex, id)
      }
    }
  },
  {
    event: "article.published",
    when: "the time of a scheduled article has come",
    prepare: async (auspex, subscriber) => {
      const { id } = await submitted(auspex, subscriber.key)
      done(await act(auspex, id, "schedule", { scheduled_at: new Date(Date.now() - 1_000).toISOString() }))
      return async () => {
        await publishDue(auspex)
        await publishDue(auspex)
        return published(auspex, id)
      }
    }
  },
  surveyMoved("survey.opened", "draft", "open"),
  surveyMoved("survey.closed", "open", "close")
]

describe("the causes of events", () => {
  it("are in the table for every event", () => {
    const caused = new Set(causes.map(({ event }) => event))
    expect(platformEventNames.filter((name) => !caused.has(name))).toEqual([])
  })
})

onServerDatabaseFirst("events", (db) => {
  const auspex = auspexOn(db, privateEgress)
  let receiver: WebhookReceiver
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
  })
  afterAll(() => receiver.stop())

  const sequenceOf = ({ headers }: ReceivedDelivery): number => Number(headers["x-ws-sequence"])

  /**
   * Everything that arrived on a path before the event of a question that is published now. That event comes after all
   * events that were caused before, so nothing is missing.
   */
  const receivedUntilNow = async (at: string): Promise<ReadonlyArray<{ event: PlatformEventName; data: object }>> => {
    const last = await openQuestion(auspex)
    const isLast = ({ body }: ReceivedDelivery): boolean => JSON.parse(body).data.question_id === last
    const received = await dispatchUntil(auspex, async () => {
      for (let expected = 1;;) {
        const arrived = await receiver.until(expected, at)
        const end = arrived.find(isLast)
        if (end !== undefined && arrived.length >= sequenceOf(end)) return arrived
        expected = end === undefined ? arrived.length + 1 : sequenceOf(end)
      }
    })
    const inOrder = received.toSorted((one, other) => sequenceOf(one) - sequenceOf(other))
    expect(inOrder.map(sequenceOf)).toEqual(inOrder.map((_, index) => index + 1))
    expect(isLast(inOrder.at(-1)!)).toBe(true)
    return inOrder.slice(0, -1).map(({ body, headers }) => {
      const { data, event, timestamp, ...more } = JSON.parse(body)
      expect([event, documentedAnswers.core().mismatchOfEvent(event, JSON.parse(body))]).toEqual([event, undefined])
      expect([headers["x-ws-event"], Object.keys(more)]).toEqual([event, []])
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      return { event, data }
    })
  }

  it.each(causes.map((cause, index) => ({ ...cause, index })))(
    "$event fires once when $when, with the specified fields",
    async ({ event, index, prepare }) => {
      const subscriber = await linkedAgent(auspex)
      const perform = await prepare(auspex, subscriber)
      await subscribe(auspex, subscriber.key, `${receiver.url}/${index}`, platformEventNames)
      const { beside = [], data } = await perform()
      const received = await receivedUntilNow(`/${index}`)
      expect(received.map((one) => one.event).sort()).toEqual([event, ...beside].sort())
      expect(received.filter((one) => one.event === event)).toEqual([{ event, data }])
      for (const one of received) {
        expect(specifiedFields[one.event].map((fields) => fields.toSorted())).toContainEqual(
          Object.keys(one.data).sort()
        )
      }
    }
  )
})

import { SurveyAutoClose } from "@auspex/domain/surveys"
import { onServerDatabase } from "@auspex/testkit/databases"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { goodPrediction, linkedAgent, openQuestion, predict, query } from "../people.ts"
import { approvedQuestion, draftSurvey, manage, surveyIn } from "../surveys/surveying.ts"
import { rounds, roundsTimeout } from "./rounds.ts"
import { atOnce, tally, twoInstances } from "./twoInstances.ts"

onServerDatabase("racing surveys on two instances", (db) => {
  const instances = twoInstances(db)

  const recorded = async (id: string) => {
    const [found] = await query<{ status: string; opened: number; closed: number; audited: number }>(
      instances.first,
      `select status,
        (select count(*)::integer from outbox_events where event = 'survey.opened' and data ->> 'survey_id' = $1) as opened,
        (select count(*)::integer from outbox_events where event = 'survey.closed' and data ->> 'survey_id' = $1) as closed,
        (select count(*)::integer from audit_log where subject_id = $1 and action in ('survey.open', 'survey.close'))
          as audited
      from surveys where id = $1::uuid`,
      [id]
    )
    return found
  }

  it("are opened once and closed once, with one event each", roundsTimeout, async () => {
    for (let round = 0; round < rounds; round++) {
      const { id } = await draftSurvey(instances.first)
      const opened = await atOnce(6, (turn) => manage(instances.either(turn), "POST", `/${id}/open`))
      expect(tally(opened)).toEqual({ 200: 1, "409 INVALID_TRANSITION": 5 })
      const closed = await atOnce(6, (turn) => manage(instances.either(turn), "POST", `/${id}/close`))
      expect(tally(closed)).toEqual({ 200: 1, "409 INVALID_TRANSITION": 5 })
      expect(await recorded(id)).toEqual({ status: "closed", opened: 1, closed: 1, audited: 2 })
    }
  })

  it("either open with a question or lose it, never both", roundsTimeout, async () => {
    for (let round = 0; round < rounds; round++) {
      const question = await approvedQuestion(instances.first)
      const { id } = await draftSurvey(instances.first, { question_ids: [question] })
      const [opened, unlinked] = await Promise.all([
        manage(instances.first, "POST", `/${id}/open`),
        manage(instances.second, "DELETE", `/${id}/questions/${question}`)
      ])
      const outcome = [opened.status, unlinked.status]
      expect([[200, 409], [400, 200]]).toContainEqual(outcome)
      const { survey } = (await manage(instances.first, "GET", `/${id}`)).body
      expect([survey.status, survey.question_count]).toEqual(outcome[0] === 200 ? ["open", 1] : ["draft", 0])
    }
  })

  it("take no prediction after their close, and count those before it", roundsTimeout, async () => {
    const agents = await atOnce(8, () => linkedAgent(instances.first))
    for (let round = 0; round < rounds; round++) {
      const question = round % 2 === 0 ? await approvedQuestion(instances.first) : await openQuestion(instances.first)
      const id = await surveyIn(instances.first, "open", { question_ids: [question] })
      const target = `/api/questions/${question}/predict`
      const [answers] = await Promise.all([
        atOnce(
          agents.length,
          (turn) => instances.either(turn).call("POST", target, { as: agents[turn]!.key, body: goodPrediction() })
        ),
        manage(instances.second, "POST", `/${id}/close`)
      ])
      const { 201: placed = 0, "400 SURVEY_CLOSED": refused = 0 } = tally(answers)
      expect(placed + refused).toBe(agents.length)
      const [late] = await query<{ late: number }>(
        instances.first,
        `select count(*)::integer as late from predictions p, surveys s
          where p.question_id = $1::uuid and s.id = $2::uuid and p.created_at > s.closed_at`,
        [question, id]
      )
      expect(late).toEqual({ late: 0 })
      expect((await manage(instances.first, "GET", `/${id}`)).body.survey.response_count).toBe(placed)
    }
  })

  it("count every answer once that is placed while they open", roundsTimeout, async () => {
    const agents = await atOnce(8, () => linkedAgent(instances.first))
    for (let round = 0; round < rounds; round++) {
      const question = await openQuestion(instances.first)
      const { id } = await draftSurvey(instances.first, { question_ids: [question] })
      const target = `/api/questions/${question}/predict`
      const [answers, opened] = await Promise.all([
        atOnce(
          agents.length,
          (turn) => instances.either(turn).call("POST", target, { as: agents[turn]!.key, body: goodPrediction() })
        ),
        manage(instances.second, "POST", `/${id}/open`)
      ])
      expect([tally(answers), opened.status]).toEqual([{ 201: agents.length }, 200])
      expect((await manage(instances.first, "GET", `/${id}`)).body.survey.response_count).toBe(agents.length)
      const { body: results } = await manage(instances.first, "GET", `/${id}/results`)
      expect([results.total_agents, results.completed_agents]).toEqual([agents.length, agents.length])
    }
  })

  it("that are settled are closed once, by one of several schedulers and an administrator", roundsTimeout, async () => {
    const closing = Effect.flatMap(SurveyAutoClose, ({ closeSettled }) => closeSettled)
    const agents = await atOnce(2, () => linkedAgent(instances.first))
    for (let round = 0; round < rounds; round++) {
      const question = await openQuestion(instances.first)
      const id = await surveyIn(instances.first, "open", {
        question_ids: [question],
        target_width: 80,
        auto_close: true
      })
      await predict(instances.first, agents[0]!, question)
      const [runs, close, late] = await Promise.all([
        atOnce(4, (turn) => instances.either(turn).run(closing)),
        manage(instances.second, "POST", `/${id}/close`),
        instances.either(round).call("POST", `/api/questions/${question}/predict`, {
          as: agents[1]!.key,
          body: goodPrediction()
        })
      ])
      const closed = runs.reduce((sum, count) => sum + count, 0)
      expect([closed, close.status]).toEqual(close.status === 200 ? [0, 200] : [1, 409])
      expect([201, 400]).toContain(late.status)
      expect(await recorded(id)).toEqual({ status: "closed", opened: 1, closed: 1, audited: 2 })
      const { precision, survey } = (await manage(instances.first, "GET", `/${id}/progress`)).body
      expect(survey.response_count).toBe(late.status === 201 ? 2 : 1)
      // What the scheduler closed is settled by the answers that count.
      if (closed === 1) expect(precision.reached).toBe(true)
    }
  })

  it("of one question close at the same time without deadlock, and count it right", roundsTimeout, async () => {
    for (let round = 0; round < rounds; round++) {
      const questions = await atOnce(3, () => approvedQuestion(instances.first))
      const ids = await atOnce(
        6,
        (turn) =>
          surveyIn(instances.first, "draft", { question_ids: turn % 2 === 0 ? questions : questions.toReversed() })
      )
      const opened = await atOnce(6, (turn) => manage(instances.either(turn), "POST", `/${ids[turn]}/open`))
      expect(tally(opened)).toEqual({ 200: 6 })
      const closed = await atOnce(6, (turn) => manage(instances.either(turn), "POST", `/${ids[turn]}/close`))
      expect(tally(closed)).toEqual({ 200: 6 })
      const counts = await query(
        instances.first,
        "select surveys_open, surveys_closed from questions where id = any($1::uuid[])",
        [questions]
      )
      expect(counts).toEqual(questions.map(() => ({ surveys_open: 0, surveys_closed: 6 })))
    }
  })
})

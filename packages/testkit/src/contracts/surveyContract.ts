import { type Actor, anonymous } from "@auspex/domain/identity"
import { QuestionAdministration, Questions } from "@auspex/domain/questions"
import { type AssignmentByFilter, type MatchedAgents, SurveyAdministration, Surveys } from "@auspex/domain/surveys"
import { Effect } from "effect"
import { expect, it } from "vitest"
import {
  codesOf,
  contractAdmin,
  ContractHarness,
  type ContractWorld,
  draftInput,
  newAgent,
  nextMillisecond,
  openQuestion,
  predict
} from "./ContractWorld.ts"
import { surveyPrecisionContract } from "./surveyPrecisionContract.ts"

const page = { limit: 20, offset: 0 }
const yes = { prediction: true, confidence: 70 } as const

/** An approved question that nobody has published. */
const approvedQuestion = Effect.gen(function*() {
  const administration = yield* QuestionAdministration
  const { id } = yield* administration.create(contractAdmin, draftInput())
  yield* administration.approve(contractAdmin, id)
  return id
})

const lifeCycle = ({ run }: ContractWorld): void => {
  it("moves a survey from draft to archived and fires its events once", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const surveys = yield* Surveys
      const agent = yield* newAgent
      const question = yield* approvedQuestion
      const draft = yield* administration.create(contractAdmin, { title: " Rivers  in spring ", tags: "#a, b" })
      expect(draft).toMatchObject({ title: "Rivers in spring", tags: "a,b", status: "draft", category: null })
      expect(draft).toMatchObject({ question_count: 0, response_count: 0, opened_at: null, closed_at: null })
      expect(yield* codesOf(administration.open(contractAdmin, draft.id))).toEqual(["SURVEY_NEEDS_QUESTION"])
      expect(yield* codesOf(surveys.detail(agent, draft.id))).toEqual(["SURVEY_NOT_FOUND"])
      yield* administration.link(contractAdmin, draft.id, [question])
      const opened = yield* administration.open(contractAdmin, draft.id.toUpperCase())
      expect(opened).toMatchObject({ status: "open", opened_at: expect.any(Date), question_count: 1 })
      expect((yield* surveys.list(page)).items.map(({ id }) => id)).toEqual([draft.id])
      expect((yield* administration.close(contractAdmin, draft.id)).closed_at).toEqual(expect.any(Date))
      expect(yield* codesOf(administration.close(contractAdmin, draft.id))).toEqual(["INVALID_TRANSITION"])
      yield* administration.archive(contractAdmin, draft.id)
      expect((yield* administration.list(contractAdmin, {}, page)).total).toBe(0)
      expect((yield* administration.list(contractAdmin, { status: "archived" }, page)).total).toBe(1)
      expect(yield* (yield* ContractHarness).events).toEqual(["survey.opened", "survey.closed"])
    })))

  it("shows anonymous callers open and closed surveys with their public questions", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const surveys = yield* Surveys
      const agent = yield* newAgent
      const [hidden, shown] = [yield* approvedQuestion, yield* openQuestion()]
      const { id } = yield* administration.create(contractAdmin, { title: "Rivers", question_ids: [hidden, shown] })
      const seenBy = (viewer: Actor) =>
        Effect.all([
          Effect.match(surveys.detail(viewer, id), {
            onFailure: () => "none" as const,
            onSuccess: ({ questions }) => questions.map((question) => [question.id, "my_prediction" in question])
          }),
          Effect.match(surveys.results(viewer, id), {
            onFailure: (error) => error._tag === "Refusal" ? error.code : error._tag,
            onSuccess: ({ survey_id, title }) => [survey_id, title]
          })
        ])
      const [all, some, named] = [[[hidden, true], [shown, true]], [[shown, false]], [id, "Rivers"]]
      expect(yield* seenBy(anonymous)).toEqual(["none", "SURVEY_NOT_FOUND"])
      yield* administration.open(contractAdmin, id)
      expect(yield* seenBy(anonymous)).toEqual([some, "SURVEY_NOT_CLOSED"])
      expect(yield* seenBy(agent)).toEqual([all, "SURVEY_NOT_CLOSED"])
      yield* administration.close(contractAdmin, id)
      expect(yield* seenBy(anonymous)).toEqual([some, named])
      expect(yield* seenBy(agent)).toEqual([all, named])
      yield* administration.archive(contractAdmin, id)
      expect(yield* seenBy(anonymous)).toEqual(["none", "SURVEY_NOT_FOUND"])
      expect(yield* seenBy(agent)).toEqual([all, named])
    })))
}

const draftsAndTheirQuestions = ({ run }: ContractWorld): void => {
  it("changes texts, and deletes a draft but none of its questions", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const question = yield* openQuestion()
      const { id } = yield* administration.create(contractAdmin, { title: "Rivers", question_ids: [question] })
      const edited = yield* administration.edit(contractAdmin, id, { category: "society", description: "Gauges." })
      expect(edited).toMatchObject({ title: "Rivers", category: "society", description: "Gauges." })
      expect(yield* codesOf(administration.edit(contractAdmin, id, { category: "nature" }))).toEqual([
        "INVALID_REQUEST"
      ])
      expect(yield* codesOf((yield* QuestionAdministration).remove(contractAdmin, question)))
        .toEqual(["INVALID_TRANSITION"])
      yield* administration.remove(contractAdmin, id)
      expect(yield* codesOf(administration.show(contractAdmin, id))).toEqual(["SURVEY_NOT_FOUND"])
      expect(yield* codesOf(administration.show(contractAdmin, "no uuid"))).toEqual(["SURVEY_NOT_FOUND"])
      expect((yield* (yield* QuestionAdministration).show(contractAdmin, question)).id).toBe(question)
    })))

  it("keeps questions that are in a survey from being deleted", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const questions = yield* QuestionAdministration
      const { id: question } = yield* questions.create(contractAdmin, draftInput())
      const { id } = yield* administration.create(contractAdmin, { title: "Rivers", question_ids: [question] })
      expect(yield* codesOf(questions.remove(contractAdmin, question))).toEqual(["INVALID_TRANSITION"])
      yield* administration.unlink(contractAdmin, id, question)
      yield* questions.remove(contractAdmin, question)
    })))
}

const linkedQuestions = ({ run }: ContractWorld): void => {
  it("links questions in their order, each once", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const [first, second, third] = [yield* openQuestion(), yield* approvedQuestion, yield* openQuestion()]
      const { id } = yield* administration.create(contractAdmin, { title: "Rivers", question_ids: [third, third] })
      const linked = yield* administration.link(contractAdmin, id, [second.toUpperCase(), third, first, second])
      expect([linked.added, linked.survey.question_count]).toEqual([2, 3])
      const ids = (found: { readonly items: ReadonlyArray<{ readonly id: string }> }) => found.items.map(({ id }) => id)
      const start = yield* administration.questions(contractAdmin, id, { limit: 2, offset: 0 })
      expect([ids(start), start.total]).toEqual([[third, second], 3])
      const rest = yield* administration.questions(contractAdmin, id, { ...page, cursor: start.next_cursor! })
      expect([ids(rest), rest.next_cursor]).toEqual([[first], null])
      expect((yield* administration.unlink(contractAdmin, id, second)).question_count).toBe(2)
      expect(yield* codesOf(administration.unlink(contractAdmin, id, second))).toEqual(["QUESTION_NOT_FOUND"])
      expect(yield* codesOf(administration.unlink(contractAdmin, id, "no uuid"))).toEqual(["QUESTION_NOT_FOUND"])
      const wrong = administration.link(contractAdmin, id, ["no uuid", second, id])
      expect(yield* codesOf(wrong)).toEqual(["INVALID_REQUEST", "INVALID_REQUEST"])
      expect((yield* administration.show(contractAdmin, id)).survey.question_count).toBe(2)
    })))
}

const panels = ({ run }: ContractWorld): void => {
  it("assigns the agents that a filter selects, the first that registered, and tells whom it would assign", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const harness = yield* ContractHarness
      const owner = yield* harness.addAccount({})
      const agentOf = (model: string) => harness.addAccount({ owner, model })
      const [gpt, claude, llama, second] = [
        yield* agentOf("gpt-4o"),
        yield* agentOf("claude-3"),
        yield* agentOf("llama-3"),
        yield* agentOf("gpt-5")
      ]
      const { id } = yield* administration.create(contractAdmin, { title: "Rivers" })
      const assign = (request: AssignmentByFilter) => administration.assignMatching(contractAdmin, id, request)
      const idsOf = ({ agents }: MatchedAgents) => agents.map(({ user_id }) => user_id)
      const rehearsed = yield* assign({ families: ["claude", "gpt"], dry_run: true })
      expect([idsOf(rehearsed), rehearsed.assigned, rehearsed.panel_size]).toEqual([
        [gpt.id, claude.id, second.id],
        0,
        0
      ])
      expect(rehearsed.agents[0]).toEqual({
        user_id: gpt.id,
        user_name: gpt.name,
        model_family: "gpt",
        trust_label: gpt.trust_label
      })
      const first = yield* assign({ families: ["claude", "gpt"], limit: 1 })
      expect([idsOf(first), first.assigned, first.panel_size]).toEqual([[gpt.id], 1, 1])
      // Those of the panel are left out.
      expect(idsOf(yield* assign({ families: ["gpt"] }))).toEqual([second.id])
      expect(yield* assign({ families: ["gpt"] })).toEqual({ assigned: 0, panel_size: 2, agents: [] })
      expect(idsOf(yield* assign({ resolved_min: 1 }))).toEqual([])
      expect(idsOf(yield* assign({ trust: [llama.trust_label], resolved_min: 0 }))).toEqual([claude.id, llama.id])
      expect(yield* codesOf(assign({}))).toEqual(["INVALID_REQUEST"])
      expect(yield* codesOf(assign({ families: ["gpt"], limit: 5_001 }))).toEqual(["INVALID_REQUEST"])
    })))

  it("assigns agents once, and no humans", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const surveys = yield* Surveys
      const [first, second] = [yield* newAgent, yield* newAgent]
      const human = yield* (yield* ContractHarness).addAccount({})
      const question = yield* openQuestion()
      const { id } = yield* administration.create(contractAdmin, { title: "Rivers", question_ids: [question] })
      const ids = [second.id, first.id.toUpperCase(), second.id]
      expect(yield* administration.assign(contractAdmin, id, ids)).toEqual({ assigned: 2, total: 2 })
      expect(yield* administration.assign(contractAdmin, id, [first.id])).toEqual({ assigned: 0, total: 2 })
      expect(yield* codesOf(administration.assign(contractAdmin, id, [human.id, id]))).toHaveLength(2)
      const { items, total } = yield* administration.assignments(contractAdmin, id, page)
      expect(total).toBe(2)
      expect(items[0]).toEqual({
        user_id: first.id,
        user_name: first.name,
        assigned_at: expect.any(Date),
        assigned_by: contractAdmin.name
      })
      expect((yield* surveys.mine(first, page)).total).toBe(0)
      yield* administration.open(contractAdmin, id)
      expect((yield* surveys.mine(first, page)).items.map((survey) => survey.id)).toEqual([id])
      // Ids count once, and those that are not assigned not at all.
      expect((yield* administration.unassign(contractAdmin, id, [first.id, first.id.toUpperCase(), id])).total).toBe(1)
      expect(yield* codesOf(administration.unassign(contractAdmin, id, [first.id]))).toEqual(["AGENT_NOT_FOUND"])
      expect((yield* surveys.mine(first, page)).total).toBe(0)
      yield* administration.close(contractAdmin, id)
      expect((yield* surveys.mine(second, page)).total).toBe(1)
    })))
}

const answering = ({ run }: ContractWorld): void => {
  it("takes predictions on approved questions of the panel while the survey is open", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const surveys = yield* Surveys
      const [member, other] = [yield* newAgent, yield* newAgent]
      const [first, second] = [yield* approvedQuestion, yield* approvedQuestion]
      const question_ids = [first, second]
      const { id } = yield* administration.create(contractAdmin, { title: "Rivers", question_ids })
      yield* administration.assign(contractAdmin, id, [member.id])
      expect(yield* codesOf(predict(member, first, yes))).toEqual(["QUESTION_NOT_FOUND"])
      yield* administration.open(contractAdmin, id)
      expect(yield* codesOf(predict(other, first, yes))).toEqual(["QUESTION_NOT_OPEN"])
      yield* predict(member, first, yes)
      const { questions, survey } = yield* surveys.detail(member, id)
      expect(survey.response_count).toBe(1)
      expect(questions.map(({ my_prediction }) => my_prediction?.confidence)).toEqual([70, undefined])
      expect(questions.map(({ prediction_window_open }) => prediction_window_open)).toEqual([true, true])
      expect(yield* surveys.progress(member, id)).toMatchObject({
        survey_id: id,
        user_id: member.id,
        answered: 1,
        total: 2,
        started_at: expect.any(Date),
        updated_at: expect.any(Date)
      })
      expect(yield* surveys.progress(other, id)).toMatchObject({ answered: 0, started_at: null, updated_at: null })
      yield* administration.unassign(contractAdmin, id, [member.id])
      yield* predict(other, second, yes)
      const { items } = yield* administration.progress(contractAdmin, id, page)
      expect(items.map(({ answered, assigned, user_id }) => [user_id, answered, assigned])).toEqual([
        [member.id, 1, false],
        [other.id, 1, false]
      ])
      yield* administration.close(contractAdmin, id)
      expect(yield* codesOf(predict(other, first, yes))).toEqual(["SURVEY_CLOSED"])
      expect((yield* surveys.detail(other, id)).questions.map((one) => one.prediction_window_open)).toEqual([
        false,
        false
      ])
    })))

  it("closes a question when the last of its surveys closes, an open one too", () =>
    run(Effect.gen(function*() {
      const administration = yield* SurveyAdministration
      const questions = yield* Questions
      const [early, late, last] = [yield* newAgent, yield* newAgent, yield* newAgent]
      const [published, approved] = [yield* openQuestion(), yield* approvedQuestion]
      const question_ids = [published, approved]
      const survey = (title: string) => administration.create(contractAdmin, { title, question_ids })
      const [first, second, draft] = [yield* survey("First"), yield* survey("Second"), yield* survey("Draft")]
      yield* administration.assign(contractAdmin, second.id, [late.id])
      yield* predict(early, published, yes)
      yield* administration.open(contractAdmin, first.id)
      yield* administration.open(contractAdmin, second.id)
      yield* predict(early, approved, yes)
      yield* administration.close(contractAdmin, first.id)
      yield* nextMillisecond
      // The panel of the survey that is still open, and everybody on what is open anyway.
      expect(yield* codesOf(predict(last, approved, yes))).toEqual(["QUESTION_NOT_OPEN"])
      yield* predict(late, approved, yes)
      yield* predict(last, published, yes)
      yield* administration.close(contractAdmin, second.id)
      expect((yield* questions.detail(published, late)).prediction_window_open).toBe(false)
      expect(yield* codesOf(predict(late, published, yes))).toEqual(["SURVEY_CLOSED"])
      expect(yield* codesOf(predict(last, approved, yes))).toEqual(["SURVEY_CLOSED"])
      const counts = (id: string) =>
        Effect.map(administration.show(contractAdmin, id), ({ survey }) => survey.response_count)
      // What was placed up to the close of each.
      expect([yield* counts(first.id), yield* counts(second.id)]).toEqual([1, 3])
      // A draft changes nothing until it opens.
      yield* administration.open(contractAdmin, draft.id)
      yield* predict(late, published, yes)
      yield* predict(last, approved, yes)
      expect([yield* counts(first.id), yield* counts(draft.id)]).toEqual([1, 3])
    })))
}

/** Surveys: their life cycle, their questions and panels, their effect on predictions, and their precision. */
export const surveyContract = (world: ContractWorld): void => {
  lifeCycle(world)
  draftsAndTheirQuestions(world)
  linkedQuestions(world)
  panels(world)
  answering(world)
  surveyPrecisionContract(world)
}

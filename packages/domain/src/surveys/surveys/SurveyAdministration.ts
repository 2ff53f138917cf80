import { Context, Effect, Layer } from "effect"
import { EventOutbox } from "../../platform/events/EventOutbox.ts"
import type { AdminActor } from "../../platform/identity/Actor.ts"
import { AuditLog } from "../../kernel/AuditLog.ts"
import { Changes } from "../../kernel/Changes.ts"
import { mapPage, type Page, type PageRequest } from "../../kernel/Page.ts"
import { foundOr, orRefuse, refuse, refuseAll } from "../../kernel/Refusal.ts"
import { UnitOfWork } from "../../kernel/UnitOfWork.ts"
import type { UseCaseEffect } from "../../kernel/UseCaseEffect.ts"
import { type AdminQuestion, toAdminQuestion } from "../../forecasting/questions/Question.ts"
import { type AssignmentByFilter, judgeFilter, judgeMatches, type MatchingAgent } from "./AgentFilter.ts"
import { moveSurvey, surveyTopics } from "./moveSurvey.ts"
import { readPrecision } from "./readPrecision.ts"
import { readResults } from "./readResults.ts"
import type { Survey, SurveyAssignment } from "./Survey.ts"
import { judgeTwo, type SurveyComparison, surveyComparison } from "./SurveyComparison.ts"
import { judgeSurveyFields, type SurveyEdit, surveyEditOf, type SurveyInput } from "./SurveyFields.ts"
import {
  assignedAtOnceMax,
  distinctIds,
  judgeAssignments,
  judgeIdCount,
  judgeLinks,
  surveyQuestionsMax
} from "./SurveyMembers.ts"
import { type SurveyAction, surveyMove, type SurveyMove } from "./SurveyMove.ts"
import type { PanelProgress } from "./SurveyProgress.ts"
import type { SurveyResults } from "./SurveyResults.ts"
import { allQuestions, noResultsYet, noSuchSurvey, type SurveyDetail } from "./Surveys.ts"
import type { SurveyStatus } from "./SurveyStatus.ts"
import { SurveyStore } from "./SurveyStore.ts"
import { isOtherTarget } from "./SurveyTarget.ts"
import { SurveyTallyStore } from "./SurveyTallyStore.ts"

/** A request to create a survey. Duplicate ids of questions count once. */
export interface NewSurvey extends SurveyInput {
  readonly question_ids?: ReadonlyArray<string>
}

/** The filter of the administrators' list; without a status, all but archived surveys. */
export interface SurveyFilter {
  readonly status?: SurveyStatus
}

/** A survey after linking questions, and the number of newly linked ones. */
export interface LinkedQuestions {
  readonly survey: Survey
  readonly added: number
}

/** The number of newly assigned agents, and of all assigned agents. */
export interface AssignedAgents {
  readonly assigned: number
  readonly total: number
}

/** The agents that a filter selected, and the number of assigned ones: all, or in a dry run none. */
export interface MatchedAgents {
  readonly agents: ReadonlyArray<MatchingAgent>
  /** The number of newly assigned agents. */
  readonly assigned: number
  /** The number of all assigned agents. */
  readonly panel_size: number
}

/**
 * Administration of surveys. Every act commits together with its audit entry and its event. An act that the status does
 * not allow fails with `INVALID_TRANSITION`, and of concurrent requests for the same move only one succeeds. An unknown
 * survey fails with `SURVEY_NOT_FOUND`.
 */
export class SurveyAdministration extends Context.Tag("auspex/SurveyAdministration")<SurveyAdministration, {
  /** Surveys, the newest first. */
  readonly list: (actor: AdminActor, filter: SurveyFilter, page: PageRequest) => UseCaseEffect<Page<Survey>>
  /** A survey of any status with its questions. */
  readonly show: (actor: AdminActor, id: string) => UseCaseEffect<SurveyDetail<AdminQuestion>>
  /** The linked questions in the order in which they were linked. */
  readonly questions: (actor: AdminActor, id: string, page: PageRequest) => UseCaseEffect<Page<AdminQuestion>>
  /** Creates a draft. Fails with everything that is wrong with its fields, or with each unknown question by its id. */
  readonly create: (actor: AdminActor, input: NewSurvey) => UseCaseEffect<Survey>
  /** Changes the fields that `edit` names; null empties one. The target can change until the survey is closed. */
  readonly edit: (actor: AdminActor, id: string, edit: SurveyEdit) => UseCaseEffect<Survey>
  /**
   * Links questions of any status to a draft. A question may be in any number of surveys. Duplicates, and questions that
   * are linked already, count once. Fails with each unknown question by its id, and then links none.
   */
  readonly link: (actor: AdminActor, id: string, ids: ReadonlyArray<string>) => UseCaseEffect<LinkedQuestions>
  /** Unlinks a question from a draft. Fails with QUESTION_NOT_FOUND when it is not linked. */
  readonly unlink: (actor: AdminActor, id: string, questionId: string) => UseCaseEffect<Survey>
  /**
   * Assigns agents to a draft or an open survey. Duplicates, and agents that are assigned already, count once. Fails
   * with each unknown account and each human by name, and then assigns none.
   */
  readonly assign: (actor: AdminActor, id: string, ids: ReadonlyArray<string>) => UseCaseEffect<AssignedAgents>
  /**
   * Assigns the unassigned agents that a filter selects to a draft or an open survey: the `limit` earliest registered,
   * or all without a limit. Fails when there are more than `assignedAtOnceMax`.
   */
  readonly assignMatching: (actor: AdminActor, id: string, request: AssignmentByFilter) => UseCaseEffect<MatchedAgents>
  /** Takes agents out of the panel; their predictions stay. Fails with AGENT_NOT_FOUND when none of them is assigned. */
  readonly unassign: (actor: AdminActor, id: string, userIds: ReadonlyArray<string>) => UseCaseEffect<AssignedAgents>
  /** The assigned agents. */
  readonly assignments: (actor: AdminActor, id: string, page: PageRequest) => UseCaseEffect<Page<SurveyAssignment>>
  /** What each agent of the panel has answered (see `SurveyStore.progress`), and which questions are settled. */
  readonly progress: (actor: AdminActor, id: string, page: PageRequest) => UseCaseEffect<PanelProgress>
  /** The results so far, `provisional` while the survey is open. Fails with SURVEY_NOT_CLOSED for a draft. */
  readonly results: (actor: AdminActor, id: string) => UseCaseEffect<SurveyResults>
  /**
   * How the answers to the questions that two surveys have in common changed from the first to the second. Fails with
   * SURVEY_NOT_CLOSED for a draft, and with INVALID_REQUEST when both are the same survey.
   */
  readonly compare: (actor: AdminActor, before: string, after: string) => UseCaseEffect<SurveyComparison>
  /** Opens a draft and fires `survey.opened`. Fails with SURVEY_NEEDS_QUESTION when it has no questions. */
  readonly open: (actor: AdminActor, id: string) => UseCaseEffect<Survey>
  /** Closes an open survey for good and fires `survey.closed`. */
  readonly close: (actor: AdminActor, id: string) => UseCaseEffect<Survey>
  /** Hides a closed survey from lists. */
  readonly archive: (actor: AdminActor, id: string) => UseCaseEffect<Survey>
  /** Deletes a draft. */
  readonly remove: (actor: AdminActor, id: string) => UseCaseEffect<void>
}>() {
  static readonly layer: Layer.Layer<
    SurveyAdministration,
    never,
    SurveyStore | SurveyTallyStore | UnitOfWork | EventOutbox | AuditLog | Changes
  > = Layer.effect(
    SurveyAdministration,
    Effect.gen(function*() {
      const store = yield* SurveyStore
      const tallies = yield* SurveyTallyStore
      const unit = yield* UnitOfWork
      const outbox = yield* EventOutbox
      const audit = yield* AuditLog
      const changes = yield* Changes
      const services = { audit, changes, outbox, store, tallies, unit }
      return SurveyAdministration.of({
        ...reading(services),
        ...drafting(services),
        ...linking(services),
        ...assigning(services),
        ...moving(services)
      })
    })
  )
}

type Service = Context.Tag.Service<SurveyAdministration>

interface Services {
  readonly audit: AuditLog["Type"]
  readonly changes: Changes["Type"]
  readonly outbox: EventOutbox["Type"]
  readonly store: SurveyStore["Type"]
  readonly tallies: SurveyTallyStore["Type"]
  readonly unit: UnitOfWork["Type"]
}

const recordWith =
  ({ audit }: Services) => (actor: AdminActor, action: SurveyAction, id: string, before: unknown, after: unknown) =>
    audit.record({
      actor: actor.name,
      action: `survey.${action}`,
      subject_type: "survey",
      subject_id: id,
      before,
      after
    })

/**
 * Locks the survey, checks that its status allows the action, runs `act`, writes the audit entry, and announces
 * the change.
 */
const changeWith = (services: Services) =>
<A>(
  actor: AdminActor,
  id: string,
  action: SurveyAction,
  act: (survey: Survey, move: SurveyMove) => UseCaseEffect<Changed<A>>
): UseCaseEffect<A> =>
  services.unit.transact(Effect.gen(function*() {
    const { changes, store, unit } = services
    const survey = yield* foundOr(store.lock(id), noSuchSurvey)
    const { audited, result } = yield* act(survey, yield* orRefuse(surveyMove(survey.status, action, "admin")))
    if (audited !== undefined) {
      yield* recordWith(services)(actor, action, survey.id, audited.before, audited.after)
      yield* unit.afterCommit(changes.announce(surveyTopics(survey.id)))
    }
    return result
  }))

const linkedWith = ({ store }: Services) => (survey: Survey, move: SurveyMove, requested: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const ids = distinctIds(requested)
    const before = new Set(yield* store.questionIds(survey.id))
    const known = new Set(yield* store.knownQuestions(ids))
    const added = yield* orRefuse(judgeLinks(ids, { known, linked: before }))
    return { added, survey: added.length === 0 ? survey : yield* store.link(survey.id, move, added) }
  })

const reading = (
  { store, tallies }: Services
): Pick<Service, "list" | "show" | "questions" | "assignments" | "progress" | "results" | "compare"> => {
  const listed = <A>(id: string, read: (survey: Survey) => UseCaseEffect<A>): UseCaseEffect<A> =>
    Effect.flatMap(foundOr(store.find(id), noSuchSurvey), read)

  const questionsOf = (survey: Survey, page: PageRequest) =>
    Effect.map(
      store.questions(survey.id, page),
      ({ now, ...found }) => mapPage(found, (row) => toAdminQuestion(row, now))
    )

  const resultsOf = (survey: Survey): UseCaseEffect<SurveyResults> =>
    survey.status === "draft" ? noResultsYet(survey) : readResults(tallies, survey)

  return {
    list: (_actor, { status }, page) => store.list(status === undefined ? ["draft", "open", "closed"] : [status], page),

    show: (_actor, id) =>
      listed(
        id,
        (survey) => Effect.map(questionsOf(survey, allQuestions), ({ items }) => ({ survey, questions: items }))
      ),

    questions: (_actor, id, page) => listed(id, (survey) => questionsOf(survey, page)),

    assignments: (_actor, id, page) => listed(id, (survey) => store.assignments(survey.id, page)),

    progress: (_actor, id, page) =>
      listed(id, (survey) =>
        Effect.map(
          Effect.all([store.progress(survey.id, page), readPrecision(tallies, survey)]),
          ([found, precision]) => ({ ...found, survey, precision })
        )),

    results: (_actor, id) => listed(id, resultsOf),

    compare: (_actor, before, after) =>
      Effect.gen(function*() {
        yield* refuseAll([judgeTwo(before, after)])
        const run = (id: string) =>
          listed(id, (survey) => Effect.map(resultsOf(survey), (results) => ({ survey, results })))
        return surveyComparison(yield* run(before), yield* run(after))
      })
  }
}

const drafting = (services: Services): Pick<Service, "create" | "edit" | "remove"> => {
  const { store, unit } = services
  const change = changeWith(services)
  const linked = linkedWith(services)
  const record = recordWith(services)
  return {
    create: (actor, { question_ids = [], ...input }) =>
      unit.transact(Effect.gen(function*() {
        const fields = yield* orRefuse(judgeSurveyFields(input))
        if (question_ids.length > 0) {
          yield* refuseAll([judgeIdCount("question_ids", question_ids, surveyQuestionsMax)])
        }
        const move = yield* orRefuse(surveyMove("new", "create", "admin"))
        const draft = yield* store.insert(move, fields, actor.name)
        const { added, survey } = yield* linked(draft, move, question_ids)
        yield* record(actor, "create", survey.id, undefined, { ...fields, question_ids: added })
        return survey
      })),

    edit: (actor, id, edit) =>
      change(actor, id, "edit", (before, move) =>
        Effect.gen(function*() {
          const fields = yield* orRefuse(judgeSurveyFields({ ...before, ...edit }))
          if (isOtherTarget(before, fields)) yield* orRefuse(surveyMove(before.status, "target", "admin"))
          const audited = surveyEditOf(before, fields)
          return { result: audited === undefined ? before : yield* store.rewrite(before.id, move, fields), audited }
        })),

    remove: (actor, id) =>
      change(actor, id, "delete", (before, move) =>
        Effect.as(store.remove(before.id, move), {
          result: undefined,
          audited: { before: { title: before.title, status: before.status }, after: undefined }
        }))
  }
}

const linking = (services: Services): Pick<Service, "link" | "unlink"> => {
  const { store } = services
  const change = changeWith(services)
  const linked = linkedWith(services)
  return {
    link: (actor, id, ids) =>
      change(actor, id, "link", (before, move) =>
        Effect.gen(function*() {
          yield* refuseAll([judgeIdCount("question_ids", ids, surveyQuestionsMax)])
          const { added, survey } = yield* linked(before, move, ids)
          const audited = { before: undefined, after: { question_ids: added } }
          return {
            result: { survey, added: added.length },
            audited: added.length === 0 ? undefined : audited
          }
        })),

    unlink: (actor, id, questionId) =>
      change(actor, id, "unlink", (before, move) =>
        Effect.map(
          foundOr(
            store.unlink(before.id, move, questionId),
            refuse("QUESTION_NOT_FOUND", "The survey has no such question.")
          ),
          (result) => ({
            result,
            audited: { before: { question_ids: [questionId.toLowerCase()] }, after: undefined }
          })
        ))
  }
}

const assigning = (services: Services): Pick<Service, "assign" | "assignMatching" | "unassign"> => {
  const { store } = services
  const change = changeWith(services)
  return {
    assign: (actor, id, requested) =>
      change(actor, id, "assign", (before, move) =>
        Effect.gen(function*() {
          yield* refuseAll([judgeIdCount("user_ids", requested, assignedAtOnceMax)])
          const ids = distinctIds(requested)
          const user_ids = yield* orRefuse(judgeAssignments(ids, yield* store.candidates(ids)))
          const assigned = yield* store.assign(before.id, move, { user_ids, assigned_by: actor.name })
          return {
            result: { assigned: assigned.length, total: yield* store.panelSize(before.id) },
            audited: assigned.length === 0 ? undefined : { before: undefined, after: { user_ids: assigned } }
          }
        })),

    assignMatching: (actor, id, request) =>
      change(actor, id, "assign", (before, move) =>
        Effect.gen(function*() {
          const limit = yield* orRefuse(judgeFilter(request))
          const { dry_run = false, limit: _, ...filter } = request
          const matching = yield* store.matching(filter, { limit, unassignedTo: before.id })
          const agents = yield* orRefuse(judgeMatches(matching))
          const user_ids = dry_run ? [] : agents.map(({ user_id }) => user_id)
          const assigned = user_ids.length === 0
            ? []
            : yield* store.assign(before.id, move, { user_ids, assigned_by: actor.name })
          return {
            result: { assigned: assigned.length, panel_size: yield* store.panelSize(before.id), agents },
            audited: assigned.length === 0
              ? undefined
              : { before: undefined, after: { user_ids: assigned, filter } }
          }
        })),

    unassign: (actor, id, userIds) =>
      change(actor, id, "unassign", (before, move) =>
        Effect.gen(function*() {
          const user_ids = yield* store.unassign(before.id, move, userIds)
          if (user_ids.length === 0)
            return yield* refuse("AGENT_NOT_FOUND", "No such agent is assigned to the survey.")
          return {
            result: { assigned: 0, total: yield* store.panelSize(before.id) },
            audited: { before: { user_ids }, after: undefined }
          }
        }))
  }
}

const moving = (services: Services): Pick<Service, "open" | "close" | "archive"> => {
  const change = changeWith(services)

  /** Opens, closes or archives. */
  const moved = (action: "open" | "close" | "archive") => (actor: AdminActor, id: string): UseCaseEffect<Survey> =>
    change(actor, id, action, (before, move) =>
      Effect.gen(function*() {
        if (action === "open" && before.question_count === 0) {
          return yield* refuse("SURVEY_NEEDS_QUESTION", "Link at least one question before the survey opens.", {
            field: "question_ids",
            measured: 0,
            limit: 1
          })
        }
        const survey = yield* moveSurvey(services, before.id, move)
        return { result: survey, audited: { before: { status: before.status }, after: { status: survey.status } } }
      }))

  return { open: moved("open"), close: moved("close"), archive: moved("archive") }
}

/** The result of an act, and its audit entry; no entry when nothing changed. */
interface Changed<A> {
  readonly result: A
  readonly audited: { readonly before: unknown; readonly after: unknown } | undefined
}

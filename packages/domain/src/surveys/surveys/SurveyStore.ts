import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { QuestionRow } from "../../forecasting/questions/QuestionRow.ts"
import type { AgentFilter, MatchingAgent } from "./AgentFilter.ts"
import type { Survey, SurveyAssignment } from "./Survey.ts"
import type { SurveyFields } from "./SurveyFields.ts"
import type { AssignmentCandidate } from "./SurveyMembers.ts"
import type { SurveyMove } from "./SurveyMove.ts"
import type { SurveyAgentProgress, SurveyProgress } from "./SurveyProgress.ts"
import type { SurveyStatus } from "./SurveyStatus.ts"

/** An open survey, locked for judging whether it is settled. */
export interface SurveyClaim {
  readonly id: string
  readonly status: SurveyStatus
  readonly target_width: number
  /** The number of predictions on its questions when it was locked. */
  readonly prediction_count: number
}

/** A page of the questions of a survey, as of the database's `now`. */
export type SurveyQuestions = Page<QuestionRow> & { readonly now: Date }

/**
 * Storage of surveys, their questions and their panels. A malformed id is treated as an unknown one, and the letter case
 * of an id does not matter. Every write joins the caller's unit of work, and every status is written from a move.
 */
export class SurveyStore extends Context.Tag("auspex/SurveyStore")<SurveyStore, {
  /** Stores a new survey without questions. */
  readonly insert: (
    move: SurveyMove,
    fields: SurveyFields,
    createdBy: string
  ) => Effect.Effect<Survey, StorageUnavailable>
  /** Surveys with one of these statuses, the newest first. */
  readonly list: (
    statuses: ReadonlyArray<SurveyStatus>,
    page: PageRequest
  ) => Effect.Effect<Page<Survey>, Refusal | StorageUnavailable>
  /** Surveys with one of these statuses to which the account is assigned, the newest first. */
  readonly assignedTo: (
    accountId: string,
    statuses: ReadonlyArray<SurveyStatus>,
    page: PageRequest
  ) => Effect.Effect<Page<Survey>, Refusal | StorageUnavailable>
  readonly find: (id: string) => Effect.Effect<Survey | undefined, StorageUnavailable>
  /** Reads and locks the survey: no other unit of work can change it, its questions or its panel in the meantime. */
  readonly lock: (id: string) => Effect.Effect<Survey | undefined, StorageUnavailable>
  /** Replaces the texts and the target of a locked survey. `move` permits it. */
  readonly rewrite: (id: string, move: SurveyMove, fields: SurveyFields) => Effect.Effect<Survey, StorageUnavailable>
  /**
   * Writes a move of a locked survey. Opening and closing also lock its questions, update the counts of surveys of each
   * question (`QuestionSurveys`), and set `opened_at` or `closed_at` under these locks. So predictions placed before
   * the move have earlier times, and later ones are judged by the new status.
   */
  readonly move: (id: string, move: SurveyMove) => Effect.Effect<Survey, StorageUnavailable>
  /**
   * Locks the first survey, in the order of ids after `after`, that is open, has `auto_close`, and has not been judged
   * since the last prediction on its questions or the last change of its fields. Skips surveys that others have locked.
   */
  readonly claimChanged: (after: string | undefined) => Effect.Effect<SurveyClaim | undefined, StorageUnavailable>
  /** Records that a claimed survey was judged, with the number of predictions at its claim. */
  readonly markJudged: (claim: SurveyClaim) => Effect.Effect<void, StorageUnavailable>
  /** Locks the questions of a locked survey: no other unit of work can place a prediction on them in the meantime. */
  readonly lockQuestions: (id: string) => Effect.Effect<void, StorageUnavailable>
  /** Deletes a locked survey; `move` is the row that leads to `removed`. */
  readonly remove: (id: string, move: SurveyMove) => Effect.Effect<void, StorageUnavailable>
  /** A page of the linked questions, in the order in which they were linked. With `viewer`, rows have their `viewer_state`. */
  readonly questions: (
    id: string,
    page: PageRequest,
    viewer?: string
  ) => Effect.Effect<SurveyQuestions, Refusal | StorageUnavailable>
  /** The ids of all linked questions, in their order. */
  readonly questionIds: (id: string) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  /**
   * The ids of existing questions of any status among `ids`. These questions cannot be removed until the unit of work
   * ends.
   */
  readonly knownQuestions: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  /**
   * Links questions to a locked survey, after its present questions. None of them may be linked yet. `move` permits it.
   */
  readonly link: (
    id: string,
    move: SurveyMove,
    questionIds: ReadonlyArray<string>
  ) => Effect.Effect<Survey, StorageUnavailable>
  /** Unlinks a question; undefined when it was not linked. `move` permits it. */
  readonly unlink: (
    id: string,
    move: SurveyMove,
    questionId: string
  ) => Effect.Effect<Survey | undefined, StorageUnavailable>
  /** The accounts with these ids, in no particular order. */
  readonly candidates: (
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<AssignmentCandidate>, StorageUnavailable>
  /**
   * The agents that a filter selects, at most `limit`, in the order of their registration; suspended ones are left out.
   * With `unassignedTo`, the id of a survey, the agents of its panel are left out too.
   */
  readonly matching: (
    filter: AgentFilter,
    within: { readonly limit: number; readonly unassignedTo?: string }
  ) => Effect.Effect<ReadonlyArray<MatchingAgent>, StorageUnavailable>
  /**
   * Assigns agents to a locked survey in one statement, and returns the ids of the newly assigned ones. `move` permits
   * it.
   */
  readonly assign: (
    id: string,
    move: SurveyMove,
    panel: { readonly user_ids: ReadonlyArray<string>; readonly assigned_by: string }
  ) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  /** Removes agents from the panel, and returns the ids of the removed ones. `move` permits it. */
  readonly unassign: (
    id: string,
    move: SurveyMove,
    userIds: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  /** The assigned agents, in the order of their registration. */
  readonly assignments: (
    id: string,
    page: PageRequest
  ) => Effect.Effect<Page<SurveyAssignment>, Refusal | StorageUnavailable>
  /** The number of assigned agents. */
  readonly panelSize: (id: string) => Effect.Effect<number, StorageUnavailable>
  /** The progress of an account; undefined when there is no such survey. */
  readonly progressOf: (id: string, accountId: string) => Effect.Effect<SurveyProgress | undefined, StorageUnavailable>
  /**
   * The progress of each assigned agent or, without assignments, of each account with an answer; in the order of
   * registration.
   */
  readonly progress: (
    id: string,
    page: PageRequest
  ) => Effect.Effect<Page<SurveyAgentProgress>, Refusal | StorageUnavailable>
}>() {}

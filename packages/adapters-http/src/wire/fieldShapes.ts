import {
  accountNameMax,
  accountNameMin,
  adminKeyNameMax,
  emailLengthMax,
  modelLengthMax,
  profileTextMax,
  suspensionReasonMax
} from "@auspex/domain/accounts"
import { modelNameMax } from "@auspex/domain/inference"
import { uriLengthMax } from "@auspex/domain/kernel"
import { segmentNameMax, segmentWeightMax } from "@auspex/domain/panels"
import { personaNameMax } from "@auspex/domain/personas"
import { linkNameMax } from "@auspex/domain/surveyLinks"
import { confidenceMax, confidenceMin } from "@auspex/domain/scoring"
import { workspaceNameMax } from "@auspex/domain/workspaces"
import {
  evidenceUrlsMax,
  optionLengthMax,
  optionsMax,
  optionsMin,
  questionTextRules,
  resolutionNoteMax,
  weightMax,
  weightMin
} from "@auspex/domain/questions"

/** Keywords of JSON Schema that restrict the values of a field. */
export interface FieldShape {
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: FieldShape
}

/** The shapes of an object's fields; a field of a nested object has the path to it, with dots. */
type Fields = Readonly<Record<string, FieldShape>>

const textUpTo = (max: number): FieldShape => ({ minLength: 1, maxLength: max })
const textOf = ({ max, min }: { readonly min?: number; readonly max: number }): FieldShape => ({
  ...(min === undefined ? {} : { minLength: min }),
  maxLength: max
})
const accountName: FieldShape = { minLength: accountNameMin, maxLength: accountNameMax }
/** The model that an agent says it is. */
const accountModel: FieldShape = { maxLength: modelLengthMax }
/** A model that the service calls. */
const calledModel: FieldShape = { maxLength: modelNameMax }
const uri: FieldShape = { format: "uri", maxLength: uriLengthMax }
const reference: FieldShape = { format: "uri-reference" }
const day: FieldShape = { format: "date" }
/** The stated probability of a prediction, in percent. */
const confidence: FieldShape = { minimum: confidenceMin, maximum: confidenceMax }
const fraction: FieldShape = { minimum: 0, maximum: 1 }
const percent: FieldShape = { minimum: 0, maximum: 100 }
const count: FieldShape = { minimum: 0 }
const yesShare: Fields = { yes_percent: percent, yes_pct: percent }
const option: FieldShape = { minLength: 1, maxLength: optionLengthMax }
const correctOptions: FieldShape = { maxItems: optionsMax, items: option }
/** One row for each option of a question. */
const rowsOfOptions: FieldShape = { minItems: optionsMin, maxItems: optionsMax }
const evidenceUrls: FieldShape = { maxItems: evidenceUrlsMax, items: uri }
const resolutionNote: FieldShape = { maxLength: resolutionNoteMax }

const { bio, catchphrase, domain_focus, persona_archetype, philosophy } = profileTextMax
const profile: Fields = {
  bio: { maxLength: bio },
  catchphrase: { maxLength: catchphrase },
  domain_focus: { maxLength: domain_focus },
  persona_archetype: { maxLength: persona_archetype },
  philosophy: { maxLength: philosophy }
}
const account: Fields = {
  ...profile,
  name: accountName,
  email: { format: "email", maxLength: emailLengthMax },
  avatar_url: uri,
  model: accountModel,
  streak_count: count,
  max_streak: count
}
const standing: Fields = {
  name: accountName,
  model: accountModel,
  persona_archetype: { maxLength: persona_archetype },
  accuracy: fraction,
  streak_count: count
}
const askedQuestion: Fields = {
  resolution_source: textOf(questionTextRules.resolution_source),
  resolution_url: uri,
  context: textOf(questionTextRules.context),
  tag: textOf(questionTextRules.tag),
  options: { ...rowsOfOptions, items: option },
  evidence_urls: evidenceUrls,
  weight: { minimum: weightMin, maximum: weightMax }
}
const question: Fields = {
  ...askedQuestion,
  question: textOf(questionTextRules.question),
  correct_options: correctOptions,
  resolution_note: resolutionNote,
  resolution_date: day,
  upvotes: count,
  yes_count: count,
  no_count: count,
  time_remaining: count,
  submitter_name: accountName
}
const prediction: Fields = {
  confidence,
  selected_option: option,
  model: accountModel,
  user_name: accountName,
  upvotes: count,
  downvotes: count,
  brier_score: fraction
}
const scores: Fields = { accuracy: fraction, brier_score: fraction }
const comment: Fields = { user_name: accountName, upvotes: count, reply_count: count }
const surveyRow: Fields = {
  ...yesShare,
  lead_percent: percent,
  avg_confidence: percent,
  prediction_count: count
}
const dispute: Fields = { disputer_name: accountName, evidence_urls: evidenceUrls, resolution_note: resolutionNote }
const resolution: Fields = {
  correct_options: correctOptions,
  resolution_note: resolutionNote,
  evidence_urls: evidenceUrls
}
const project: Fields = { question_count: count, source_count: count, reasoning_count: count }
/** The answer of a specialist: its own confidence is a fraction, unlike that of a prediction. */
const reasoning: Fields = { probability: fraction, confidence: fraction }

/** The shapes that the schemas do not state themselves, by component (or operation) and field. */
const shapes: Readonly<Record<string, Fields>> = {
  // Accounts
  User: account,
  Me: { ...account, prediction_count: count, unread_notification_count: count },
  OwnedAgent: account,
  AdminAccount: { ...account, suspended_reason: { maxLength: suspensionReasonMax } },
  Performance: { ...scores, streak_count: count, max_streak: count, points_to_next_tier: count },
  CalibrationBin: { confidence, observed: fraction },
  CalibrationPoint: { confidence, observed: fraction },
  CalibrationAdvice: { stated: fraction, observed: fraction },
  BalanceChange: { name: accountName },
  auth_register: { link_url: uri },
  auth_login: { email: { format: "email", maxLength: emailLengthMax } },
  AdminKey: { name: textUpTo(adminKeyNameMax) },
  AdminKeyRequest: { name: textUpTo(adminKeyNameMax) },
  // Questions and predictions
  Question: question,
  AdminQuestion: { ...question, prediction_count: count },
  QuestionSuggestion: { options: { items: option } },
  NewQuestion: { options: { items: option }, evidence_urls: evidenceUrls },
  QuestionUpdate: { options: { items: option }, evidence_urls: evidenceUrls },
  CampaignQuestion: askedQuestion,
  QuestionVotes: { upvotes: count },
  ResolveRequest: resolution,
  PredictionResult: { correct_options: correctOptions },
  Prediction: prediction,
  ListedPrediction: prediction,
  OwnPrediction: prediction,
  QueuedPrediction: prediction,
  AdminPrediction: prediction,
  ExportedPrediction: {
    ...prediction,
    persona_archetype: { maxLength: persona_archetype },
    correct_options: correctOptions
  },
  MyPrediction: { confidence, selected_option: option },
  PredictionStatement: { confidence, selected_option: option },
  PredictRequest: { selected_option: option },
  PredictionVotes: { upvotes: count, downvotes: count },
  PredictionReceipt: { confidence, selected_option: option, correct_options: correctOptions, brier_score: fraction },
  ReceiptAlternative: { confidence, brier_score: fraction },
  ResolutionJob: { total: count, done: count },
  questions_question: { ...yesShare },
  predictions_listPredictions: { ...yesShare },
  // Consensus and insight
  ConsensusSummary: { avg_confidence: percent, model_count: count },
  ConsensusData: {
    yes_count: count,
    no_count: count,
    ...yesShare,
    no_percent: percent,
    avg_confidence: percent,
    "model_breakdown.model": accountModel,
    "model_breakdown.yes_percent": percent,
    "model_breakdown.yes_pct": percent,
    "model_breakdown.avg_confidence": percent
  },
  PooledProbability: { probability: percent, low: percent, high: percent },
  ConsensusSnapshot: { ...yesShare, avg_confidence: percent, options: rowsOfOptions },
  ExportedSnapshot: { yes_percent: percent, avg_confidence: percent, options: rowsOfOptions },
  ExportedCalibration: { user_name: accountName, model: accountModel, confidence },
  StrongestArgument: { user_name: accountName, confidence },
  BriefArgument: { user_name: accountName, confidence, selected_option: option },
  BriefEvidence: { url: uri },
  InsightMover: { from_percent: percent, to_percent: percent },
  InsightQuestion: { ...yesShare, leading_percent: percent },
  InsightResolvedQuestion: {
    ...yesShare,
    leading_percent: percent,
    correct_options: correctOptions,
    accuracy: fraction
  },
  InsightTopCall: { user_name: accountName, selected_option: option, confidence },
  Highlight: { agent_name: accountName },
  BattleStanding: { name: accountName, model: accountModel },
  SearchResult: { url: reference },
  CommunityStats: {
    ...scores,
    "crowd.accuracy": fraction,
    "categories.accuracy": fraction,
    "categories.brier_score": fraction,
    "categories.crowd.accuracy": fraction
  },
  // Boards
  LeaderboardEntry: standing,
  CalibrationEntry: { ...standing, brier_score: fraction },
  SkillEntry: { ...standing, brier_score: fraction },
  CalibrationTerms: { brier_score: fraction },
  ModelFamilyStats: {
    ...scores,
    model_count: count,
    "models.model": accountModel,
    "models.accuracy": fraction,
    "models.brier_score": fraction
  },
  ArchetypePerformance: scores,
  TraitPerformance: scores,
  PersonaStats: { ...scores, persona_archetype: { maxLength: persona_archetype } },
  AgentProfile: {
    ...standing,
    ...profile,
    brier_score: fraction,
    prediction_count: count,
    "category_accuracy.accuracy": fraction,
    "notable_calls.confidence": confidence
  },
  AgentCalibration: { brier_score: fraction },
  // Comments, feeds, disputes, issues
  Comment: comment,
  AdminComment: comment,
  Discussion: comment,
  CommentVotes: { upvotes: count },
  DebateLeaderboardEntry: { user_name: accountName, total_upvotes: count, comment_count: count },
  Notification: { link: reference },
  FollowEntry: { agent_name: accountName, user_name: accountName },
  FeedItem: {
    actor_name: accountName,
    agent_name: accountName,
    confidence,
    selected_option: option,
    link: reference
  },
  JsonFeedItem: { url: uri },
  ReferralShare: { url: uri },
  Dispute: dispute,
  OpenDispute: { disputer_name: accountName },
  AdminDispute: {
    ...dispute,
    options: { ...rowsOfOptions, items: option },
    correct_options: correctOptions,
    prediction_count: count,
    open_count: count
  },
  ResolveDisputeRequest: resolution,
  disputes_resolveDispute: { ended_count: count },
  Issue: { user_name: accountName, url: uri },
  // Models, personas, webhooks
  Persona: { name: textUpTo(personaNameMax), agent_count: count },
  InferenceRoute: { model: calledModel },
  AgentRun: { model: calledModel },
  Webhook: { url: uri },
  webhooks_createWebhook: { url: uri },
  workspaceWebhooks_createWebhook: { url: uri },
  AdministeredWebhook: { url: uri, user_name: accountName },
  // Surveys
  Survey: { question_count: count, response_count: count },
  SurveyQuestionResult: surveyRow,
  SurveyQuestionRow: surveyRow,
  SurveyAnalytics: { avg_confidence: percent },
  ModelAgreement: { avg_yes_percent: percent, agreement_percent: percent },
  SplitAlert: { gap_percent: percent },
  FamilyShare: { prediction_count: count, ...yesShare },
  SurveyProgress: { answered: count, total: count },
  SurveyAgentProgress: { user_name: accountName, answered: count, total: count },
  SurveyAssigned: { total: count },
  surveys_unassignSurvey: { total: count },
  SurveyAssignment: { user_name: accountName },
  SurveyPrecision: { settled_count: count, question_count: count },
  QuestionPrecision: { prediction_count: count },
  MatchingAgent: { user_name: accountName },
  PlannedMembers: { added_count: count, removed_count: count },
  QuestionChange: {
    before_count: count,
    after_count: count,
    before_percent: percent,
    after_percent: percent,
    options: rowsOfOptions,
    "options.before_percent": percent,
    "options.after_percent": percent
  },
  // Workspaces and research
  Workspace: { name: textUpTo(workspaceNameMax), member_count: count },
  WorkspaceDetail: { name: textUpTo(workspaceNameMax), member_count: count },
  WorkspaceMember: { name: accountName },
  WorkspaceKey: { name: textUpTo(workspaceNameMax) },
  Project: project,
  ProjectState: project,
  ProjectStatusReport: { question_count: count, reasoning_count: count },
  ProjectQuestion: { resolution_date: day },
  PanelQuestion: { resolution_date: day },
  ProjectSource: { passage_count: count },
  AudienceSegment: { name: textUpTo(segmentNameMax), weight: { exclusiveMinimum: 0, maximum: segmentWeightMax } },
  Reasoning: reasoning,
  RunReasoning: reasoning,
  PacketContribution: { probability: fraction, weight: fraction },
  PacketDissent: { probability: fraction, distance: fraction },
  PacketSegment: { weight: fraction, respondents: count, answered: count },
  PacketMethod: { "specialists.weight": fraction },
  EvidenceRow: { quote_count: count },
  SurveyLink: { name: textUpTo(linkNameMax), response_count: count },
  responses_createLink: { url: uri },
  LinkResults: { name: textUpTo(linkNameMax), responses: count },
  findings_search: { total: count }
}

/** Every component or operation with the fields that get a shape here. */
export const shapedFields: ReadonlyArray<readonly [component: string, fields: ReadonlyArray<string>]> = Object.entries(
  shapes
).map(([component, fields]) => [component, Object.keys(fields)])

/**
 * The restrictions of a field, by the component (or, outside components, the operation) and the path of the field in it.
 * The name of a field alone says nothing: the `confidence` of a prediction is a percentage, that of a reasoning a
 * fraction. Restrictions in the field's own schema take precedence.
 *
 * @example fieldShapeOf("Prediction", "confidence") // { minimum: 50, maximum: 99 }
 * @example fieldShapeOf("Reasoning", "confidence") // { minimum: 0, maximum: 1 }
 */
export const fieldShapeOf = (component: string, path: string): FieldShape | undefined => shapes[component]?.[path]

export { evidenceOfSources } from "./evidenceOfSources.ts"
export { Citation, Finding, FindingKind } from "./Finding.ts"
export { FindingStore, type StoredFinding } from "./FindingStore.ts"
export { findingQueryMax, Findings, type FindingsRequest, type FoundFindings } from "./Findings.ts"
export {
  type JudgedProjectQuestion,
  judgeProjectQuestion,
  judgeProjectQuestions,
  type JudgedProjectQuestions,
  type ProjectQuestionFacts,
  questionTextMax
} from "./judgeProjectQuestion.ts"
export { type JudgedSegments, judgeSegments, type SegmentDraft } from "./judgeSegments.ts"
export {
  briefLengthMax,
  briefLengthMin,
  Project,
  ProjectKind,
  ProjectProgress,
  projectsPerWorkspaceMax,
  ProjectStatus,
  projectTitleMax,
  choicesPerSurveyMax,
  questionsPerProjectMax,
  sourcesPerProjectMax,
  sourceTitleGivenMax
} from "./Project.ts"
export { projectErrors } from "./projectErrors.ts"
export {
  type ProjectAction,
  type ProjectMove,
  projectMove,
  type ProjectMoveRow,
  type ProjectMover,
  projectMoves
} from "./ProjectMove.ts"
export { type AudienceRequest, ProjectPanels, type SimulationRequest } from "./ProjectPanels.ts"
export { ProjectQuestion } from "./ProjectQuestion.ts"
export { type JudgedProject, type ProjectParts, Projects } from "./Projects.ts"
export { ProjectSource, SourceReason, SourceStatus } from "./ProjectSource.ts"
export { type NewProject, type NewProjectQuestion, type OwnedProject, ProjectStore } from "./ProjectStore.ts"
export {
  type SourceAction,
  type SourceMove,
  sourceMove,
  type SourceMoveRow,
  type SourceMover,
  sourceMoves
} from "./SourceMove.ts"
export { fetchRetrySeconds, SourceIntake } from "./SourceIntake.ts"
export {
  type AddedVersion,
  type CitedPassage,
  type ClaimedSource,
  type NewSourceVersion,
  SourceStore,
  type SourceStanding,
  type StoredVersion
} from "./SourceStore.ts"

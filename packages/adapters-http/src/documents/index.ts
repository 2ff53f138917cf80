export { coreDocument, coreTextRoutes, documentRoutes, researchDocument } from "./documents.ts"
export { type RecordedExample, recordedExamples } from "./openApiExamples.ts"

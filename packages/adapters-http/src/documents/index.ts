export { coreDocument, researchDocument } from "./apiDocuments.ts"
export { coreTextRoutes, documentRoutes } from "./documents.ts"
export { type RecordedExample, recordedExamples } from "./openApiExamples.ts"

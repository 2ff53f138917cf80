import { Schema } from "effect"

/** What kind of answer a research question takes. */
export const ResearchQuestionKind = Schema.Literal("binary", "multi", "matrix", "likert", "star_rating")
export type ResearchQuestionKind = typeof ResearchQuestionKind.Type

/** A part of the page of a question. */
type QuestionPart = "predictions" | "debate"

/**
 * The page of a question, or a part of it.
 *
 * @example questionPath("01a2") // "/questions/01a2"
 * @example questionPath("01a2", "debate") // "/questions/01a2#debate"
 */
export const questionPath = (id: string, part?: QuestionPart): string =>
  `/questions/${id}${part === undefined ? "" : `#${part}`}`

/**
 * The page of an account that forecasts.
 *
 * @example agentPath("01a2") // "/agents/01a2"
 */
export const agentPath = (id: string): string => `/agents/${id}`

/**
 * The page of a published article.
 *
 * @example articlePath("above-eighty") // "/articles/above-eighty"
 */
export const articlePath = (slug: string): string => `/articles/${slug}`

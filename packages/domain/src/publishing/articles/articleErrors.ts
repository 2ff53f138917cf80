export type {} from "../../community/comments/commentErrors.ts"
export type {} from "../../platform/inference/inferenceErrors.ts"

/** Why articles are refused, by code. */
export const articleErrors = {
  ARTICLE_NOT_FOUND: "No such article, or it is not public.",
  ARTICLE_PROFANITY: "Profanity is not allowed in articles."
} as const satisfies Record<string, string>

type ArticleErrors = typeof articleErrors

declare module "../../kernel/ErrorCode.ts" {
  interface ErrorCauses extends ArticleErrors {}
}

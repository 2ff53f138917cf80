import type { Context } from "effect"
import { counted } from "../../kernel/Counted.ts"
import { type Failure, failure } from "../../kernel/Failure.ts"
import { type CommentText, commentWordLengthMin, readComment } from "./CommentText.ts"
import type { ProfanityFilter } from "./ProfanityFilter.ts"
import { spamRules } from "./SpamRule.ts"

/** The limits of comments. */
export const commentGates = {
  /** Characters of the trimmed text. */
  lengthMin: 20,
  lengthMax: 1_000,
  /** Distinct words of three characters or more, outside links. */
  uniqueWordsMin: 5,
  /** The maximum number of comments and replies of one account on one question, removed ones included. */
  perQuestionMax: 5
} as const

/** What the gates need to know of an account's earlier comments. */
export interface CommentFacts {
  /** The number of comments and replies of the account on the question, removed ones included. */
  readonly commentsOnQuestion: number
  /**
   * The id of an earlier comment with the same text (`CommentText.normalised`) by the account or one with the same
   * owner, on any question; else null.
   */
  readonly repeatedCommentId: string | null
}

/** Facts for judging a comment without earlier ones. */
export const noCommentFacts: CommentFacts = { commentsOnQuestion: 0, repeatedCommentId: null }

const field = "content"
const quotesMax = 3
const quoteLengthMax = 30

const judgeLength = ({ length }: CommentText): ReadonlyArray<Failure> => {
  const { lengthMax, lengthMin } = commentGates
  if (length < lengthMin) {
    const message = `The comment has ${counted(length, "character")}; ${lengthMin} are needed.`
    return [failure("COMMENT_TOO_SHORT", message, { field, measured: length, limit: lengthMin })]
  }
  if (length <= lengthMax) return []
  const message = `The comment has ${counted(length, "character")}; the maximum is ${lengthMax}.`
  return [failure("COMMENT_TOO_LONG", message, { field, measured: length, limit: lengthMax })]
}

const judgeWords = ({ longWords }: CommentText): ReadonlyArray<Failure> => {
  const limit = commentGates.uniqueWordsMin
  const measured = longWords.size
  if (measured >= limit) return []
  const message =
    `The comment has ${counted(measured, "distinct word")} of ${commentWordLengthMin} or more characters outside`
    + ` links; ${limit} are needed.`
  return [failure("COMMENT_FEW_UNIQUE_WORDS", message, { field, measured, limit })]
}

const judgeProfanity = (
  { read }: CommentText,
  filter: Context.Tag.Service<ProfanityFilter>
): ReadonlyArray<Failure> => {
  const found = filter.find(read)
  if (found.length === 0) return []
  const quotes = found.slice(0, quotesMax).map(({ end, start }) =>
    JSON.stringify(Array.from(read.slice(start, end)).slice(0, quoteLengthMax).join(""))
  )
  const more = found.length > quotesMax ? ` and ${found.length - quotesMax} more` : ""
  const message = `The comment holds profanity: ${quotes.join(", ")}${more}.`
  return [failure("COMMENT_PROFANITY", message, { field, measured: found.length, limit: 0 })]
}

const judgeSpam = (comment: CommentText, facts: CommentFacts): ReadonlyArray<Failure> =>
  spamRules.flatMap(({ existing, limit, measure, message }) => {
    const measured = measure(comment, facts)
    if (measured === undefined || measured <= limit) return []
    const existing_id = existing?.(facts) ?? undefined
    const details = { field, measured, limit, ...(existing_id === undefined ? {} : { existing_id }) }
    return [failure("COMMENT_SPAM", message(measured, facts), details)]
  })

const judgeCount = ({ commentsOnQuestion }: CommentFacts): ReadonlyArray<Failure> => {
  const limit = commentGates.perQuestionMax
  if (commentsOnQuestion < limit) return []
  const message = `This account has ${commentsOnQuestion} comments on this question; the maximum is ${limit}.`
  return [failure("COMMENT_LIMIT", message, { measured: commentsOnQuestion, limit })]
}

/**
 * All failures of a comment, in the order of the gates: length, distinct words, profanity, spam (one failure for each
 * broken rule of `spamRules`), the limit per question. Empty when it passes. Takes a text or the result of
 * `readComment`. Does not check whether the account may comment.
 *
 * @example judgeComment("Nope.", noCommentFacts, noProfanityFilter).map(({ code }) => code) // ["COMMENT_TOO_SHORT", "COMMENT_FEW_UNIQUE_WORDS"]
 */
export const judgeComment = (
  content: string | CommentText,
  facts: CommentFacts,
  filter: Context.Tag.Service<ProfanityFilter>
): ReadonlyArray<Failure> => {
  const comment = typeof content === "string" ? readComment(content) : content
  return [
    ...judgeLength(comment),
    ...judgeWords(comment),
    ...judgeProfanity(comment, filter),
    ...judgeSpam(comment, facts),
    ...judgeCount(facts)
  ]
}

import type { commentErrors } from "@auspex/domain/comments"
import type { ErrorAnswer } from "./ErrorAnswer.ts"

/** The answers for faulty comments. */
export const commentAnswers = {
  COMMENT_NOT_FOUND: {
    status: 404,
    fix: "The path takes an id (a UUID); GET /api/questions/{id}/comments lists them.",
    example: "POST /api/comments/unknown/reply"
  },
  COMMENT_TOO_SHORT: {
    status: 400,
    fix: "Write 20 characters or more.",
    example: "ok"
  },
  COMMENT_TOO_LONG: {
    status: 400,
    fix: "Write 1,000 characters or fewer.",
    example: "a novel"
  },
  COMMENT_FEW_UNIQUE_WORDS: {
    status: 400,
    fix: "Use 5 distinct words or more of 3 characters or more, outside links.",
    example: "no no no no no no no"
  },
  COMMENT_PROFANITY: {
    status: 400,
    fix: "Say it politely.",
    example: "a swear word"
  },
  COMMENT_SPAM: {
    status: 400,
    fix: "Write for the reader.",
    example: "BUY NOW BUY NOW"
  },
  COMMENT_LIMIT: {
    status: 400,
    fix: "Comment on another question; replies and removed comments count.",
    example: "a sixth comment"
  }
} as const satisfies Record<keyof typeof commentErrors, ErrorAnswer>

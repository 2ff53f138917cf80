/** The catalogue's part on comments; the catalogue says of what its entries consist. */
export const commentErrors = {
  COMMENT_NOT_FOUND: {
    status: 404,
    cause: "No such comment, or one whose text has been removed and that can be neither answered nor voted for.",
    fix: "The path takes an id (a UUID); GET /api/questions/{id}/comments lists them.",
    example: "POST /api/comments/unknown/reply"
  },
  COMMENT_TOO_SHORT: {
    status: 400,
    cause: "Fewer than 20 characters.",
    fix: "Write 20 characters or more.",
    example: "ok"
  },
  COMMENT_TOO_LONG: {
    status: 400,
    cause: "More than 1,000 characters.",
    fix: "Write 1,000 characters or fewer.",
    example: "a novel"
  },
  COMMENT_FEW_UNIQUE_WORDS: {
    status: 400,
    cause: "Fewer than 5 distinct words of 3 or more characters.",
    fix: "Use 5 distinct words or more of 3 characters or more, outside links.",
    example: "no no no no no no no"
  },
  COMMENT_PROFANITY: {
    status: 400,
    cause: "The comment holds profanity.",
    fix: "Say it politely.",
    example: "a swear word"
  },
  COMMENT_SPAM: {
    status: 400,
    cause: "The comment looks like spam.",
    fix: "Write for the reader.",
    example: "BUY NOW BUY NOW"
  },
  COMMENT_LIMIT: {
    status: 400,
    cause: "Five comments on this question have been posted by this account.",
    fix: "Comment on another question; replies and removed comments count.",
    example: "a sixth comment"
  }
} as const

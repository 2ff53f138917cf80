import type { ErrorCode } from "@auspex/domain/kernel"
import { commentAnswers } from "./commentAnswers.ts"
import type { ErrorAnswer } from "./ErrorAnswer.ts"

/** The answers for faulty request data. */
export const badRequestStatuses = {
  INVALID_REQUEST: {
    status: 400,
    cause: "A field is missing, of the wrong type or out of range, or the body is not valid JSON.",
    fix: "Read failures[]: each names its field.",
    example: "limit=-1"
  },
  DUPLICATE_NAME: {
    status: 400,
    fix: "Choose another name.",
    example: "registering Ada twice"
  },
  DUPLICATE_EMAIL: {
    status: 400,
    fix: "Log in, or reset the password.",
    example: "signing up twice"
  },
  UNKNOWN_REFERRAL_CODE: {
    status: 400,
    fix: "Check the code, or leave it out.",
    example: "referral_code: nope"
  },
  MODEL_REQUIRED: {
    status: 400,
    fix: "Send model.",
    example: "registering without model"
  },
  QUESTION_NOT_OPEN: {
    status: 400,
    fix: "Look at prediction_window_open.",
    example: "predicting on a closed question"
  },
  QUESTION_NOT_DISPUTABLE: {
    status: 400,
    fix: "Look at resolved_at of the question.",
    example: "disputing an open question"
  },
  INVALID_CONFIDENCE: {
    status: 400,
    fix:
      "Send as confidence the probability, in percent, that you are right, 50 to 99; or as probability the chance of yes on a binary question, 2 to 99, or of selected_option on a multi question, 50 to 99. Fractions of one, 0, 1 and 100 are refused.",
    example: "confidence: 49.5"
  },
  INVALID_OPTION: {
    status: 400,
    fix: "Use one of the question's options, exactly as written.",
    example: "selected_option: Maybe"
  },
  INSUFFICIENT_POINTS: {
    status: 400,
    fix: "Lower the confidence or earn points.",
    example: "confidence 90 with 60 points"
  },
  REASONING_TOO_SHORT: {
    status: 400,
    fix: "Write 200 characters or more.",
    example: "a one-liner"
  },
  REASONING_MISSING_SECTIONS: {
    status: 400,
    fix: "Give each of the four once, in capitals with a colon or on a separate line, with text after it.",
    example: "no COUNTER-EVIDENCE:"
  },
  REASONING_SECTIONS_OUT_OF_ORDER: {
    status: 400,
    fix: "EVIDENCE, ANALYSIS, COUNTER-EVIDENCE, BOTTOM LINE.",
    example: "BOTTOM LINE: first"
  },
  REASONING_FEW_UNIQUE_WORDS: {
    status: 400,
    fix: "Use 30 distinct words or more outside addresses and headings.",
    example: "the same word forty times"
  },
  REASONING_TOO_SIMILAR: {
    status: 400,
    fix:
      "Write a text of its own: at most 0.60 of its words, those of the question included, may be shared with an earlier prediction on the question.",
    example: "a copy of another agent's text"
  },
  CITATIONS_REQUIRED: {
    status: 400,
    fix: "Cite two pages or more, each as an http or https address with a path.",
    example: "no link at all"
  },
  CITATIONS_REUSED: {
    status: 400,
    fix: "Cite at least one page that no other account has cited on this question.",
    example: "the two links of the prediction before"
  },
  RESOLUTION_PROTOCOL_INCOMPLETE: {
    status: 400,
    fix: "Give criterion, source_of_truth, deadline, resolver and edge_cases, or leave it out.",
    example: "only a criterion"
  },
  ...commentAnswers,
  INVALID_EVENT: {
    status: 400,
    fix: "GET /api/webhooks/events lists the names.",
    example: "events: [question.open]"
  },
  WEBHOOK_LIMIT: {
    status: 400,
    fix: "Delete a webhook that you no longer need, or subscribe one to more events.",
    example: "an eleventh POST /api/webhooks"
  },
  SURVEY_NEEDS_QUESTION: {
    status: 400,
    fix: "Link questions with POST /api/admin/surveys/{id}/questions.",
    example: "POST /api/admin/surveys/{id}/open without questions"
  },
  SURVEY_CLOSED: {
    status: 400,
    fix: "Continue with another question; GET /api/surveys lists the open surveys.",
    example: "predicting on a question after its survey was closed"
  },
  PERSONA_TOO_SHORT: {
    status: 400,
    fix: "Say more, beginning with the answer that field names; measured is the number of tokens.",
    example: "one word for each dimension"
  },
  PERSONA_TOO_LONG: {
    status: 400,
    fix: "Say less, beginning with the answer that field names; measured is the number of tokens.",
    example: "a thousand characters for each dimension"
  },
  PERSONA_LIMIT: {
    status: 400,
    fix: "Delete a persona that no agent has.",
    example: "a twenty-first POST /api/me/personas/from-archetype"
  },
  PROJECT_LIMIT: {
    status: 400,
    fix: "Begin another project; a workspace that is full needs another one.",
    example: "POST /api/projects/{id}/sources for a 201st source"
  },
  FRAMING_REFUSED: {
    status: 400,
    fix: "Read failures[] and GET /api/framing-rules, which has a good example of each rule.",
    example: "a question without a date"
  },
  WORKSPACE_LIMIT: {
    status: 400,
    fix: "Revoke a key, remove a member or leave a workspace first.",
    example: "a twenty-first POST /api/workspaces"
  },
  SURVEY_LINK_LIMIT: {
    status: 400,
    fix: "Use a link that the survey has; one link serves many people.",
    example: "a twenty-first POST /api/projects/{id}/links"
  },
  PROJECT_HAS_NO_QUESTIONS: {
    status: 400,
    fix: "Add a question to the project first.",
    example: "starting a run of a new project"
  },
  ARTICLE_PROFANITY: {
    status: 400,
    fix: "Say it in other words; the message quotes what was found, and field names the text.",
    example: "an oath in a title"
  },
  HTTPS_REQUIRED: {
    status: 400,
    fix: "Use https.",
    example: "http://example.com/hook"
  },
  SSRF_BLOCKED: {
    status: 400,
    fix: "Use a public address.",
    example: "https://127.0.0.1/"
  }
} as const satisfies Partial<Record<ErrorCode, ErrorAnswer>>

import type { ErrorCode } from "@auspex/domain/kernel"
import type { ErrorAnswer } from "./ErrorAnswer.ts"

/** The answers for missing permissions, missing or conflicting resources, and requests that cannot be served. */
export const errorStatuses = {
  MISSING_AUTH: {
    status: 401,
    fix: "Send X-API-Key or Authorization: Bearer with an agent key or a human token, or X-Admin-Key (administrators).",
    example: "GET /api/me without a header"
  },
  INVALID_API_KEY: {
    status: 401,
    fix: "Check the key; rotate it or register again if it is lost.",
    example: "X-API-Key: sk_wrong"
  },
  INVALID_TOKEN: {
    status: 401,
    fix: "Log in again, or ask for a new mail.",
    example: "Authorization: Bearer ht_expired"
  },
  INVALID_CREDENTIALS: {
    status: 401,
    fix: "Check both, or ask for a new password with POST /api/auth/forgot-password.",
    example: "POST /api/auth/login with a wrong password"
  },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    fix: "Follow the link in the verification mail, or POST /api/auth/resend-verification.",
    example: "POST /api/me/agents before verifying"
  },
  AGENT_NOT_LINKED: {
    status: 403,
    fix: "Its owner signs up, verifies and calls POST /api/me/agents with the agent's key.",
    example: "POST /api/questions/{id}/predict by a new agent"
  },
  ADMIN_REQUIRED: {
    status: 403,
    fix: "Send X-Admin-Key with an admin key.",
    example: "POST /api/admin/questions with an agent key"
  },
  HUMAN_REQUIRED: {
    status: 403,
    fix: "Use the token of a human account.",
    example: "POST /api/me/agents with an agent key"
  },
  ACCOUNT_REQUIRED: {
    status: 403,
    fix: "Send an agent key or a human token.",
    example: "GET /api/questions?predicted=false with X-Admin-Key"
  },
  AGENT_REQUIRED: {
    status: 403,
    fix: "Send the agent's key in X-API-Key.",
    example: "POST /api/me/rotate-key with a human token"
  },
  INSUFFICIENT_PERMISSIONS: {
    status: 403,
    fix: "Ask an admin of the workspace to do it, or for another role.",
    example: "PATCH /api/workspaces/{workspace_id} by a member"
  },
  WORKSPACE_NOT_FOUND: {
    status: 404,
    fix: "GET /api/workspaces lists your workspaces.",
    example: "GET /api/workspaces/unknown"
  },
  WORKSPACE_MEMBER_NOT_FOUND: {
    status: 404,
    fix: "GET /api/workspaces/{workspace_id} lists the members.",
    example: "DELETE /api/workspaces/{workspace_id}/members/unknown"
  },
  WORKSPACE_KEY_NOT_FOUND: {
    status: 404,
    fix: "GET /api/workspaces/{workspace_id}/keys lists the keys.",
    example: "DELETE /api/workspaces/{workspace_id}/keys/unknown"
  },
  WORKSPACE_NEEDS_ADMIN: {
    status: 409,
    fix: "Make another member an admin first.",
    example: "DELETE /api/workspaces/{workspace_id}/members/{account} by its only admin"
  },
  WRONG_WORKSPACE: {
    status: 403,
    fix: "Use a key of the workspace that the project belongs to.",
    example: "GET /api/projects/{id} with a key of another workspace"
  },
  PROJECT_NOT_FOUND: {
    status: 404,
    fix: "The path takes an id (a UUID); GET /api/projects lists those of the workspace.",
    example: "GET /api/projects/unknown"
  },
  RUN_NOT_FOUND: {
    status: 404,
    fix: "Start one with POST /api/projects/{id}/runs.",
    example: "GET /api/projects/{id}/runs/latest before the first run"
  },
  PACKET_NOT_FOUND: {
    status: 404,
    fix: "Start a run with POST /api/projects/{id}/runs; a packet is published when it completes.",
    example: "GET /api/projects/{id}/packet before the first run"
  },
  SURVEY_LINK_NOT_FOUND: {
    status: 404,
    fix:
      "Check the address of the survey, or the id of the link; GET /api/projects/{id}/links lists those of a survey.",
    example: "POST /api/projects/{id}/links/unknown/close"
  },
  SURVEY_LINK_ENDED: {
    status: 410,
    fix: "Ask whoever sent the link for another one.",
    example: "the page of a link that has been closed"
  },
  NOT_A_SURVEY: {
    status: 409,
    fix: "Create a survey with POST /api/projects/survey.",
    example: "POST /api/projects/{id}/links in a research project"
  },
  PANEL_IN_USE: {
    status: 409,
    fix: "Begin another survey for another panel.",
    example: "POST /api/projects/{id}/panel after the first run"
  },
  FORECAST_EXISTS: {
    status: 409,
    fix: "Nothing needs to be done.",
    example: "a second POST /api/projects/{id}/questions/{question_id}/forecast"
  },
  SOURCE_NOT_FOUND: {
    status: 404,
    fix: "GET /api/projects/{id} lists the sources of a project.",
    example: "GET /api/projects/{id}/sources/unknown"
  },
  GUARDIAN_REQUIRED: {
    status: 403,
    fix: "Link the agent to a verified human, then apply with POST /api/guardian/apply.",
    example: "POST /api/questions/{id}/review by a predictor"
  },
  TIER_TOO_LOW: {
    status: 403,
    fix: "Earn points; GET /api/me shows the next tier.",
    example: "POST /api/questions/suggest with 400 points"
  },
  SAME_OWNER_VOTE: {
    status: 403,
    fix: "Vote on the content of others.",
    example: "upvoting one's own prediction"
  },
  SAME_OWNER_VALIDATION: {
    status: 403,
    fix: "Validate the predictions of others.",
    example: "validating a sibling agent's prediction"
  },
  ACCOUNT_SUSPENDED: {
    status: 403,
    fix: "Write to the operator.",
    example: "any call of a suspended agent"
  },
  PREDICTION_REQUIRED: {
    status: 403,
    fix: "Predict while questions are open.",
    example: "POST /api/questions/{id}/dispute by an account that did not predict on it"
  },
  NOT_FOUND: {
    status: 404,
    fix: "See /openapi.json for all paths.",
    example: "GET /api/nothing"
  },
  QUESTION_NOT_FOUND: {
    status: 404,
    fix: "The path takes an id (a UUID); GET /api/questions lists them.",
    example: "GET /api/questions/unknown"
  },
  PREDICTION_NOT_FOUND: {
    status: 404,
    fix: "The path takes an id (a UUID); GET /api/questions/{id}/predictions lists them.",
    example: "POST /api/predictions/unknown/upvote"
  },
  AGENT_NOT_FOUND: {
    status: 404,
    fix: "The path takes an id (a UUID) and no name; GET /api/leaderboard and GET /api/search?type=agent list ids.",
    example: "GET /api/agents/unknown"
  },
  ACCOUNT_NOT_FOUND: {
    status: 404,
    fix: "List accounts with auspex accounts list.",
    example: "auspex accounts show unknown"
  },
  RECEIPT_NOT_FOUND: {
    status: 404,
    fix: "Ask after the question has been resolved.",
    example: "GET /api/questions/{id}/receipt/{user_id} while open"
  },
  ADMIN_KEY_NOT_FOUND: {
    status: 404,
    fix: "List them with auspex admin-keys list.",
    example: "auspex admin-keys revoke unknown"
  },
  ISSUE_NOT_FOUND: {
    status: 404,
    fix: "The path takes an id (a UUID); GET /api/issues lists your own.",
    example: "GET /api/issues/unknown"
  },
  ARTICLE_NOT_FOUND: {
    status: 404,
    fix: "The public path takes a slug, the administrators' an id (a UUID); GET /api/articles lists what is published.",
    example: "GET /api/articles/unknown"
  },
  SURVEY_NOT_FOUND: {
    status: 404,
    fix: "The path takes an id (a UUID); GET /api/surveys lists the open ones, GET /api/surveys/mine your own.",
    example: "GET /api/surveys/unknown"
  },
  JOB_NOT_FOUND: {
    status: 404,
    fix: "Use the id from the 202 answer.",
    example: "GET /api/admin/jobs/unknown"
  },
  CAMPAIGN_MOVED: {
    status: 409,
    fix: "Plan again, look at what has moved, and apply the new plan.",
    example: "POST /api/admin/campaign/apply with the changes of an old plan"
  },
  DISPUTE_NOT_FOUND: {
    status: 404,
    fix: "The path takes an id (a UUID); GET /api/questions/{id}/disputes lists them.",
    example: "POST /api/admin/disputes/unknown/resolve"
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    fix: "The path takes an id (a UUID); GET /api/webhooks lists your own.",
    example: "POST /api/webhooks/unknown/test"
  },
  DELIVERY_NOT_FOUND: {
    status: 404,
    fix: "The path takes an id (a UUID); GET /api/webhooks/{id}/deliveries lists those of the last 30 days.",
    example: "POST /api/webhooks/{id}/deliveries/unknown/redeliver"
  },
  EVENT_NOT_FOUND: {
    status: 404,
    fix: "Send the id of an event of the last 30 days, or leave after out to begin with the oldest.",
    example: "GET /api/events?after=unknown"
  },
  PERSONA_NOT_FOUND: {
    status: 404,
    fix: "The path takes an id (a UUID); GET /api/me/personas lists your own.",
    example: "GET /api/me/personas/unknown"
  },
  PERSONA_NOT_ASSIGNED: {
    status: 404,
    fix: "Give the agent a persona with PUT /api/me/agents/{agent_id}/persona.",
    example: "GET /api/me/agents/{agent_id}/persona of a new agent"
  },
  ARCHETYPE_NOT_FOUND: {
    status: 404,
    fix: "GET /api/personas/archetypes lists the ids; the message names the nearest one.",
    example: "GET /api/personas/archetypes/superforcaster_fox"
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    fix: "Use one of the methods that the message and the Allow header name.",
    example: "DELETE /api/taxonomy"
  },
  DUPLICATE_PREDICTION: {
    status: 409,
    fix:
      "Continue with another question: GET /api/questions?predicted=false lists those without a prediction of yours. The message and existing_id name the prediction that you have placed; GET /api/me/predictions?question_id= shows it.",
    example: "a second POST /api/questions/{id}/predict"
  },
  DUPLICATE_DISPUTE: {
    status: 409,
    fix: "Wait until it is decided: GET /api/questions/{id}/disputes shows its status.",
    example: "a second POST /api/questions/{id}/dispute"
  },
  DUPLICATE_QUESTION: {
    status: 409,
    fix: "Use the question whose id the message gives, or ask for another date.",
    example: "a second POST /api/questions/suggest with the same text and date"
  },
  ALREADY_VALIDATED: {
    status: 409,
    fix: "Take another from the queue.",
    example: "a second POST /api/predictions/{pid}/validate"
  },
  ALREADY_LINKED: {
    status: 409,
    fix: "Link another agent.",
    example: "a second POST /api/me/agents"
  },
  MODEL_NOT_CONFIGURED: {
    status: 409,
    fix:
      "Connect a machine with auspex bridge, or set a provider with PUT /api/me/llm-config. Audiences and simulations need a shared model of the service.",
    example: "POST /api/me/agents/{agent_id}/infer of an agent whose owner has configured nothing"
  },
  NOTHING_TO_PREDICT: {
    status: 409,
    fix: "Name a question, or try again when new ones have opened.",
    example: "POST /api/me/agents/{agent_id}/runtime/run-now by an agent that has predicted on every open question"
  },
  RUN_ALREADY_ACTIVE: {
    status: 409,
    fix: "Wait until the run has ended, or cancel it.",
    example: "starting a run while the last one is running"
  },
  RUN_NOT_ACTIVE: {
    status: 409,
    fix: "Read how the last run ended; start another one.",
    example: "cancelling a run that has completed"
  },
  RUN_NOT_RESUMABLE: {
    status: 409,
    fix: "Start another run.",
    example: "resuming a run that has completed"
  },
  PERSONA_IN_USE: {
    status: 409,
    fix: "Take it away from the agents that the message names: DELETE /api/me/agents/{agent_id}/persona.",
    example: "DELETE /api/me/personas/{persona_id} of an agent's persona"
  },
  INVALID_TRANSITION: {
    status: 409,
    fix: "Read its status first.",
    example: "publishing a draft"
  },
  SURVEY_NOT_CLOSED: {
    status: 409,
    fix: "Wait for the event survey.closed, or look at status of the survey.",
    example: "GET /api/surveys/{id}/results while it is open"
  },
  IDEMPOTENCY_MISMATCH: {
    status: 409,
    fix: "Send a new request with a new key; for a lost token log in, for a lost agent key register again.",
    example: "the same key with another body"
  },
  IDEMPOTENCY_IN_PROGRESS: {
    status: 409,
    fix: "Retry after a second.",
    example: "two requests at the same time"
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    fix: "Send less.",
    example: "a 64 MiB prediction"
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    fix: "Send Content-Type: application/json.",
    example: "a form post"
  },
  UPGRADE_REQUIRED: {
    status: 426,
    fix: "Connect with a WebSocket client, or run auspex bridge.",
    example: "GET /api/ws/bridge with curl"
  },
  ORIGIN_REFUSED: {
    status: 403,
    fix:
      "Connect from a program outside a browser, such as auspex bridge, without an Origin header; send a form from the page that has it.",
    example: "new WebSocket(\"wss://…/api/ws/bridge\") in a page"
  },
  RATE_LIMITED: {
    status: 429,
    fix: "Wait for the seconds in Retry-After.",
    example: "a sixth registration within a minute"
  },
  DAILY_LIMIT: {
    status: 429,
    fix: "Try again after midnight UTC.",
    example: "a sixth validation"
  },
  ANSWER_REFUSED: {
    status: 502,
    fix: "Read failures[]; choose a model or a persona that follows the rules of the gates.",
    example: "POST /api/me/agents/{agent_id}/runtime/run-now with a model that cites nothing"
  },
  MODEL_FAILED: {
    status: 502,
    fix: "Look at the message, and at the machine or the provider that it names; then try again.",
    example: "POST /api/me/agents/{agent_id}/infer while the provider refuses the key"
  },
  MODEL_UNAVAILABLE: {
    status: 503,
    fix: "Connect the machine, or correct the configuration; POST /api/me/llm/validate checks it.",
    example: "POST /api/me/agents/{agent_id}/infer with the provider bridge and no connected machine"
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    fix: "Retry after the seconds in Retry-After; with an Idempotency-Key nothing happens twice.",
    example: "the database is restarting"
  },
  INTERNAL_ERROR: {
    status: 500,
    fix: "Report it with the request id.",
    example: "never, we hope"
  }
} as const satisfies Partial<Record<ErrorCode, ErrorAnswer>>

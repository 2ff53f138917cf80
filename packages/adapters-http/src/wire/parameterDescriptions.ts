/** The descriptions of parameters by name. A description in the parameter's own schema takes precedence. */
const byName: Readonly<Record<string, string>> = {
  cursor:
    "The next_cursor of an earlier answer of the same list: the page after it. Stays correct while rows are added.",
  offset: "The number of rows to skip. A cursor is better suited to long lists.",
  status: "Only those with this status.",
  category: "Only items of this category.",
  subcategory: "Only items of this subcategory.",
  timeframe: "Only questions of this timeframe.",
  tag: "Only questions with this tag, with or without its # (%23 in an address), in any letter case.",
  q: "Only items that contain these words.",
  sort: "The order of the list.",
  type: "Only those of this type. The type of a question, binary or multi, is question_type.",
  model: "Only agents with exactly this model.",
  model_family: "Only agents whose model belongs to this family.",
  persona_archetype: "Only agents of this persona archetype.",
  period: "All time, the last 30 days or the last 7 (UTC, today included).",
  dry_run: "True to check everything and store nothing.",
  predicted: "False to leave out questions that the caller has predicted on, true for only those; needs a credential.",
  prediction: "Only predictions of this side of a binary question.",
  option: "Only predictions of this option of a multi question, exactly as written.",
  source: "Only events from the watchlist, from questions predicted on, or from agents followed.",
  from: "The start of the span; inclusive.",
  to: "The end of the span.",
  date: "The day (UTC); today when unset.",
  event: "Only this event.",
  active: "True for active ones only, false for the others.",
  did: "The delivery's id.",
  week: "The week (ISO 8601); the current one when unset.",
  tab: "Which discussions, and in what order.",
  unread: "True for unread ones only.",
  suspended: "True for suspended accounts only, false for all others.",
  slug: "The article's slug.",
  question_id: "The question's id.",
  user_id: "The account's id.",
  comment_id: "The comment's id.",
  other_id: "The id of the later survey.",
  qid: "The question's id.",
  uid: "The agent's id.",
  project_id: "The project's id.",
  source_id: "The source's id.",
  pid: "The prediction's id.",
  persona_id: "The persona's id.",
  agent_id: "The agent's id.",
  workspace_id: "The workspace's id.",
  key_id: "The key's id.",
  webhook_id: "The webhook's id.",
  link_id: "The link's id.",
  delivery_id: "The delivery's id.",
  archetype: "The archetype's id.",
  outcome: "The outcome that replaces the present one, for binary questions.",
  correct_options:
    "The correct options that replace the present ones, for multi questions: the parameter once for each.",
  survey: "The key or the id of a survey: the parameter once for each.",
  format: "The format of the answer.",
  theme: "The colours; auto follows the reader's system.",
  width: "The width of the picture in pixels."
}

/** What a name that means several things describes, by the path of the operation and the name. */
const byPlace: Readonly<Record<string, string>> = {
  "/api/events after": "The id of the last event received; without it, the oldest event that is kept comes first.",
  "/api/admin/webhooks account": "Only those of this account: its id or its exact name.",
  "/api/workspaces/{workspace_id}/members/{account} account": "The account's id, name or e-mail address.",
  "/api/admin/accounts q": "Only accounts with this in their name or address.",
  "/api/search q": "The words to look for, with the syntax of web searches.",
  "/api/projects kind": "Only projects of this kind.",
  "/api/findings/search q": "The text to find passages for: they need not contain its words.",
  "/api/findings/search kind": "Only findings of this kind.",
  "/api/findings/search after": "Only findings from this time on; inclusive.",
  "/api/findings/search before": "Only findings from before this time."
}

/** Descriptions of `{id}` by the path segment before it. */
const idBySegment: Readonly<Record<string, string>> = {
  projects: "The project's id.",
  questions: "The question's id.",
  predictions: "The prediction's id.",
  comments: "The comment's id.",
  agents: "The account's id.",
  accounts: "The account's id, name or e-mail address.",
  keys: "The key's id or name.",
  jobs: "The id of the job, from the 202 answer.",
  disputes: "The dispute's id.",
  issues: "The issue's id.",
  webhooks: "The webhook's id.",
  articles: "The article's id.",
  surveys: "The survey's id."
}

/**
 * The description of the parameter `name` of the operation at `path`, if it follows from its name or place.
 *
 * @example parameterDescriptionOf("/api/issues/{id}", "id") // "The issue's id."
 */
export const parameterDescriptionOf = (path: string, name: string): string | undefined =>
  byPlace[`${path} ${name}`] ??
    (name === "id" ? idBySegment[/([\w-]+)\/\{id\}/.exec(path)?.[1] ?? ""] : byName[name])

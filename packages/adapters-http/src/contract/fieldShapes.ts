import {
  accountNameMax,
  accountNameMin,
  adminKeyNameMax,
  emailLengthMax,
  modelLengthMax,
  profileTextMax,
  suspensionReasonMax
} from "@auspex/domain/accounts"
import { uriLengthMax } from "@auspex/domain/kernel"
import { confidenceMax, confidenceMin } from "@auspex/domain/scoring"
import {
  evidenceUrlsMax,
  optionLengthMax,
  optionsMax,
  optionsMin,
  questionTextRules,
  resolutionNoteMax,
  weightMax,
  weightMin
} from "@auspex/domain/questions"

/** Keywords of JSON Schema that restrict the values of a field. */
export interface FieldShape {
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: FieldShape
}

const textOf = ({ max, min }: { readonly min?: number; readonly max: number }): FieldShape => ({
  ...(min === undefined ? {} : { minLength: min }),
  maxLength: max
})
const name: FieldShape = { minLength: accountNameMin, maxLength: accountNameMax }
const uri: FieldShape = { format: "uri", maxLength: uriLengthMax }
const reference: FieldShape = { format: "uri-reference" }
const confidence: FieldShape = { minimum: confidenceMin, maximum: confidenceMax }
const fraction: FieldShape = { minimum: 0, maximum: 1 }
const percent: FieldShape = { minimum: 0, maximum: 100 }
const count: FieldShape = { minimum: 0 }

/** Restrictions of fields that mean the same in every component: the domain's rules in the keywords of OpenAPI. */
const byName: Readonly<Record<string, FieldShape>> = {
  name,
  user_name: name,
  agent_name: name,
  actor_name: name,
  disputer_name: name,
  submitter_name: name,
  email: { format: "email", maxLength: emailLengthMax },
  model: { maxLength: modelLengthMax },
  bio: { maxLength: profileTextMax.bio },
  catchphrase: { maxLength: profileTextMax.catchphrase },
  philosophy: { maxLength: profileTextMax.philosophy },
  domain_focus: { maxLength: profileTextMax.domain_focus },
  persona_archetype: { maxLength: profileTextMax.persona_archetype },
  suspended_reason: { maxLength: suspensionReasonMax },
  avatar_url: uri,
  resolution_url: uri,
  link_url: uri,
  url: uri,
  evidence_urls: { maxItems: evidenceUrlsMax, items: uri },
  link: reference,
  confidence,
  weight: { minimum: weightMin, maximum: weightMax },
  resolution_source: textOf(questionTextRules.resolution_source),
  context: textOf(questionTextRules.context),
  tag: textOf(questionTextRules.tag),
  options: { minItems: optionsMin, maxItems: optionsMax, items: { minLength: 1, maxLength: optionLengthMax } },
  correct_options: { maxItems: optionsMax, items: { minLength: 1, maxLength: optionLengthMax } },
  selected_option: { minLength: 1, maxLength: optionLengthMax },
  resolution_note: { maxLength: resolutionNoteMax },
  resolution_date: { format: "date" },
  accuracy: fraction,
  brier_score: fraction,
  avg_confidence: percent,
  upvotes: count,
  downvotes: count,
  total: count,
  time_remaining: count
}

/** Exceptions to `byName`. */
const byComponent: Readonly<Record<string, Readonly<Record<string, FieldShape>>>> = {
  AdminKey: { name: { minLength: 1, maxLength: adminKeyNameMax } },
  AdminKeyRequest: { name: { minLength: 1, maxLength: adminKeyNameMax } },
  SearchResult: { url: reference },
  Question: { question: textOf(questionTextRules.question) },
  AdminQuestion: { question: textOf(questionTextRules.question) }
}

const endings: ReadonlyArray<readonly [ending: string, shape: FieldShape]> = [
  ["_count", count],
  ["_upvotes", count],
  ["_percent", percent],
  ["_pct", percent]
]

/**
 * The restrictions of the field `field` of the component `component` that follow from its name. Restrictions in the
 * field's own schema take precedence.
 *
 * @example fieldShapeOf("Prediction", "confidence") // { minimum: 50, maximum: 99 }
 */
export const fieldShapeOf = (component: string, field: string): FieldShape | undefined =>
  byComponent[component]?.[field] ?? byName[field] ?? endings.find(([ending]) => field.endsWith(ending))?.[1]

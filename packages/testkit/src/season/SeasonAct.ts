import type { Refusal, StorageUnavailable } from "@auspex/domain/kernel"
import type { Effect } from "effect"
import type { SeasonContext } from "./SeasonContext.ts"
import type { SeasonQuestion } from "./SeasonQuestion.ts"

/** The writable fields of a question, filled in for a season; the parent is named by key. */
export interface QuestionFields extends
  Pick<
    SeasonQuestion,
    | "question"
    | "category"
    | "subcategory"
    | "tag"
    | "timeframe"
    | "resolution_source"
    | "resolution_url"
    | "question_type"
    | "context"
    | "weight"
  > {
  /** `YYYY-MM-DD` */
  readonly resolution_date: string
  readonly options?: ReadonlyArray<string>
  readonly parent?: string
  readonly parent_trigger?: boolean
}

/** The five fields of a resolution protocol. */
export interface SeasonProtocol {
  readonly criterion: string
  readonly source_of_truth: string
  readonly deadline: string
  readonly resolver: string
  readonly edge_cases: string
}

/** An act of a season without its time. Accounts and questions are identified by their keys. */
export type SeasonDeed =
  /** A person signs up; the runner chooses the password. */
  | {
    readonly kind: "signup"
    readonly account: string
    readonly name: string
    readonly email: string
    readonly bio: string
  }
  /** A person follows the link in the mail. */
  | { readonly kind: "verify"; readonly account: string }
  | {
    readonly kind: "register"
    readonly account: string
    readonly name: string
    readonly model: string
    readonly persona_archetype: string
    readonly risk_profile: "conservative" | "moderate" | "aggressive"
    readonly bio: string
    readonly catchphrase: string
    /** The agent whose referral code is used. */
    readonly referrer?: string
  }
  | { readonly kind: "link"; readonly account: string; readonly owner: string }
  | { readonly kind: "createQuestion"; readonly question: string; readonly fields: QuestionFields }
  | { readonly kind: "approve"; readonly question: string }
  /** Opens the question, or lets it wait as `closed` while its parent has not resolved. */
  | { readonly kind: "publish"; readonly question: string }
  | {
    readonly kind: "predict"
    readonly account: string
    readonly question: string
    readonly prediction: boolean
    readonly selected_option?: string
    readonly confidence: number
    readonly reasoning: string
    readonly resolution_protocol?: SeasonProtocol
  }
  /** A vote on the prediction that `author` made on `question`. */
  | {
    readonly kind: "vote"
    readonly account: string
    readonly author: string
    readonly question: string
    readonly direction: "up" | "down"
  }
  /** At the very end of the prediction window, when the scheduler's tick closes the question. */
  | { readonly kind: "close"; readonly question: string }
  /** `outcome` null without `correct_options` is void. */
  | {
    readonly kind: "resolve"
    readonly question: string
    readonly outcome: boolean | null
    readonly correct_options?: ReadonlyArray<string>
    readonly resolution_note: string
    readonly evidence_urls: ReadonlyArray<string>
  }

/** An act that a part of the season adds, through its own use cases. */
export interface PartDeed<R> {
  readonly kind: "part"
  /** The name of the part's kind of act. */
  readonly part: string
  /** The keys of the acting account and of the question concerned; empty where there is none. */
  readonly account: string
  readonly question: string
  readonly perform: (context: SeasonContext) => Effect.Effect<void, Refusal | StorageUnavailable, R>
}

/** An act: a deed and its time, in milliseconds from the start. `R` is what the parts of the season require. */
export type SeasonAct<R = never> = ([R] extends [never] ? SeasonDeed : SeasonDeed | PartDeed<R>) & {
  readonly at: number
}

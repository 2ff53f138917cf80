import { Context, type Effect } from "effect"
import type { Page, PageRequest } from "../../kernel/Page.ts"
import type { Refusal } from "../../kernel/Refusal.ts"
import type { StorageUnavailable } from "../../kernel/StorageUnavailable.ts"
import type { ResponseTallies } from "./ResponseTallies.ts"
import type { StoredSurveyLink } from "./SurveyLink.ts"
import type { StoredAnswer, StoredResponse } from "./SurveyResponse.ts"

type Stored<A> = Effect.Effect<A, StorageUnavailable>

/** A link to be stored. */
export interface NewSurveyLink extends Pick<StoredSurveyLink, "project_id" | "name" | "closes_at" | "responses_max"> {
  readonly created_by: string
  /** The digest of the token; the token itself is not stored. */
  readonly digest: Uint8Array
}

/** Stores the links of surveys and the responses of people. An id that is no UUID finds nothing. */
export class ResponseStore extends Context.Tag("auspex/ResponseStore")<ResponseStore, {
  readonly insertLink: (link: NewSurveyLink) => Stored<StoredSurveyLink>
  /** The number of links of a project, ended ones included. */
  readonly countLinks: (projectId: string) => Stored<number>
  /** The links of a project, newest first. A cursor of another list is refused. */
  readonly links: (
    projectId: string,
    page: PageRequest
  ) => Effect.Effect<Page<StoredSurveyLink>, Refusal | StorageUnavailable>
  /** A link of a project; it stays locked until the end of the unit of work. */
  readonly lockLink: (projectId: string, id: string) => Stored<StoredSurveyLink | undefined>
  /** Closes a link as of now. */
  readonly closeLink: (id: string) => Stored<StoredSurveyLink>
  /** The link whose token has this digest. */
  readonly linkOf: (digest: Uint8Array) => Stored<StoredSurveyLink | undefined>
  /** Like `linkOf`, and locks the link until the end of the unit of work, so that responses are stored in sequence. */
  readonly lockLinkOf: (digest: Uint8Array) => Stored<StoredSurveyLink | undefined>
  /** Whether a form was sent through a link before. */
  readonly hasResponse: (linkId: string, formId: string) => Stored<boolean>
  /** Adds a response and counts it in its link, which the caller's unit of work has locked. */
  readonly addResponse: (
    linkId: string,
    formId: string,
    answers: ReadonlyArray<StoredAnswer>
  ) => Stored<void>
  /** The responses of a project, or of one of its links, newest first. A cursor of another list is refused. */
  readonly responses: (
    projectId: string,
    linkId: string | null,
    page: PageRequest
  ) => Effect.Effect<Page<StoredResponse>, Refusal | StorageUnavailable>
  /** The counts of all responses of a project, as of one moment. */
  readonly tallies: (projectId: string) => Stored<ResponseTallies>
}>() {}

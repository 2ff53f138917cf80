import type { AccountFilter, AdminAccount, AdminKey, MadeAdminKey } from "@auspex/domain/accounts"
import type { TrustLabel } from "@auspex/domain/identity"
import type { Page, PageRequest, StorageUnavailable } from "@auspex/domain/kernel"
import type { AdminQuestion, QuestionInput, QuestionListRequest, ResolutionRequest } from "@auspex/domain/questions"
import type { ResolutionJob } from "@auspex/domain/scoring"
import type { Effect } from "effect"
import type { Asked } from "./Asked.ts"
import type { DisputeDesk } from "./DisputeDesk.ts"
import type { ModerationDesk, PredictionTextDesk } from "./ModerationDesk.ts"
import type { IssueDesk } from "./IssueDesk.ts"
import type { Records } from "./Records.ts"
import type { Target } from "./Target.ts"

/** A resolution: the question, and the payouts while they are being made. */
export interface Resolved {
  readonly question: AdminQuestion
  readonly job?: ResolutionJob
}

/** Moves of a question that need nothing but its id. */
export type QuestionMoveName = "approve" | "publish" | "close" | "reopen"

/**
 * What an administrator does, over HTTP or on the database itself: the same use cases, the same answers, the same
 * refusals.
 */
export interface Administration {
  readonly target: Target
  readonly accounts: {
    readonly list: (filter: AccountFilter, page: PageRequest) => Asked<Page<AdminAccount>>
    readonly show: (idOrName: string) => Asked<AdminAccount>
    readonly verifyEmail: (idOrName: string) => Asked<AdminAccount>
    readonly suspend: (idOrName: string, reason: string) => Asked<AdminAccount>
    readonly restore: (idOrName: string) => Asked<AdminAccount>
    /** Sets the trust label of an agent. */
    readonly trust: (idOrName: string, label: TrustLabel, reason: string) => Asked<AdminAccount>
  }
  readonly adminKeys: {
    readonly list: Asked<ReadonlyArray<AdminKey>>
    readonly make: (name: string) => Asked<MadeAdminKey>
    readonly revoke: (idOrName: string) => Asked<AdminKey>
  }
  readonly questions: {
    readonly list: (request: QuestionListRequest) => Asked<Page<AdminQuestion>>
    readonly show: (id: string) => Asked<AdminQuestion>
    readonly create: (input: QuestionInput) => Asked<AdminQuestion>
    readonly move: (name: QuestionMoveName, id: string) => Asked<AdminQuestion>
    readonly resolve: (id: string, request: ResolutionRequest) => Asked<Resolved>
    /** How far the payouts are. On a database it also makes the next ones. */
    readonly payOn: (jobId: string) => Asked<ResolutionJob>
  }
  readonly disputes: DisputeDesk
  readonly issues: IssueDesk
  readonly moderation: ModerationDesk
  readonly predictionTexts: PredictionTextDesk
  readonly records: Records
  /** The clock that judges dates: the database's, or this machine's where only HTTP is at hand. */
  readonly now: Asked<Date>
  /** All or nothing where that can be had: on a database. Over HTTP each call stands alone. */
  readonly atomically: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E | StorageUnavailable>
}

import type {
  AdminDispute,
  DisputeFilter,
  DisputeVerdictRequest,
  EndedDispute,
  InsteadRequest,
  OverturnPreview
} from "@auspex/domain/disputes"
import type { Page, PageRequest } from "@auspex/domain/kernel"
import type { Asked } from "./Asked.ts"

/** What an administrator does with disputes. */
export interface DisputeDesk {
  readonly list: (filter: DisputeFilter, page: PageRequest) => Asked<Page<AdminDispute>>
  readonly show: (id: string) => Asked<AdminDispute>
  /** What overturning it would do to balances; writes nothing. */
  readonly preview: (id: string, instead: InsteadRequest, page: PageRequest) => Asked<OverturnPreview>
  /** Ends every open dispute of the question; with the payouts while they are being made. */
  readonly resolve: (id: string, verdict: DisputeVerdictRequest) => Asked<EndedDispute>
}

import type {
  AdminDispute,
  BalanceChange,
  DisputeFilter,
  DisputeVerdictRequest,
  EndedDispute,
  InsteadRequest
} from "@auspex/domain/disputes"
import type { Page, PageRequest } from "@auspex/domain/kernel"
import type { Asked } from "./Asked.ts"

/** What an administrator does with disputes. */
export interface DisputeDesk {
  readonly list: (filter: DisputeFilter, page: PageRequest) => Asked<Page<AdminDispute>>
  readonly show: (id: string) => Asked<AdminDispute>
  /** What overturning it would do to balances; writes nothing. */
  readonly preview: (id: string, instead: InsteadRequest, page: PageRequest) => Asked<Page<BalanceChange>>
  /** With the payouts while they are being made. */
  readonly resolve: (id: string, verdict: DisputeVerdictRequest) => Asked<EndedDispute>
}

import { standingOwnerDaysMin, standingOwnerResolvedMin } from "@auspex/domain/identity"

/** Whether the owner whose account has this alias has standing now, as SQL. */
export const hasStanding = (owner: string): string =>
  `(${owner}.created_at <= auspex_now() - make_interval(days => ${standingOwnerDaysMin})
      or (select sum(s.resolved_count) from accounts s where s.owner_key = ${owner}.id) >= ${standingOwnerResolvedMin})`

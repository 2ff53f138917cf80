/**
 * The version of the rules that make a packet. It changes with any of them, so that a reader can tell a new rule from new
 * evidence.
 */
export const packetRulesVersion = "packets-2"

/** Every number that the rules of a packet use. A packet lists them in its method. */
export const packetConstants = {
  /** No answer is taken to be surer than 1 less this, on the way in and on the way out. */
  probability_margin: 0.01,
  /** The factor of the pooled log-odds of specialists from different model families. */
  extremising_factor: 1.2,
  /** How many model families have to answer for a pool to be extremised. */
  extremising_families_min: 2,
  /** How many resolved answers at the panel's mean each track record is joined with. */
  record_prior_size: 20,
  /** The smallest mean Brier score that a weight is computed from. */
  record_brier_min: 0.01,
  bootstrap_rounds: 1000,
  interval_percent: 95,
  /** The distance from the pool of the others from which on a specialist dissents. */
  dissent_distance_min: 0.15,
  /** From this agreement on the specialists are said to agree; below the second they are said to disagree. */
  agreement_high: 0.8,
  agreement_low: 0.6,
  /** The width of an interval above which the number is said to be unsettled. */
  interval_wide: 0.4,
  /** Above this probability the recommendation leans towards an outcome, above the second it plans for it. */
  lean_above: 0.55,
  plan_above: 0.8,
  /** The difference between panel and crowd from which on it is pointed out. */
  crowd_gap_min: 0.2,
  /** The shared words of two claims, as a share of all their words, from which on they are one. */
  merge_overlap_min: 0.7,
  /** How much a claim's novelty counts beside the specialists and the sources that support it. */
  novelty_share: 0.5,
  /** The change from which on an answer is said to have moved, as a share of its range. */
  moved_min: 0.01,
  claims_max: 12,
  citations_of_claim_max: 8,
  quotes_of_source_max: 40
} as const

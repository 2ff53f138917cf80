import type { PersonaDimension } from "./PersonaDimension.ts"

/**
 * The traits of each dimension: short names of its text's content, so that agents whose personas agree in one
 * dimension can be compared regardless of the other twelve. The traits of `field` are the categories of archetypes.
 */
export const personaTraits = {
  epistemology: ["base_rates", "mechanism", "measurement", "institutional", "adversarial", "market_prices", "plural"],
  methodology: [
    "decomposition",
    "reference_class",
    "indicator_tracking",
    "pipeline_counting",
    "simulation",
    "cost_curves",
    "red_teaming",
    "market_implied"
  ],
  field: [
    "ai_technology",
    "biotech_health",
    "climate_energy",
    "finance_markets",
    "geopolitics_governance",
    "science_frontier",
    "cross_domain"
  ],
  expertise_areas: ["technical", "economic", "institutional", "operational", "behavioural"],
  time_horizon: ["weeks", "months", "years", "decade"],
  role: ["analyst", "researcher", "builder", "adviser", "trader", "guard"],
  geographic_lens: ["global", "networked", "united_states", "europe", "asia", "emerging_economies"],
  stakes: ["capital", "safety", "policy", "reputation", "science"],
  blind_spots: ["alarm", "inertia", "precision", "insularity", "narrative"],
  contrarian_views: ["slower", "faster", "safer", "riskier", "measured_wrong"],
  confidence_triggers: ["convergence", "measurement", "commitment", "mechanism", "precedent", "prices"],
  evidence_hierarchy: ["official_data", "primary_documents", "experiments", "field_reports", "prices"],
  update_policy: ["incremental", "threshold", "scheduled", "bayesian"]
} as const satisfies Record<PersonaDimension, ReadonlyArray<string>>

/** A trait of a dimension. */
export type PersonaTrait<Dimension extends PersonaDimension = PersonaDimension> =
  (typeof personaTraits)[Dimension][number]

/** One trait for each dimension. */
export type PersonaTraits = { readonly [Dimension in PersonaDimension]: PersonaTrait<Dimension> }

/** The traits of a persona some of whose dimensions have none, because their texts were written freely. */
export type PartialPersonaTraits = { readonly [Dimension in PersonaDimension]?: PersonaTrait<Dimension> }

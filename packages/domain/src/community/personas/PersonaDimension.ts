/** The 13 dimensions of a persona in their order, in four layers. */
export const personaLayers = [
  { title: "Reasoning architecture", dimensions: ["epistemology", "methodology"] },
  { title: "Domain lens", dimensions: ["field", "expertise_areas", "time_horizon"] },
  { title: "Institutional position", dimensions: ["role", "geographic_lens", "stakes"] },
  {
    title: "Metacognition",
    dimensions: ["blind_spots", "contrarian_views", "confidence_triggers", "evidence_hierarchy", "update_policy"]
  }
] as const

/** The name of a dimension. */
export type PersonaDimension = (typeof personaLayers)[number]["dimensions"][number]

/** All dimensions in their order. */
export const personaDimensions = personaLayers.flatMap(({ dimensions }): ReadonlyArray<PersonaDimension> => dimensions)

/** One text for each dimension. */
export type PersonaDimensions = Readonly<Record<PersonaDimension, string>>

/**
 * The title of a dimension, as it stands in prompts.
 *
 * @example dimensionTitle("time_horizon") // "Time horizon"
 */
export const dimensionTitle = (dimension: PersonaDimension): string =>
  `${dimension[0]!.toUpperCase()}${dimension.slice(1).replaceAll("_", " ")}`

import { describe, expect, it } from "vitest"
import { archetypeOf, archetypes } from "../../src/community/personas/archetypes.ts"
import { compilePersona } from "../../src/community/personas/compilePersona.ts"
import { personaDimensions } from "../../src/community/personas/PersonaDimension.ts"
import { personaTraits } from "../../src/community/personas/PersonaTrait.ts"

/** The ids of the archetypes by category, as the platform has promised them. */
const promised = {
  ai_technology:
    "ai_safety_sentinel ai_capabilities_tracker compute_economist open_source_strategist semiconductor_oracle cybersecurity_red_teamer robotics_realist quantum_skeptic",
  biotech_health:
    "biotech_pipeline_hawk genomics_frontier pandemic_preparedness neurotech_visionary health_systems_analyst longevity_scientist mental_health_technologist",
  climate_energy:
    "climate_cassandra energy_transition_analyst carbon_markets_trader grid_infrastructure_engineer critical_minerals_analyst nuclear_renaissance_analyst hydrogen_economy_realist",
  finance_markets:
    "macro_strategist venture_signal_reader defi_forensic emerging_markets_navigator fintech_regulator_lens quant_systematic_trader insurance_catastrophe_modeler",
  geopolitics_governance:
    "geopolitics_red_teamer china_tech_strategist eu_regulatory_architect indo_pacific_strategist democracy_tech_analyst space_economy_analyst sanctions_analyst",
  science_frontier:
    "materials_science_scout synthetic_biology_analyst fusion_energy_tracker astrobiology_horizon_scanner neuroscience_consciousness food_systems_futurist ocean_systems_analyst",
  cross_domain:
    "superforecaster_fox systems_collapse_analyst tech_ethics_philosopher media_narrative_analyst metacognition_calibrator scenario_planner prediction_market_analyst"
}

const overlapMax = 0.6

const prompts = archetypes.map(({ dimensions, id, name }) => ({ id, prompt: compilePersona(name, dimensions) }))
const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

const overlapOf = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const shared = [...a].filter((word) => b.has(word)).length
  return shared / (a.size + b.size - shared)
}

/** The pairs of texts with the overlap of their words. */
const overlaps = (texts: ReadonlyArray<{ readonly id: string; readonly text: string }>) => {
  const sets = texts.map(({ id, text }) => ({ id, words: wordsOf(text) }))
  return sets.flatMap((one, place) =>
    sets.slice(place + 1).map((other) => ({
      pair: `${one.id} ${other.id}`,
      overlap: overlapOf(one.words, other.words)
    }))
  )
}

describe("the archetypes", () => {
  it("are the fifty that were promised, each in its category", () => {
    expect(archetypes.map(({ category, id }) => `${category} ${id}`)).toEqual(
      Object.entries(promised).flatMap(([category, ids]) => ids.split(" ").map((id) => `${category} ${id}`))
    )
    expect(archetypes).toHaveLength(50)
    expect(new Set(archetypes.map(({ name }) => name)).size).toBe(50)
    for (const archetype of archetypes) expect(archetypeOf(archetype.id)).toBe(archetype)
    expect(archetypeOf("superforecaster_hedgehog")).toBeUndefined()
  })

  it.each(archetypes)("$id says two to five full sentences on each of the 13 dimensions", ({ dimensions, traits }) => {
    expect(Object.keys(dimensions)).toEqual(personaDimensions)
    for (const dimension of personaDimensions) {
      const text = dimensions[dimension]
      expect(text, dimension).toMatch(/^[A-Z0-9][^\n]*[.]$/)
      expect(text, dimension).not.toMatch(/ {2}/)
      expect(text.match(/[.?!](?=\s|$)/g)!.length, dimension).toBeGreaterThanOrEqual(2)
      expect(text.match(/[.?!](?=\s|$)/g)!.length, dimension).toBeLessThanOrEqual(5)
      expect(personaTraits[dimension], dimension).toContain(traits[dimension])
    }
  })

  it("use every trait, so that each can be compared", () => {
    for (const dimension of personaDimensions) {
      const used = new Set(archetypes.map(({ traits }) => traits[dimension]))
      expect([...used].toSorted(), dimension).toEqual([...personaTraits[dimension]].toSorted())
    }
  })

  it(`have prompts that share less than ${overlapMax} of their words`, () => {
    const pairs = overlaps(prompts.map(({ id, prompt }) => ({ id, text: prompt })))
    expect(pairs).toHaveLength(1_225)
    expect(pairs.filter(({ overlap }) => overlap >= overlapMax)).toEqual([])
  })

  it("say something of their own on every dimension", () => {
    for (const dimension of personaDimensions) {
      const pairs = overlaps(archetypes.map(({ dimensions, id }) => ({ id, text: dimensions[dimension] })))
      expect(pairs.filter(({ overlap }) => overlap >= 0.4), dimension).toEqual([])
    }
  })
})

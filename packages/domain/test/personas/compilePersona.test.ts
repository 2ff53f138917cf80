import { Record } from "effect"
import * as fc from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { archetypes } from "../../src/community/personas/archetypes.ts"
import { compilePersona } from "../../src/community/personas/compilePersona.ts"
import {
  dimensionTitle,
  personaDimensions,
  type PersonaDimensions
} from "../../src/community/personas/PersonaDimension.ts"
import { parseReasoning } from "../../src/forecasting/predictions/Reasoning.ts"
import { reasoningHeadings } from "../../src/forecasting/predictions/ReasoningSection.ts"

const anyDimensions: fc.Arbitrary<PersonaDimensions> = fc.record(
  Object.fromEntries(personaDimensions.map((dimension) => [dimension, fc.string({ minLength: 1 })]))
) as never

describe("the prompt of a persona", () => {
  it("has the dimensions in their order under the titles of the layers, and the form of an answer at the end", () => {
    const dimensions = Record.map(archetypes[0]!.dimensions, (_, dimension) => `<${dimension}>`)
    expect(compilePersona("Ada", dimensions).split("\n\n").slice(0, 19)).toEqual([
      "You are Ada, a forecaster who reasons as follows.",
      "# Reasoning architecture",
      "Epistemology: <epistemology>",
      "Methodology: <methodology>",
      "# Domain lens",
      "Field: <field>",
      "Expertise areas: <expertise_areas>",
      "Time horizon: <time_horizon>",
      "# Institutional position",
      "Role: <role>",
      "Geographic lens: <geographic_lens>",
      "Stakes: <stakes>",
      "# Metacognition",
      "Blind spots: <blind_spots>",
      "Contrarian views: <contrarian_views>",
      "Confidence triggers: <confidence_triggers>",
      "Evidence hierarchy: <evidence_hierarchy>",
      "Update policy: <update_policy>",
      "# Your answer"
    ])
  })

  it.each(archetypes)(
    "of $id asks for the four sections that the gates want, in their order",
    ({ dimensions, name }) => {
      const answer = compilePersona(name, dimensions).split("# Your answer")[1]!
      const sections = parseReasoning(answer).sections
      expect(sections.map(({ heading, times }) => [heading, times])).toEqual(
        reasoningHeadings.map((heading) => [heading, 1])
      )
      expect(sections.every(({ text }) => text !== "")).toBe(true)
    }
  )

  it("is the same for the same arguments, and differs when any dimension does", () => {
    const [{ dimensions, name }] = archetypes as [(typeof archetypes)[number]]
    const prompt = compilePersona(name, dimensions)
    expect(compilePersona(name, { ...dimensions })).toBe(prompt)
    expect(compilePersona("Another", dimensions)).not.toBe(prompt)
    for (const dimension of personaDimensions) {
      expect(compilePersona(name, { ...dimensions, [dimension]: "Other." }), dimension).not.toBe(prompt)
    }
  })

  it("keeps each dimension on one line, so that no text adds a title", () => {
    fc.assert(fc.property(fc.string(), anyDimensions, (name, dimensions) => {
      const lines = compilePersona(name, dimensions).split("\n\n")
      expect(lines).toHaveLength(25)
      for (const dimension of personaDimensions) {
        expect(lines.filter((line) => line.startsWith(`${dimensionTitle(dimension)}: `))).toHaveLength(1)
      }
      expect(lines.filter((line) => line.startsWith("# "))).toHaveLength(5)
      expect(lines.some((line) => line.includes("\n"))).toBe(false)
    }))
  })
})

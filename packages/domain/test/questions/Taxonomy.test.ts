import {
  categories,
  isCategory,
  isSubcategoryOf,
  subcategoriesOf,
  taxonomy
} from "../../src/forecasting/questions/Taxonomy.ts"
import { describe, expect, it } from "vitest"

// Copied from the specification's taxonomy.
const specification = {
  technology:
    "research_academia, models_architectures, hardware_compute, data, agents_autonomous, engineering_mlops, safety_alignment, robotics_physical, hci, bigtech_ecosystems, startups_investment",
  industry:
    "finance_banking, law_legaltech, healthcare_pharma, energy_utilities, agriculture_foodtech, cybersecurity_defense, education_edtech, transportation_mobility, media_entertainment, retail_ecommerce, manufacturing_supply, public_sector",
  society:
    "jobs_future_work, regulation_policy, geopolitics_security, harms_misuse, psychology_connection, environment_sustainability, benefits_public_good, inequality_access, ethics_philosophy, existential_risk"
}

describe("the taxonomy", () => {
  it("has the specification's slugs in the specification's order", () => {
    const slugs = taxonomy.map(({ slug, subcategories }) => [slug, subcategories.map((one) => one.slug).join(", ")])
    expect(slugs).toEqual(Object.entries(specification))
    expect(categories).toEqual(Object.keys(specification))
  })

  it("gives every subcategory a label and four to eight distinct hashtags", () => {
    for (const { label, tags } of taxonomy.flatMap(({ subcategories }) => subcategories)) {
      expect(label).toMatch(/\S/)
      expect(tags.length).toBeGreaterThanOrEqual(4)
      expect(tags.length).toBeLessThanOrEqual(8)
      expect(new Set(tags.map((tag) => tag.toLowerCase())).size).toBe(tags.length)
      for (const tag of tags) expect(tag).toMatch(/^#[A-Z][A-Za-z0-9]+$/)
    }
  })

  it("has unique slugs and labels", () => {
    const all = taxonomy.flatMap(({ subcategories }) => subcategories)
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(33)
    expect(new Set(all.map(({ label }) => label)).size).toBe(33)
  })

  it("recognises categories and their subcategories", () => {
    expect(isCategory("technology")).toBe(true)
    for (const other of ["Technology", "sport", "", "constructor", null, 3]) expect(isCategory(other)).toBe(false)
    expect(subcategoriesOf("society").map(({ slug }) => slug)).toContain("existential_risk")
    expect(isSubcategoryOf("technology", "data")).toBe(true)
    expect(isSubcategoryOf("society", "data")).toBe(false)
    expect(isSubcategoryOf("sport", "data")).toBe(false)
    expect(isSubcategoryOf("technology", "constructor")).toBe(false)
  })
})

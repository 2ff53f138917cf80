import { Schema } from "effect"
import { dataFile } from "../../kernel/dataFile.ts"
import taxonomyData from "./taxonomy.json" with { type: "json" }

/** The categories of questions, in the order in which they are listed. */
export const categories = ["technology", "industry", "society"] as const

/** The slug of a category. */
export type Category = (typeof categories)[number]

const Slug = Schema.String.pipe(Schema.pattern(/^[a-z]+(_[a-z]+)*$/))

/** A subcategory with its hashtags, e.g. `hardware_compute` of `technology`. */
const Subcategory = Schema.Struct({
  slug: Slug,
  label: Schema.NonEmptyTrimmedString,
  /** 4 to 8 hashtags, each with its `#`. */
  tags: Schema.Array(Schema.String.pipe(Schema.pattern(/^#[A-Za-z]+$/))).pipe(Schema.minItems(4), Schema.maxItems(8))
})
export interface Subcategory extends Schema.Schema.Type<typeof Subcategory> {}

/** A category with its subcategories, in the form of `GET /api/taxonomy`. */
const TaxonomyCategory = Schema.Struct({
  slug: Schema.Literal(...categories),
  label: Schema.NonEmptyTrimmedString,
  subcategories: Schema.Array(Subcategory)
})
export interface TaxonomyCategory extends Schema.Schema.Type<typeof TaxonomyCategory> {}

/** All categories and subcategories of questions, in the order in which they are listed. */
export const taxonomy: ReadonlyArray<TaxonomyCategory> = dataFile(
  "taxonomy.json",
  Schema.Array(TaxonomyCategory),
  taxonomyData
)

const slugsByCategory: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  taxonomy.map((category) => [category.slug, new Set(category.subcategories.map(({ slug }) => slug))])
)

/**
 * Whether a value is the slug of a category.
 *
 * @example isCategory("society") // true
 */
export const isCategory = (value: unknown): value is Category => typeof value === "string" && slugsByCategory.has(value)

/**
 * The subcategories of a category, in order.
 *
 * @example subcategoriesOf("industry").length // 12
 */
export const subcategoriesOf = (category: Category): ReadonlyArray<Subcategory> =>
  taxonomy.find(({ slug }) => slug === category)?.subcategories ?? []

/**
 * Whether a subcategory belongs to a category; false for unknown slugs.
 *
 * @example isSubcategoryOf("technology", "data") // true
 * @example isSubcategoryOf("society", "data") // false
 */
export const isSubcategoryOf = (category: string, subcategory: string): boolean =>
  slugsByCategory.get(category)?.has(subcategory) ?? false

import { Array as Arr, Order } from "effect"
import type { Archetype } from "./Archetype.ts"
import { archetypeOf, archetypes } from "./archetypes.ts"
import { type PersonaDimension, personaDimensions } from "./PersonaDimension.ts"
import type { PartialPersonaTraits } from "./PersonaTrait.ts"
import { textTerms } from "../../research/retrieval/TextTerms.ts"

/** The archetype for answers that are near to none, because they share no word with any: the most general one. */
const generalist = archetypeOf("superforecaster_fox")

/** The terms of a text: stemmed words without stop words, which are the term 0. */
const distinctTerms = (text: string): ReadonlySet<number> =>
  new Set(textTerms(text).map(({ term }) => term).filter((term) => term !== 0))

/** For each term the positions of the archetypes that use it. */
const postings = (): ReadonlyMap<number, ReadonlyArray<number>> => {
  const found = new Map<number, Array<number>>()
  for (const [at, { dimensions, name }] of archetypes.entries()) {
    for (
      const term of distinctTerms([name, ...personaDimensions.map((dimension) => dimensions[dimension])].join(" "))
    ) {
      const places = found.get(term)
      if (places === undefined) found.set(term, [at])
      else places.push(at)
    }
  }
  return found
}

let index: ReadonlyMap<number, ReadonlyArray<number>> | undefined

/** How much it says to share something that so many archetypes have: the inverse document frequency. */
const weightOf = (owners: number): number => Math.log(archetypes.length / owners)

/**
 * The archetypes from the nearest to the farthest: by the stemmed words that they share with the text and the traits that they
 * have, each weighted by its inverse document frequency. Equally near ones keep their order, with the most general one
 * first.
 */
export const nearestArchetypes = (text: string, traits: PartialPersonaTraits): ReadonlyArray<Archetype> => {
  index ??= postings()
  const scores = archetypes.map(() => 0)
  const count = (places: ReadonlyArray<number>): void => {
    for (const at of places) scores[at] = scores[at]! + weightOf(places.length)
  }
  for (const term of distinctTerms(text)) count(index.get(term) ?? [])
  for (const dimension of personaDimensions) {
    count(archetypes.flatMap(({ traits: own }, at) => own[dimension] === traits[dimension] ? [at] : []))
  }
  const byScore = Order.mapInput(Order.reverse(Order.number), ({ score }: { readonly score: number }) => score)
  const byGenerality = Order.mapInput(
    Order.boolean,
    ({ archetype }: { readonly archetype: Archetype }) => archetype !== generalist
  )
  return Arr.sortBy(byScore, byGenerality)(archetypes.map((archetype, at) => ({ archetype, score: scores[at]! })))
    .map(({ archetype }) => archetype)
}

/** The ranked archetypes that have a dimension's trait; all of them if no trait is given. Some archetype has each trait. */
export const withTrait = (
  ranked: ReadonlyArray<Archetype>,
  dimension: PersonaDimension,
  trait: string | undefined
): ReadonlyArray<Archetype> => trait === undefined ? ranked : ranked.filter(({ traits }) => traits[dimension] === trait)

import { modelFamilyOf } from "../../platform/identity/ModelFamily.ts"

/** The first letters of a model's name, behind the names of those who serve it: `ollama/phi3:mini` is "phi". */
const firstLetters = (model: string): string => {
  const name = model.slice(model.lastIndexOf("/") + 1).normalize("NFKC").toLowerCase()
    // Makers and regions, as in `us.amazon.nova-lite`, but no version, as in `phi3.5`, and no file, as in `phi.gguf`.
    .replace(/^(?:[a-z0-9]+\.)+(?=[a-z][a-z0-9]*-)/, "")
  return /\p{L}+/u.exec(name)?.[0] ?? name
}

/**
 * The model families that answered, in order. A model of no known family counts for the first letters of its name, so
 * that two sizes of a model are one family.
 *
 * @example familiesOf(["gpt-5", "openai/gpt-4o", null]) // ["gpt"]
 * @example familiesOf(["ollama/phi3:mini", "phi4", "yi-34b"]) // ["phi", "yi"]
 * @example familiesOf(["us.amazon.nova-lite-v1:0", "amazon/nova-pro", "phi3.5-mini"]) // ["nova", "phi"]
 */
export const familiesOf = (models: Iterable<string | null>): ReadonlyArray<string> => {
  const families = [...models].flatMap((model) => {
    if (model === null) return []
    const family = modelFamilyOf(model)
    return [family === "other" ? firstLetters(model) : family]
  })
  return [...new Set(families)].sort()
}

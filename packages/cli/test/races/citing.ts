import { fresh, goodPrediction, goodReasoning } from "../people.ts"

const links = /https?:\/\/[^\s)\]]+/g

/** A good reasoning that cites these pages in place of its own. */
export const reasoningCiting = (urls: ReadonlyArray<string>): string => {
  let at = 0
  return goodReasoning().replaceAll(links, () => urls[at++ % urls.length]!)
}

/** What a prediction needs, citing pages that nobody else cites. */
export const distinctPrediction = (extra: object = {}): object => {
  const number = fresh()
  const reasoning = reasoningCiting([1, 2, 3].map((page) => `https://example.org/source/${number}/${page}`))
  return goodPrediction({ reasoning, ...extra })
}

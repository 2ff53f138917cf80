import { fresh, goodPrediction, goodReasoning } from "../people.ts"

const links = /https?:\/\/[^\s)\]]+/g

/** A valid reasoning that cites these pages. */
export const reasoningCiting = (urls: ReadonlyArray<string>): string => {
  let at = 0
  return goodReasoning().replaceAll(links, () => urls[at++ % urls.length]!)
}

/** The body of a valid prediction that cites new pages. */
export const distinctPrediction = (extra: object = {}): object => {
  const number = fresh()
  const reasoning = reasoningCiting([1, 2, 3].map((page) => `https://example.org/source/${number}/${page}`))
  return goodPrediction({ reasoning, ...extra })
}

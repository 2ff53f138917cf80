import { wordToken } from "./WordToken.ts"

/**
 * English stop words of four letters and more. They count as words (and for the similarity of two texts) but not as
 * meaningful words.
 */
export const stopWords: ReadonlyArray<string> = `
  about above across after again against almost already also although always among another anyone anything around
  because become becomes been before being below between beyond both came cannot come comes could does doing done down
  during each either else enough even ever every everyone everything from further gave gets give given gives goes going
  gone half have having hence here hers herself himself however indeed instead into itself just keep kept least less
  like likely made make makes making many maybe might mine more moreover most much must myself near need neither never
  nevertheless next nobody none nothing often once only onto other others otherwise ours ourselves over part perhaps
  quite rather really same seem seemed seems seen several shall should show shown shows simply since some someone
  something sometimes somewhat soon still such take taken takes than that their theirs them themselves then there
  therefore these they thing things this those though through throughout thus together told took toward towards under
  unless unlike until upon used uses using usually very want wants well went were what whatever when whenever where
  whereas wherever whether which whichever while whoever whole whom whose will with within without would your yours
  yourself yourselves aren't can't couldn't didn't doesn't don't hadn't hasn't haven't isn't it's let's mustn't
  shouldn't that's there's they'll they're they've wasn't we'll we're we've weren't what's won't wouldn't you'll you're
  you've
`.trim().split(/\s+/)

const slots = 2_048
const table = new Uint32Array(slots)
for (const word of stopWords) {
  const token = wordToken(word)
  let slot = token & (slots - 1)
  while (table[slot] !== 0) slot = (slot + 1) & (slots - 1)
  table[slot] = token
}

/** Whether a token belongs to a stop word. */
export const isStopToken = (token: number): boolean => {
  let slot = token & (slots - 1)
  let held = table[slot]
  while (held !== 0) {
    if (held === token) return true
    slot = (slot + 1) & (slots - 1)
    held = table[slot]
  }
  return false
}

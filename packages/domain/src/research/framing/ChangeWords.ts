import { phrases } from "./Phrases.ts"

const verbForms = (stems: string): ReadonlyArray<string> =>
  stems.split(" ").flatMap((verb) => [verb, `${verb}s`, verb.endsWith("e") ? `${verb.slice(0, -1)}ing` : `${verb}ing`])

/** Verbs of change in a quantity. */
export const changeVerbs = phrases([
  ...verbForms("rise fall increase decrease grow decline drop climb shrink expand weaken strengthen appreciate"),
  ...verbForms("depreciate jump surge plunge slump soften slow accelerate widen narrow"),
  "go up",
  "go down",
  "come down",
  "going up",
  "going down"
])

/** Verbs of making a quantity change, which need no base: "cut", "raise". */
export const causativeVerbs = new Set(
  ("cut cuts raise raises reduce reduces lower lowers hike hikes lift lifts trim slash boost curb ease tighten change "
    + "changes differ differs move moves improve improves worsen deteriorate outperform gain gains lose loses").split(
      " "
    )
)

/** Comparatives of quantity. */
export const comparatives = new Set(
  "higher lower more less larger smaller bigger greater fewer cheaper better worse".split(" ")
)

/** What is measured in numbers, so that a change of it needs a base. */
export const quantityNouns = new Set(
  ("price prices rate rates inflation unemployment employment production output revenue revenues sales profit profits "
    + "earnings margin margins share shares cost costs rent rents wage wages salaries income incomes gdp exports imports "
    + "deficit debt spending budget yield yields temperature temperatures emissions cases deaths deliveries shipments "
    + "volume volumes traffic turnout users subscribers customers churn enrolment enrollment population number level "
    + "levels demand supply capacity consumption valuation valuations index dollar euro yen ruble rouble pound franc peso "
    + "yuan renminbi rupee lira oil gas gold silver copper bitcoin ethereum investment approval").split(" ")
)

/** Words that give a change its base wherever they stand: "than", "compared". */
export const baseWords = new Set("than compared versus vs relative between year-on-year year-over-year".split(" "))

/** Words that give a change its base when they follow it: "fall from", "rise since". */
export const basePrepositions = new Set("from above below since over".split(" "))

/** Verbs of events that forecasts ask about, in their base form. */
export const eventVerbs = new Set(
  ("accept acquire adopt agree announce approve ban become begin break build buy cancel claim close collapse complete "
    + "confirm cut decline default deliver drop enter exceed expand extend fall file finish fire form gain grow hike hit "
    + "impose increase invade issue join keep launch lead leave legalise legalize list lose lower merge miss nationalise "
    + "nominate open pass pause pay publish raise ratify reach recognise reduce reject release remove repeal replace "
    + "report resign restart retire rise rule sanction sell send sign split start stay step stop strike sue suspend "
    + "trade vote win withdraw").split(" ")
)

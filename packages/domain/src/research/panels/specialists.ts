import type { Specialist } from "./Specialist.ts"

/** All specialists of the panels; an id means the same specialist everywhere. */
export const specialists = {
  macro: {
    id: "macro",
    name: "Macro",
    lens: "growth, inflation, interest rates, currencies, credit and fiscal policy, and where the cycle stands",
    method: [
      "Say in which regime of growth and inflation the question is set, and how such regimes have ended.",
      "Trace the channel from that regime to the quantity or event that is asked about, with its usual delay.",
      "Compare with what prices already imply, and say why this case should differ."
    ],
    weighs: "official statistics and decisions of central banks, then market prices, then commentary",
    blind_spots: "events that follow from one firm or one law and not from the cycle",
    updates: "a revision of the data or a policy decision against the assumed regime"
  },
  risk: {
    id: "risk",
    name: "Risk",
    lens: "what can go wrong: tails, concentration, liquidity, counterparties, and losses that come together",
    method: [
      "List the ways in which the expected course fails, and give each a probability.",
      "Ask which of them have one common cause, so that they are not counted as independent.",
      "Separate what is likely from what is ruinous, and say which of the two the question asks."
    ],
    weighs: "records of past losses and stress, then terms of contracts, then assurances of those who profit",
    blind_spots: "the cost of doing nothing, and risks that have already been paid for",
    updates: "a safeguard that is shown to bind, or a near miss"
  },
  tax_structuring: {
    id: "tax_structuring",
    name: "Tax and structuring",
    lens: "tax, residence, ownership, vehicles and their duties of disclosure, and laws that are about to change them",
    method: [
      "Name the jurisdictions and entities that the question touches, and the rule that applies to each.",
      "Find out what is enacted, what is only proposed, and when each would take effect.",
      "Weigh how often such proposals become law in that legislature, unchanged and in time."
    ],
    weighs: "statutes, rulings and guidance of authorities, then drafts, then summaries of advisers",
    blind_spots: "economic reasons that outweigh any tax",
    updates: "a text that is passed, a ruling, or a change of its date of effect"
  },
  private_markets: {
    id: "private_markets",
    name: "Private markets",
    lens: "valuations that no market quotes: funds, direct holdings, secondaries, exits, and how they are financed",
    method: [
      "Find comparable deals and their dates; old marks are no prices.",
      "Follow the cash: calls, distributions, debt that falls due, and who must sell.",
      "Ask who reports each figure, and what that party gains by it."
    ],
    weighs: "closed transactions with terms, then audited accounts, then marks of the holder",
    blind_spots: "how fast public markets reprice what private marks still hide",
    updates: "an exit, a down round or a sale at a discount"
  },
  market: {
    id: "market",
    name: "Market",
    lens: "the size and growth of demand, who pays, how often and why now",
    method: [
      "Estimate from below: buyers, times price, times how often; compare with figures from above.",
      "Ask what customers do today instead, and what it costs them to change.",
      "Look for the rate of adoption of comparable products at the same age."
    ],
    weighs: "paid contracts and retention, then usage, then surveys and forecasts of analysts",
    blind_spots: "markets that the product itself would create",
    updates: "cohorts that stay or leave, or a price that holds"
  },
  technology: {
    id: "technology",
    name: "Technology",
    lens: "whether it works, at which scale and cost, and how far it is from what is claimed",
    method: [
      "Separate what has been shown from what has been announced, and what was shown by others from what by its makers.",
      "Name the hardest unsolved step, and how long such steps have taken elsewhere.",
      "Ask what happens to cost and failure when it runs at ten times the scale."
    ],
    weighs: "reproduced results and running systems, then papers and patents, then demonstrations",
    blind_spots: "inferior technology that wins by distribution",
    updates: "an independent measurement, or a missed milestone"
  },
  team_execution: {
    id: "team_execution",
    name: "Team and execution",
    lens: "who does it, what they have done before, and whether plans have been kept",
    method: [
      "Compare past announcements with what was delivered, and when; the usual delay is the base rate.",
      "Look at who has come and gone in the positions on which the plan depends.",
      "Ask whether means and time suffice for the next milestone."
    ],
    weighs: "delivered milestones and records of earlier ventures, then hires, then statements of intent",
    blind_spots: "luck in a good record, and good teams in bad markets",
    updates: "a departure, a delivery on time, or a second delay"
  },
  competition: {
    id: "competition",
    name: "Competition",
    lens: "rivals, substitutes and incumbents, and what each does next",
    method: [
      "List who else could bring about, copy or prevent what is asked.",
      "For each, say what it can do, what it wants, and what it has done in like cases.",
      "Ask which advantage would last a year after everybody has seen it."
    ],
    weighs: "moves that cost money, then prices and shares, then announcements",
    blind_spots: "competitors from outside the usual list",
    updates: "a price cut, an entry, an exit or an acquisition"
  },
  industry: {
    id: "industry",
    name: "Industry",
    lens: "the structure of the industry: suppliers, buyers, capacity, margins, and its cycle",
    method: [
      "Say where capacity and prices stand in the cycle, and what ended earlier phases.",
      "Ask who has the power to set terms, and who must take them.",
      "Apply how often firms in this position have done what is asked."
    ],
    weighs: "volumes, prices and capacity, then filings, then trade press",
    blind_spots: "changes that begin outside the industry",
    updates: "a change of capacity, of standards or of a main buyer"
  },
  regulation: {
    id: "regulation",
    name: "Regulation",
    lens: "laws, authorities, courts and standards, their procedures and their dates",
    method: [
      "Find the stage of the procedure, the steps that remain and the shortest and usual time of each.",
      "Ask who can delay, appeal or exempt, and who has done so before.",
      "Separate what an authority must do from what it may do."
    ],
    weighs: "published decisions and calendars, then drafts and consultations, then statements of parties",
    blind_spots: "that firms act before a rule binds them, or in spite of it",
    updates: "a published step, a missed date or a change of those in office"
  },
  operations: {
    id: "operations",
    name: "Operations",
    lens: "whether it can be made, delivered and kept running: supply, sites, people, quality, dates",
    method: [
      "Find the slowest step from now to the date that is asked, and how long it has taken before.",
      "Add the delays that are usual: permits, hiring, ramp-up, recalls.",
      "Ask what stops everything if it fails alone."
    ],
    weighs: "output, inventories and incidents, then plans with dates, then targets",
    blind_spots: "decisions for reasons other than feasibility",
    updates: "a first delivery, a stoppage or a new supplier"
  },
  finance: {
    id: "finance",
    name: "Finance",
    lens: "cash, margins, debt, covenants and guidance, and what accounts do not show",
    method: [
      "Start from the last reported figures and their trend, then from guidance and how it has been kept.",
      "Ask what cash is needed until the date that is asked, and where it comes from.",
      "Check whether a change is of business or of accounting."
    ],
    weighs: "audited figures, then filings and calls, then consensus of analysts",
    blind_spots: "strategy that accepts losses, and items off the balance sheet",
    updates: "a restatement, a covenant, a change of guidance"
  },
  superforecaster: {
    id: "superforecaster",
    name: "Superforecaster",
    lens: "the question as a forecast: its exact wording, its window and its resolution",
    method: [
      "Break the question into parts that can be estimated, and combine them.",
      "Take the outside view first, then adjust by small steps for what is special here.",
      "Ask what would be true if you were wrong, and move towards it by as much as it is likely."
    ],
    weighs: "what bears on the resolution itself, and what is recent and specific",
    blind_spots: "too much confidence in a neat decomposition",
    updates: "each new fact, by a little"
  },
  domain: {
    id: "domain",
    name: "Domain expert",
    lens: "how things work in the field of the question, and what only insiders look at",
    method: [
      "Explain the mechanism that would bring the event about, step by step.",
      "Say which of these steps have happened already, by the evidence.",
      "Name the indicator that practitioners would watch, and where it stands."
    ],
    weighs: "primary documents and measurements of the field, then experts, then general news",
    blind_spots: "the field's own optimism about its timelines",
    updates: "a step of the mechanism that happens or fails"
  },
  base_rates: {
    id: "base_rates",
    name: "Base rates",
    lens: "how often events like this have happened within such a window",
    method: [
      "Choose two or more classes of reference, and say how often the event happened in each.",
      "Shrink towards the wider class when the narrow one has few cases.",
      "Adjust for the length of the window, and only then for what is special."
    ],
    weighs: "counts over long periods, then studies, then lists of examples",
    blind_spots: "breaks after which the past says little",
    updates: "a better class of reference, or proof that this case is not in it"
  },
  contrarian: {
    id: "contrarian",
    name: "Contrarian",
    lens: "the strongest case against what everybody expects",
    method: [
      "State the answer that most readers of this evidence would give, and why.",
      "Make the best case for the opposite from the same evidence; look for what was left out, and who profits from the usual story.",
      "Then answer with what you really believe: disagreement is a method here, no aim."
    ],
    weighs: "evidence that its author had no wish to publish, and records against forecasts",
    blind_spots: "being different for its own sake",
    updates: "when the usual view has been tested and held"
  }
} as const satisfies Readonly<Record<string, Specialist>>

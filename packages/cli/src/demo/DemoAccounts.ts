import { type SeasonAccount, type SeasonAgent, type SeasonHuman } from "@auspex/testkit/season"

const human = (key: string, name: string, bio: string, activity: number): SeasonHuman => ({
  kind: "human",
  key,
  name,
  email: `${key}@people.example`,
  bio,
  skill: { noise: 0.7, bias: 0, sharpness: 0.9, activity }
})

const humans: ReadonlyArray<SeasonHuman> = [
  human("ines-carvalho", "Inês Carvalho", "Keeps a spreadsheet of every forecast that she got wrong.", 0.6),
  human("tomasz-wrona", "Tomasz Wrona", "Grid engineer by day, forecaster of unglamorous statistics by night.", 0.4),
  human("priya-raman", "Priya Raman", "Runs a small fleet of agents on hardware under her desk.", 0.5),
  human("jonas-eklund", "Jonas Eklund", "Former statistician of a ministry. Reads footnotes first.", 0.5),
  human("amara-okafor", "Amara Okafor", "Compares models on the same question to see where they disagree.", 0.3),
  human("li-wen", "Li Wen", "Supply-chain analyst who trusts shipping data above headlines.", 0.3),
  human("sofia-bianchi", "Sofia Bianchi", "Teaches probability and lets her agents sit the exam.", 0.4),
  human("daniel-mbeki", "Daniel Mbeki", "Writes about how forecasts age.", 0.3)
]

type Traits = readonly [
  name: string,
  model: string,
  persona_archetype: string,
  risk_profile: SeasonAgent["risk_profile"],
  owner: string | null,
  skill: readonly [noise: number, bias: number, sharpness: number, activity: number],
  bio: string,
  catchphrase: string
]

const keyOf = (name: string) => name.toLowerCase().replaceAll(" ", "-")

// In the order of registration: the first few recruit the agents in `recruits`.
const traits: ReadonlyArray<Traits> = [
  [
    "Delphi Brook",
    "gpt-5",
    "superforecaster_fox",
    "moderate",
    "ines-carvalho",
    [0.35, 0, 1, 1.3],
    "Starts from the reference class and moves in small steps.",
    "Many small things, weighed often."
  ],
  [
    "Calibra",
    "claude-opus-4-1",
    "metacognition_calibrator",
    "conservative",
    "ines-carvalho",
    [0.3, 0, 0.95, 1.2],
    "Cares more about honest percentages than about being right today.",
    "How surprised would I be?"
  ],
  [
    "North Gauge",
    "gemini-2.5-pro",
    "macro_strategist",
    "moderate",
    "tomasz-wrona",
    [0.5, 0.1, 1.1, 1.1],
    "Reads releases of statistical offices as they land.",
    "Rates first, stories second."
  ],
  [
    "Grid Heron",
    "llama-3.3-70b-instruct",
    "grid_infrastructure_engineer",
    "conservative",
    "tomasz-wrona",
    [0.7, -0.1, 0.9, 0.9],
    "Thinks in load curves and connection queues.",
    "Steel takes longer than slides."
  ],
  [
    "Red Lattice",
    "mistral-large-2",
    "cybersecurity_red_teamer",
    "aggressive",
    "priya-raman",
    [0.6, 0.3, 1.3, 1],
    "Assumes the exploit exists and asks who has noticed.",
    "Someone already found it."
  ],
  [
    "Quiet Tally",
    "qwen3-235b-a22b",
    "quant_systematic_trader",
    "moderate",
    "priya-raman",
    [0.45, 0, 1.05, 1.1],
    "Fits the plainest model that survives the holdout.",
    "Show me the residuals."
  ],
  [
    "Long Ledger",
    "deepseek-r1",
    "scenario_planner",
    "conservative",
    "priya-raman",
    [0.55, -0.2, 0.85, 0.8],
    "Writes three futures before choosing a number.",
    "Plan for the middle, insure the edges."
  ],
  [
    "Sparrowhawk",
    "grok-4",
    "geopolitics_red_teamer",
    "aggressive",
    "jonas-eklund",
    [0.9, 0.2, 1.5, 1.2],
    "Plays the other side's hand before its own.",
    "Ask what they would do with your plan."
  ],
  [
    "Footnote",
    "gpt-4.1",
    "eu_regulatory_architect",
    "conservative",
    "jonas-eklund",
    [0.5, -0.3, 1, 0.9],
    "Reads the annexes so that others need not.",
    "It depends on the definition in Article 3."
  ],
  [
    "Tern Island",
    "claude-sonnet-4-5",
    "ocean_systems_analyst",
    "moderate",
    "jonas-eklund",
    [0.6, 0, 0.9, 0.8],
    "Watches slow variables: heat, ice and nutrient flows.",
    "The sea keeps the minutes."
  ],
  [
    "Kestrel Seven",
    "gemini-2.5-flash",
    "ai_capabilities_tracker",
    "aggressive",
    "amara-okafor",
    [0.65, 0.35, 1.25, 1.2],
    "Keeps a log of every benchmark that fell earlier than planned.",
    "The curve has not read your objections."
  ],
  [
    "Watchful Elm",
    "claude-haiku-4-5",
    "ai_safety_sentinel",
    "conservative",
    "amara-okafor",
    [0.5, -0.1, 0.95, 1],
    "Looks for what an evaluation did not measure.",
    "Absence of a test is not a pass."
  ],
  [
    "Open Commons",
    "llama-4-maverick",
    "open_source_strategist",
    "moderate",
    "amara-okafor",
    [0.7, 0.2, 1.1, 0.9],
    "Follows licences, forks and who maintains what.",
    "Follow the commits."
  ],
  [
    "Wafer Count",
    "qwen2.5-72b-instruct",
    "semiconductor_oracle",
    "moderate",
    "li-wen",
    [0.45, 0.1, 1, 1],
    "Counts wafers, substrates and lead times.",
    "Capacity is booked before it is announced."
  ],
  [
    "Harbour Light",
    "mistral-medium-3",
    "emerging_markets_navigator",
    "moderate",
    "li-wen",
    [0.75, 0, 1, 0.8],
    "Looks at trade from the ports inward.",
    "Cargo does not spin."
  ],
  [
    "Kilowatt",
    "deepseek-v3",
    "energy_transition_analyst",
    "moderate",
    "li-wen",
    [0.6, 0.15, 1.05, 0.9],
    "Compares announcements with interconnection agreements.",
    "Nameplate is not energy."
  ],
  [
    "Second Opinion",
    "gpt-5-mini",
    "health_systems_analyst",
    "conservative",
    "sofia-bianchi",
    [0.55, -0.05, 0.9, 0.9],
    "Asks what the control arm did.",
    "First, count correctly."
  ],
  [
    "Pipeline Hawk",
    "grok-3",
    "biotech_pipeline_hawk",
    "aggressive",
    "sofia-bianchi",
    [0.8, 0.25, 1.35, 0.9],
    "Follows trial registries from first patient to label.",
    "Read the endpoint, then the headline."
  ],
  [
    "Orrery",
    "gemini-2.0-flash",
    "space_economy_analyst",
    "moderate",
    "sofia-bianchi",
    [0.6, 0.1, 1, 0.8],
    "Keeps a manifest of what should have flown.",
    "Launch dates move right."
  ],
  [
    "Plain Reader",
    "llama-3.1-405b",
    "media_narrative_analyst",
    "moderate",
    "daniel-mbeki",
    [0.85, 0, 1.2, 0.8],
    "Separates what happened from what was written about it.",
    "Headlines lag, tables lead."
  ],
  [
    "Ochre",
    "mistral-small-3",
    "food_systems_futurist",
    "moderate",
    "daniel-mbeki",
    [0.8, 0.1, 0.95, 0.7],
    "Watches harvests, freight and weather together.",
    "Hunger has a calendar."
  ],
  [
    "Tidewater",
    "claude-opus-4-1",
    "climate_cassandra",
    "aggressive",
    "daniel-mbeki",
    [0.6, 0.3, 1.2, 0.9],
    "Expects the physical limit to bind sooner than the model.",
    "The trend is the forecast."
  ],
  [
    "Keel",
    "qwen3-32b",
    "systems_collapse_analyst",
    "aggressive",
    "jonas-eklund",
    [1, 0.2, 1.4, 0.7],
    "Searches for the coupling that nobody drew.",
    "Stable until it is not."
  ],
  [
    "Marginalia",
    "gpt-4o",
    "tech_ethics_philosopher",
    "conservative",
    "ines-carvalho",
    [0.9, -0.1, 0.8, 0.7],
    "Wants to know who bears the cost of being wrong.",
    "Whose risk is it?"
  ],
  [
    "Night Ferry",
    "deepseek-r1",
    "sanctions_analyst",
    "moderate",
    "tomasz-wrona",
    [0.65, 0, 1.05, 0.8],
    "Reconstructs flows from what is missing in the data.",
    "Look at the detour."
  ],
  [
    "Arbiter Nine",
    "grok-4",
    "prediction_market_analyst",
    "aggressive",
    "daniel-mbeki",
    [0.4, 0, 1.15, 1.2],
    "Compares every belief with a price somebody would pay.",
    "Would you bet the other side?"
  ],
  [
    "Slow Neutron",
    "llama-3.3-70b-instruct",
    "nuclear_renaissance_analyst",
    "conservative",
    "li-wen",
    [0.7, -0.15, 0.9, 0.7],
    "Adds two years to every reactor schedule and is still early.",
    "Concrete sets at its own pace."
  ],
  [
    "Bell Curve Betty",
    "claude-sonnet-4-5",
    "insurance_catastrophe_modeler",
    "conservative",
    "sofia-bianchi",
    [0.5, -0.1, 0.85, 0.9],
    "Prices the tail before she looks at the middle.",
    "Somebody must hold the tail."
  ],
  [
    "Loose Thread",
    "gemini-2.5-pro",
    "democracy_tech_analyst",
    "moderate",
    null,
    [0.7, 0, 1, 1],
    "Studies how rules meet the people who must follow them.",
    "Pull and see what moves."
  ],
  [
    "Cold Start",
    "mistral-large-2",
    "compute_economist",
    "moderate",
    null,
    [0.7, 0, 1, 1],
    "Converts every claim into accelerator hours.",
    "What did it cost per token?"
  ],
  [
    "Umbra",
    "qwen3-235b-a22b",
    "quantum_skeptic",
    "aggressive",
    null,
    [0.9, -0.3, 1.3, 1],
    "Waits for error-corrected evidence.",
    "Logical qubits or it did not happen."
  ],
  [
    "Fresh Ink",
    "gpt-5",
    "venture_signal_reader",
    "moderate",
    null,
    [0.8, 0.2, 1.1, 1],
    "Reads term sheets as statements about fear.",
    "Terms beat valuations."
  ]
]

const recruits: ReadonlyMap<string, string> = new Map([
  ["grid-heron", "delphi-brook"],
  ["quiet-tally", "delphi-brook"],
  ["sparrowhawk", "calibra"],
  ["watchful-elm", "delphi-brook"],
  ["harbour-light", "north-gauge"],
  ["pipeline-hawk", "calibra"],
  ["keel", "red-lattice"],
  ["arbiter-nine", "delphi-brook"],
  ["cold-start", "calibra"]
])

const agentOf = (
  [name, model, persona_archetype, risk_profile, owner, skill, bio, catchphrase]: Traits
): SeasonAgent => {
  const referrer = recruits.get(keyOf(name))
  return {
    kind: "agent",
    key: keyOf(name),
    name,
    model,
    persona_archetype,
    risk_profile,
    bio,
    catchphrase,
    ...(owner === null ? {} : { owner }),
    ...(referrer === undefined ? {} : { referrer }),
    skill: { noise: skill[0], bias: skill[1], sharpness: skill[2], activity: skill[3] }
  }
}

/** The demo's forty accounts: eight people, then thirty-two agents, four of them without an owner. */
export const demoAccounts: ReadonlyArray<SeasonAccount> = [...humans, ...traits.map(agentOf)]

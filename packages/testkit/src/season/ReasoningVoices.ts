/** The style of a family of personas: sentences that only its members use. */
export interface ReasoningVoice {
  readonly archetypes: ReadonlyArray<string>
  readonly sentences: ReadonlyArray<string>
}

/**
 * One voice for each of the seven categories of archetypes; the last is also used for unknown archetypes and for
 * people.
 */
export const reasoningVoices: ReadonlyArray<ReasoningVoice> = [
  {
    archetypes: (
      "ai_safety_sentinel ai_capabilities_tracker compute_economist open_source_strategist semiconductor_oracle " +
      "cybersecurity_red_teamer robotics_realist quantum_skeptic"
    ).split(" "),
    sentences: [
      "Engineers ship what their tests permit, so I looked for the test that would block this and found it passing.",
      "Benchmarks saturate and leaderboards churn, but deployment figures lie less, and they inform my stance.",
      "Treating it like a threat model, I listed who could break the assumption and what it would cost them.",
      "Hardware roadmaps, unlike keynote slides, are constrained by substrates, yields and booked tools.",
      "Version histories show release cadences with a regularity that press coverage never mentions.",
      "I discount demonstrations by half until an independent replication appears."
    ]
  },
  {
    archetypes: (
      "biotech_pipeline_hawk genomics_frontier pandemic_preparedness neurotech_visionary health_systems_analyst " +
      "longevity_scientist mental_health_technologist"
    ).split(" "),
    sentences: [
      "As with a clinical trial, I wrote down the endpoint before looking at any data.",
      "Surveillance systems report late and then all at once, a habit that shapes every count like this.",
      "A number needed to treat is clearer than a press release, so I computed its analogue.",
      "Confounding by indication exists outside of medicine too, and here it would exaggerate the effect.",
      "Dose, duration and denominator: two of those three are known, which is above average.",
      "Registries have taught me to distrust results whose follow-up is shorter than their promise."
    ]
  },
  {
    archetypes: (
      "climate_cassandra energy_transition_analyst carbon_markets_trader grid_infrastructure_engineer " +
      "critical_minerals_analyst nuclear_renaissance_analyst hydrogen_economy_realist"
    ).split(" "),
    sentences: [
      "Physical systems carry momentum, and momentum is the cheapest forecast there is.",
      "Permits, transformers and cables set the tempo long before ambition does.",
      "An energy balance must close, and the one that I sketched closes with a little to spare.",
      "Load curves repeat with such fidelity that deviations deserve names of their own.",
      "Every announced megawatt shrinks on its way to the meter; I applied the customary discount.",
      "Slow variables such as stored heat leave footprints which fast headlines overlook."
    ]
  },
  {
    archetypes: (
      "macro_strategist venture_signal_reader defi_forensic emerging_markets_navigator fintech_regulator_lens " +
      "quant_systematic_trader insurance_catastrophe_modeler"
    ).split(" "),
    sentences: [
      "Positioning looks crowded on the popular side, though crowding alone has never been a trade.",
      "Carry, value and momentum point the same way, an agreement that arises about one month in four.",
      "I sized the forecast as a bet under a fractional Kelly rule and would still place it.",
      "Residuals of my little regression are homely but uncorrelated, which is all that I ask of them.",
      "Balance sheets move before policy does, and policy before rhetoric.",
      "A loss distribution with this skew calls for a premium, reflected in the number below."
    ]
  },
  {
    archetypes: (
      "geopolitics_red_teamer china_tech_strategist eu_regulatory_architect indo_pacific_strategist " +
      "democracy_tech_analyst space_economy_analyst sanctions_analyst"
    ).split(" "),
    sentences: [
      "Capitals signal through procedure: agendas, annexes and seating plans outrank speeches.",
      "Playing the opposing delegation for an hour, I could not find a move that improved its position.",
      "Legislatures run on calendars of sittings, and those are printed a year ahead.",
      "Detours of cargo, currency and personnel reveal what communiqués omit.",
      "Coalitions hold while the price of leaving exceeds the price of staying, and it presently does.",
      "Deterrence is a claim about beliefs, so I weighed statements to domestic audiences more heavily."
    ]
  },
  {
    archetypes: (
      "materials_science_scout synthetic_biology_analyst fusion_energy_tracker astrobiology_horizon_scanner " +
      "neuroscience_consciousness food_systems_futurist ocean_systems_analyst"
    ).split(" "),
    sentences: [
      "Laboratory results scale with an exponent, and the exponent is what I tried to estimate.",
      "Error bars were the first thing I read and the last thing that changed my mind.",
      "Replications, not first reports, decide how much a finding may weigh.",
      "Harvests, tides and spores keep schedules that committees merely annotate.",
      "An instrument drifts before it fails, so I looked for drift and saw none.",
      "Order-of-magnitude estimates by two separate routes met within a factor of two."
    ]
  },
  {
    archetypes: (
      "superforecaster_fox systems_collapse_analyst tech_ethics_philosopher media_narrative_analyst " +
      "metacognition_calibrator scenario_planner prediction_market_analyst"
    ).split(" "),
    sentences: [
      "I forecast it twice, a day apart and without looking, and averaged the two attempts.",
      "Imagining that I was wrong, I wrote the explanation first; it read worse than I had feared.",
      "My past statements at this level of confidence came true slightly less often than claimed, so I trimmed.",
      "Three scenarios cover the ground, and the unremarkable one owns most of it.",
      "Asking what the median informed stranger would say moved me a little towards the middle.",
      "Stories compete for attention by being surprising, which is a reason to prefer the dull account."
    ]
  }
]

/** Sentences that introduce the question's own source as the first citation; {url} is replaced. */
export const sourceSentences: ReadonlyArray<string> = [
  "The page that decides, {url} from {source}, is public and was read line by line.",
  "I went to {url} first, because {source} is named as the judge.",
  "According to the listing at {url} the quantity in question is recorded by {source} itself.",
  "{source} keeps the authoritative record under {url} and leaves earlier entries visible.",
  "Primary material: {url} holds what {source} will be quoted for.",
  "Everything hinges on {source}, whose tables at {url} reach back far enough for a comparison.",
  "Readers can retrace my steps from {url} where {source} publishes.",
  "My starting point was {url} since secondary reports about {source} tend to garble the definition.",
  "For {topic} the record at {url} maintained by {source} beats any summary.",
  "Checking {url} took minutes, and {source} turned out to document its method there."
]

/** Sentences that cite the author's own worksheet. */
export const worksheetSentences: ReadonlyArray<string> = [
  "The worksheet behind this estimate is at {url} with every row dated.",
  "Counts, exclusions and code are kept in {url} for anyone who wants to repeat them.",
  "A longer note at {url} lists the comparison cases one after another.",
  "I logged the raw observations under {url} before forming a view.",
  "Details of how I coded each instance are written up at {url} in a table.",
  "See {url} for the tally and for the cases that I threw out.",
  "My notebook entry {url} shows the arithmetic from start to end.",
  "The same data, cleaned and annotated, can be found through {url} in plain text."
]

/** Sentences that cite a text on method. */
export const methodSentences: ReadonlyArray<readonly [url: string, sentence: string]> = [
  [
    "https://en.wikipedia.org/wiki/Reference_class_forecasting",
    "On choosing comparison cases I followed {url} rather closely."
  ],
  [
    "https://en.wikipedia.org/wiki/Base_rate_fallacy",
    "The classic trap described at {url} is one that I tried to avoid."
  ],
  ["https://en.wikipedia.org/wiki/Regression_toward_the_mean", "Extreme readings tend back, see {url} for the reason."],
  ["https://en.wikipedia.org/wiki/Rule_of_succession", "For small samples I applied {url} instead of the bare ratio."],
  [
    "https://en.wikipedia.org/wiki/Poisson_distribution",
    "Arrivals were treated as in {url} with a rate fitted to the log."
  ],
  ["https://en.wikipedia.org/wiki/Planning_fallacy", "Schedules were lengthened in the spirit of {url} throughout."],
  [
    "https://en.wikipedia.org/wiki/Survivorship_bias",
    "I searched for vanished cases as well, mindful of {url} and its lesson."
  ],
  [
    "https://en.wikipedia.org/wiki/Hazard_ratio",
    "Thinking in hazards, as {url} explains, kept the window's length honest."
  ],
  [
    "https://en.wikipedia.org/wiki/Law_of_large_numbers",
    "With repeated occasions the argument of {url} begins to apply."
  ],
  [
    "https://en.wikipedia.org/wiki/Goodhart%27s_law",
    "Whether the target distorts the measure, per {url} , was my first worry."
  ]
]

/** Closing sentences. */
export const bottomLines: ReadonlyArray<string> = [
  "I settle on {side} at {p} percent and would revise if {source} published anything out of pattern.",
  "All told, {side} with {p} percent; the missing {rest} belong mostly to timing.",
  "My answer is {side}, held at {p} out of a hundred, until a release before {deadline} says otherwise.",
  "{p} percent for {side}. A reversal in the next update would cost it ten points.",
  "Putting the pieces together leaves {side} ahead at {p} percent, and I would take either side of a bet beyond that.",
  "Weighing it up I choose {side}, confidence {p}, with {rest} left for what I have overlooked about {topic}.",
  "On balance {side} wins by enough to state {p} percent and not a point more.",
  "The estimate is {p} percent for {side}; half of the doubt concerns measurement and half the world.",
  "So {side} it is, at {p} percent, reviewed again a week ahead of {deadline}.",
  "Were I paid by the square of my error, I would still write {p} percent for {side}.",
  "Net of every objection, {side} keeps {p} percent, down a little from my first impression.",
  "I commit to {side} at {p}, noting that a colleague with the same data might say {rest} percent less boldly."
]

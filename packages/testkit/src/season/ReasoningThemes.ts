/** One angle of an argument: sentences for three of its sections. */
export interface ReasoningTheme {
  readonly evidence: ReadonlyArray<string>
  readonly analysis: ReadonlyArray<string>
  readonly counter: ReadonlyArray<string>
}

/**
 * The slots of the sentences: {topic}, {source}, {side} (the predicted side), {deadline}, {days} (in the window), {p}
 * (stated percentage), {rest} (its complement), {n} and {k} (k of n cases in the author's own log), {m} (a small
 * number), {label} (the subcategory).
 */
export const reasoningThemes: ReadonlyArray<ReasoningTheme> = [
  { // base rates
    evidence: [
      "My log holds {n} earlier windows of similar length about {topic}, and {k} of them ended on {side}.",
      "Counting back through the published series, {k} out of {n} stretches of {days} days would have resolved as {side}.",
      "A reference class of {n} neighbouring cases from {label} gives {k} that match {side}.",
      "The crude frequency before any adjustment is {k} in {n}, taken from periods no longer than this one.",
      "I tabulated {n} precedents by hand; {k} went the way of {side} and the remainder were clear misses."
    ],
    analysis: [
      "Shrinking that frequency towards one half, as a sample this size demands, leaves a modest edge for {side}.",
      "I let the outside view set the anchor and allowed the particulars of this case to move it by {m} points at most.",
      "Neighbouring classes disagree by some {m} points, so the average of several is safer than the most flattering one.",
      "Frequencies from quiet and busy periods differ little here, which makes the historical rate a usable prior.",
      "Weighting recent cases double changes the prior by fewer than {m} points, hence recency is not what drives me."
    ],
    counter: [
      "A class of {n} cases is thin, and two different draws would have erased the edge entirely.",
      "The precedents may come from a regime that has ended without anybody announcing it.",
      "Whoever picks the reference class picks half of the answer, and I picked mine after reading the question.",
      "Frequencies ignore that the people involved also know them and may act accordingly."
    ]
  },
  { // incentives
    evidence: [
      "Those who control {topic} gain more from steadiness than from a surprise inside these {days} days.",
      "Public commitments made by the responsible body point in one direction, and retracting them would be costly.",
      "Budgets and bonuses in {label} are tied to targets which line up with {side}.",
      "Nobody with authority over the matter has anything to win by postponing past {deadline}.",
      "Competitors are watching the same number, and their pricing already behaves as if {side} were likely."
    ],
    analysis: [
      "When decision makers are rewarded for one result and can influence it, I shade my estimate towards that result.",
      "Following the money, the party able to act is also the party that profits from {side}.",
      "Reputation works as a second motive: a visible failure costs more than a quiet success earns.",
      "Interests are split inside the organisation, so the default written into its procedures tends to prevail.",
      "I asked who would have to change their mind for the opposite to happen and found only reluctant candidates."
    ],
    counter: [
      "Motives are easy to invent afterwards, and the same story could be told with the sign reversed.",
      "An outsider with different goals could intervene, as regulators or rivals occasionally do.",
      "If insiders are punished for looking predictable, they may choose the unexpected branch deliberately.",
      "Rewards may already be locked in, leaving no one eager to push during the remaining weeks."
    ]
  },
  { // timelines
    evidence: [
      "The window runs for {days} days up to {deadline}, which covers at least {m} ordinary publication cycles.",
      "Calendars posted by {source} leave enough room for the event but little slack for a delay.",
      "Between now and {deadline} there are {m} scheduled occasions on which the number can move.",
      "Comparable processes took about {n} days from first signal to completion, against {days} available here.",
      "Holidays remove a handful of working days from the stretch, and the schedule has always honoured them."
    ],
    analysis: [
      "Spreading the chance evenly over the window gives a hazard that is consistent with my figure.",
      "Most of the remaining probability sits in the final third, when deadlines concentrate minds.",
      "Deadlines slip by a factor more often than by a constant, so I stretched every interval by a third.",
      "With each week that passes quietly the estimate should drift; today it stands where the hazard puts it.",
      "A cycle that repeats {m} times offers several independent chances, and missing them all is the harder path."
    ],
    counter: [
      "One slipped release would push everything beyond {deadline} and flip the answer on a technicality.",
      "Events cluster, so several chances inside one window are less independent than they seem.",
      "A process ahead of plan can still wait for a signature that nobody scheduled.",
      "Short windows punish confident forecasters, since a single noisy reading decides."
    ]
  },
  { // actors
    evidence: [
      "Only a few named people decide about {topic}, and their recent statements were unusually consistent.",
      "The team behind the figure has kept the same leadership through {m} earlier rounds.",
      "Three kinds of participants matter here: those who act, those who measure and those who merely comment.",
      "Interviews given by practitioners in {label} describe a pipeline that is already full.",
      "Staffing on the responsible desk appears unchanged, judging from the bylines and signatures of {m} documents."
    ],
    analysis: [
      "Small groups with stable habits produce stable outcomes, which is most of my case.",
      "I modelled each of the deciding parties separately and the majority of combinations leads to {side}.",
      "The actor with a veto has used it rarely, and never for reasons that apply at present.",
      "Because the measuring body does not depend on the acting one, I expect little strategic reporting.",
      "Coordination among so many participants is slow, therefore sudden jumps deserve a discount."
    ],
    counter: [
      "A resignation, an illness or a reshuffle would void the assumption of familiar behaviour.",
      "Quiet participants can matter most, and by definition I know the least about them.",
      "Statements are cheap, while actions under pressure have contradicted them before.",
      "Groups that look unanimous from outside are sometimes one meeting away from a split."
    ]
  },
  { // measurement
    evidence: [
      "The criterion reads a single published value from {source}, so rounding and revision rules matter.",
      "Definitions used by {source} have stayed put across the {n} releases that I compared.",
      "Past revisions of the figure moved it by less than {m} percent of the distance that is needed here.",
      "The page is archived often enough for me to check {n} snapshots against each other.",
      "Two independent counts of the same quantity differed by a margin smaller than the threshold leaves."
    ],
    analysis: [
      "Measurement error is symmetric as far as I can tell, so it widens the distribution without shifting it.",
      "A threshold this far from the centre of the distribution makes method changes a bigger threat than real change.",
      "Since the first printed value decides, later corrections carry no weight in my estimate.",
      "I treated reporting lag as a separate random variable and it removes about {m} points.",
      "Reading the definition literally excludes several borderline events which casual observers would include."
    ],
    counter: [
      "A change of methodology between releases could settle the matter for reasons unrelated to the substance.",
      "The source might be offline on the day, and fallback readings are where disputes are born.",
      "Literal readings cut both ways, and the resolver may weigh the spirit of the sentence.",
      "Archived snapshots are incomplete, so my impression of stability is partly an artefact."
    ]
  },
  { // status quo
    evidence: [
      "Nothing in the last {m} updates from {source} suggests a break with the established pattern.",
      "The present value has persisted for longer than {n} of the spells that I could find.",
      "Day-to-day variation of {topic} has been narrow compared with the gap which has to be crossed.",
      "Looking at consecutive releases, {k} of {n} repeated the direction of the one before.",
      "The simplest chart of the series shows a slope that has hardly bent since the turn of the year."
    ],
    analysis: [
      "Persistence is the strongest regularity in this field and deserves the largest weight.",
      "I begin from no change and ask for a mechanism; those on offer support {side} better than its rival.",
      "Trends of this kind fade gradually, which rules out neither branch but does order them.",
      "Inertia explains more of the past than any of the clever narratives attached to it afterwards.",
      "A forecaster who always extrapolated one step would have done well here, and I am reluctant to be smarter."
    ],
    counter: [
      "Every persistent series looked safest just before its break.",
      "Extrapolation contains no information about shocks, and shocks are what the question is paid for.",
      "The narrow variation of late could be the quiet part of a cycle whose loud part is due.",
      "A slope measured by eye is a poor witness when noise and trend have similar size."
    ]
  },
  { // precedent
    evidence: [
      "An analogous episode in {label} unfolded over roughly the same number of weeks and finished close to {side}.",
      "Of the {m} best analogues that I collected, the nearest shares cause, scale and institution with this case.",
      "Archives of {source} contain {n} comparable announcements, with dates that permit a fair comparison.",
      "The last time conditions resembled these, the outcome became visible about {m} weeks in advance.",
      "Court records, minutes and changelogs of earlier rounds tell a consistent story about sequence and speed."
    ],
    analysis: [
      "Analogies persuade too easily, so I scored each on five criteria before letting it vote.",
      "The closest precedent differs in one respect which, on reflection, strengthens {side}.",
      "Where the analogues diverge, the divergence follows size, and this instance is of middling size.",
      "Sequence matters: the step that came second in every precedent has already happened.",
      "Taking the median of the analogues rather than the most vivid one tempers my conclusion by {m} points."
    ],
    counter: [
      "The vivid precedent is famous because it was exceptional.",
      "Institutions learn, and the lesson of the earlier round may be to do the reverse.",
      "Similar labels conceal different machinery, as anyone who compared two countries will confirm.",
      "My analogues come from documents in English, which is a filter with unknown consequences."
    ]
  },
  { // capacity
    evidence: [
      "Physical and organisational capacity for {topic} exceeds what is required by a comfortable factor.",
      "Throughput reported over {n} recent periods would suffice even after losing a fifth of it.",
      "Queues are visible in public registers and contain {m} items that could count before {deadline}.",
      "Suppliers quote lead times shorter than the {days} days in question.",
      "Utilisation sits well below the ceiling reached in earlier peaks, according to the tables that I read."
    ],
    analysis: [
      "Bottlenecks rather than intentions govern such processes, and the tightest one is not binding today.",
      "If demand is as assumed, capacity translates into {side} with few steps that could fail.",
      "I multiplied the stages of the pipeline and the weakest still passes nine times in ten.",
      "Slack is worth more than speed here because the criterion counts completions and not effort.",
      "Growth needs people, parts and permission; two of the three are plainly in hand."
    ],
    counter: [
      "Capacity on paper is not staffed capacity, and absences cluster exactly when they hurt.",
      "A single failed component could idle the entire line for longer than the window lasts.",
      "Queues are full of placeholders that were never meant to finish.",
      "Ceilings are discovered by hitting them, so unused headroom may be imaginary."
    ]
  },
  { // signals
    evidence: [
      "Job adverts, filings and conference programmes mention {topic} {m} times more than a season ago.",
      "Advance indicators that usually lead the official number by a few weeks lean to {side}.",
      "Search interest and newsletter coverage rose before {k} of the {n} earlier occurrences, and they are raised again.",
      "A maintainer's public roadmap lists the relevant milestone without a question mark behind it.",
      "Specialist forums, which were early in {k} of {n} instances, treat the matter as nearly decided."
    ],
    analysis: [
      "Leading indicators earn a likelihood ratio of about two in my records, not the five that their fans claim.",
      "Several weak signals share a common origin, so I counted the cluster once.",
      "The signal that impresses me is the dull one: preparations that cost money and cannot be shown off.",
      "Silence where noise would be expected is informative too, and it agrees with {side}.",
      "Converting the hints into log odds and adding them yields a figure within {m} points of my final one."
    ],
    counter: [
      "Chatter rises with attention, and attention is not probability.",
      "Roadmaps describe hopes, and the cemetery of roadmaps is crowded.",
      "An indicator that led by weeks in calm years may lag in turbulent ones.",
      "Insiders who truly know are the least likely to leave public traces."
    ]
  },
  { // dependencies
    evidence: [
      "Resolution requires {m} intermediate steps, of which at least one is documented as complete.",
      "Upstream inputs to {topic} arrived on time in {k} of {n} past rounds.",
      "The chain from cause to published number passes through {source} and only one other office.",
      "No litigation, strike or embargo is noted on the pages that would normally carry such a warning.",
      "Contracts that must be renewed beforehand fall outside the interval which ends on {deadline}."
    ],
    analysis: [
      "Conjunctions deserve humility: even likely links multiply into something considerably smaller.",
      "The links are positively correlated, which makes the chain stronger than naive multiplication implies.",
      "I drew the causal diagram first and assigned numbers second, to keep the story from choosing them.",
      "Only one dependency could break both branches at once, and I gave it {m} points.",
      "Removing any single link from the diagram leaves the ranking of outcomes as it was."
    ],
    counter: [
      "Hidden couplings show themselves once, usually during the week in which one relied on their absence.",
      "A dependency abroad follows a calendar that I know poorly.",
      "Completed steps can be undone by appeal, recall or reversal.",
      "My diagram has few arrows because I stopped drawing, not because the world stopped."
    ]
  },
  { // economics
    evidence: [
      "Costs per unit fell across the {n} quarters for which comparable accounts exist, easing the way for {side}.",
      "Buyers in {label} kept their orders steady through {m} previous scares.",
      "Forward prices, where they exist, imply a chance not far from {p} percent.",
      "Inventories and backlogs disclosed by participants are consistent with the pace that the question requires.",
      "Financing conditions around {topic} have neither tightened nor loosened enough to alter plans."
    ],
    analysis: [
      "Supply reacts within months whereas demand reacts within days, so price absorbs the difference meanwhile.",
      "Margins leave room for one adverse surprise before anybody would cancel.",
      "Markets that can be arbitraged seldom leave {m} points on the table, which caps my disagreement with them.",
      "Elasticities estimated elsewhere carry over imperfectly, yet their sign is hardly in doubt.",
      "Marginal decisions aggregate smoothly; I therefore expect a drift instead of a cliff."
    ],
    counter: [
      "Prices embed premiums for risk and cannot be read as plain probabilities.",
      "Credit can vanish within a fortnight, long before it appears in quarterly accounts.",
      "Customers who hedge by ordering twice inflate the backlog that comforts me.",
      "A tariff or subsidy announced midway would redraw the sums overnight."
    ]
  },
  { // seasonality
    evidence: [
      "The same weeks of the calendar produced {side} in {k} of the last {n} years that have data.",
      "Weekday effects are strong in this series, and the interval contains its full share of busy days.",
      "Seasonal adjustment is part of the published figure, thus raw peaks say little about it.",
      "Conference and fiscal calendars put an unusual amount of activity right before {deadline}.",
      "Quiet months are overrepresented in the window, by about {m} days on my count."
    ],
    analysis: [
      "After removing the calendar, the remaining movement is small, and it tilts towards {side}.",
      "I compared like with like: identical weeks, identical length, identical rules of counting.",
      "Seasonal patterns drift by a few days per decade, far below what would matter.",
      "Where seasonality and trend agree, as they do now, I allow myself a firmer number.",
      "The peak within the window is likelier to come late, which suits the wording of the criterion."
    ],
    counter: [
      "Calendars shift when holidays move, and a displaced week could drain the interval of activity.",
      "A handful of years is a poor basis for a seasonal claim.",
      "Weather overrides the almanac whenever it feels inclined.",
      "Adjustment factors are themselves re-estimated, occasionally to awkward effect."
    ]
  },
  { // wording
    evidence: [
      "The text asks about {topic} and names {source} as judge, leaving few interpretations open.",
      "Background notes in the question exclude the {m} borderline cases that came to my mind first.",
      "Both endpoints of the interval are dates, so there is no quarrel about when counting starts.",
      "Earlier questions with parallel wording resolved without dispute in {k} of {n} instances.",
      "The criterion is an inequality on a printed number, the least contentious form there is."
    ],
    analysis: [
      "Strict wording narrows the path and I subtracted {m} points for events that nearly qualify.",
      "The exclusion clauses remove scenarios that would otherwise have pulled me away from {side}.",
      "Ambiguity is low, hence nearly all of my uncertainty concerns the world and not the referee.",
      "I rewrote the sentence as code and evaluated it on history, which caught one careless assumption.",
      "Equality counts for one branch only, and with coarse rounding that detail is worth something."
    ],
    counter: [
      "A reader less literal than I am could find a second meaning in the same clause.",
      "Questions are written by people who suspect an answer, and I cannot see which one they suspected.",
      "Edge cases have a way of arriving precisely when the text forgot them.",
      "Rounding at the boundary may decide, and rounding is beyond any forecasting skill."
    ]
  },
  { // tails
    evidence: [
      "Large surprises hit this quantity in roughly {m} of every {n} windows, judging by the longest record available.",
      "The widest swing on file would be enough to reverse the present situation, the typical one would not.",
      "Insurance and contingency clauses in {label} are priced as if disruption were rare yet conceivable.",
      "Stress episodes in the archive lasted about {m} weeks, a notable part of the {days} days considered.",
      "No alert, recall or emergency notice touching {topic} is currently posted by the bodies that issue them."
    ],
    analysis: [
      "Fat tails argue against extreme confidence, so I stop at {p} percent even where the centre looks clear.",
      "Black swans are symmetric here: they could deliver {side} as readily as destroy it.",
      "I reserve {m} points for mechanisms that I failed to imagine, a habit that has paid for itself.",
      "Volatility scales with the root of time, which keeps a stretch of {days} days within bounds.",
      "Simulating the series with resampled shocks puts most paths on the side that I chose."
    ],
    counter: [
      "Resampling old shocks cannot produce a new kind of shock.",
      "Rare events are rare until they arrive in pairs.",
      "The record is shorter than the return period of the thing to be feared.",
      "My imagination has a budget and adversaries are not bound by it."
    ]
  }
]

import { questionsOf, type SeasonQuestion } from "@auspex/testkit/season"

/** The demo's questions of the category `technology`. */
export const technologyQuestions: ReadonlyArray<SeasonQuestion> = questionsOf("technology", [
  {
    key: "arxiv-cs-ai-busy-day",
    topic: "a day of 400 new cs.AI submissions on arXiv",
    question:
      "Will the arXiv page of new submissions for cs.AI show 400 or more entries under \"New submissions\" on at least one weekday between {opening} and {deadline}?",
    subcategory: "research_academia",
    tag: "#Preprints",
    resolution_source: "arXiv, new submissions in cs.AI",
    resolution_url: "https://arxiv.org/list/cs.AI/new",
    days_to_resolution: -16,
    days_open: 25,
    base_rate: 0.62,
    context:
      "The page separates new submissions from cross-lists and replacements; only the first section counts. It is renewed on most weekdays, and volume tends to be highest after weekends and around conference deadlines.",
    weight: 1,
    planned_state: "resolved"
  },
  {
    key: "retraction-leaderboard-top",
    topic: "a new name at the top of the Retraction Watch Leaderboard",
    question:
      "Will the author in first place of the Retraction Watch Leaderboard at 12:00 UTC on {deadline} be a different person from the one in first place on {opening}?",
    subcategory: "research_academia",
    tag: "#Reproducibility",
    resolution_source: "Retraction Watch Leaderboard",
    resolution_url: "https://retractionwatch.com/the-retraction-watch-leaderboard/",
    days_to_resolution: 75,
    days_open: 110,
    base_rate: 0.05,
    context:
      "The leaderboard ranks individual authors by their number of retracted papers. A tie for first place that includes the earlier leader counts as no change; a page that cannot be reached on the day is read on the next day on which it can.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "arena-text-leader",
    topic: "the leading laboratory on the LMArena text leaderboard",
    question:
      "Which organisation will have the highest-scored model on the default LMArena text leaderboard at 12:00 UTC on {deadline}?",
    subcategory: "models_architectures",
    tag: "#Benchmarks",
    resolution_source: "LMArena, text leaderboard",
    resolution_url: "https://lmarena.ai/leaderboard/text",
    days_to_resolution: 19,
    days_open: 40,
    options: ["Anthropic", "Google", "OpenAI", "xAI", "Another organisation"],
    base_rates: [0.28, 0.36, 0.2, 0.1, 0.06],
    context:
      "The leaderboard scores models from pairwise human votes and shows confidence intervals. The model with the highest displayed score decides, whatever its interval; if several organisations share that score, each of them is a correct option.",
    weight: 3,
    planned_state: "open"
  },
  {
    key: "hub-trending-licence",
    topic: "a permissive licence on the top trending model of the Hugging Face Hub",
    question:
      "Will the model listed first on the Hugging Face Hub, sorted by trending, at 12:00 UTC on {deadline} carry an Apache 2.0 or MIT licence tag?",
    subcategory: "models_architectures",
    tag: "#OpenWeights",
    resolution_source: "Hugging Face Hub, models by trending",
    resolution_url: "https://huggingface.co/models?sort=trending",
    days_to_resolution: 4,
    days_open: 8,
    base_rate: 0.55,
    context:
      "Licence tags are chosen by the uploader and shown on the model page. A model with several tags counts as yes if Apache 2.0 or MIT is among them; custom or community licences do not count.",
    weight: 1,
    planned_state: "open"
  },
  {
    key: "top500-number-one",
    topic: "continuity at the top of the TOP500 list",
    question:
      "Will the system ranked first in the first TOP500 list published after {opening} be the same system that led the list before it?",
    subcategory: "hardware_compute",
    tag: "#Supercomputing",
    resolution_source: "TOP500",
    resolution_url: "https://top500.org/lists/top500/",
    days_to_resolution: 190,
    days_open: 222,
    base_rate: 0.78,
    context:
      "TOP500 ranks supercomputers by their High Performance Linpack result and publishes two lists a year, around June and November. A system that was enlarged under the same name counts as the same; if no list appears by {deadline}, the question is void.",
    weight: 3,
    planned_state: "open"
  },
  {
    key: "tsmc-monthly-revenue",
    topic: "TSMC's year-on-year revenue growth",
    question:
      "Will the first monthly revenue report that TSMC publishes after {opening} show growth of 25.0 % or more against the same month of the year before?",
    subcategory: "hardware_compute",
    tag: "#Semiconductors",
    resolution_source: "TSMC Investor Relations, monthly revenue",
    resolution_url: "https://investor.tsmc.com/english/monthly-revenue",
    days_to_resolution: -5,
    days_open: 35,
    base_rate: 0.58,
    context:
      "The company reports unaudited revenue in New Taiwan dollars around the tenth of each month and states the change against the year before. The percentage as first printed counts; later revisions do not.",
    weight: 2,
    planned_state: "resolved"
  },
  {
    key: "common-crawl-release",
    topic: "a new Common Crawl archive",
    question: "Will Common Crawl announce at least one new crawl archive on its blog between {opening} and {deadline}?",
    subcategory: "data",
    tag: "#Datasets",
    resolution_source: "Common Crawl blog",
    resolution_url: "https://commoncrawl.org/blog",
    days_to_resolution: -9,
    days_open: 33,
    base_rate: 0.9,
    context:
      "Crawl archives are named CC-MAIN with a year and a week. An announcement of a web graph or of a news data set alone does not count.",
    weight: 1,
    planned_state: "resolved"
  },
  {
    key: "wikipedia-article-growth",
    topic: "the growth of English Wikipedia",
    question:
      "Will the number of content pages that English Wikipedia's statistics page shows at 12:00 UTC on {deadline} exceed the number shown on {opening} by 15,000 or more?",
    subcategory: "data",
    tag: "#OpenData",
    resolution_source: "English Wikipedia, Special:Statistics",
    resolution_url: "https://en.wikipedia.org/wiki/Special:Statistics",
    days_to_resolution: 11,
    days_open: 32,
    base_rate: 0.45,
    context:
      "The page counts articles net of deletions and is renewed continuously. The figure at the opening is recorded in the first comment under the question; if the count is reset for a technical reason, the question is void.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "metr-horizon-record",
    topic: "a new record in METR's time-horizon estimates",
    question:
      "Will METR publish, between {opening} and {deadline}, a 50 % time-horizon estimate for a model that is higher than each of its estimates published before {opening}?",
    subcategory: "agents_autonomous",
    tag: "#AgentEvals",
    resolution_source: "METR, time-horizon measurements",
    resolution_url: "https://metr.org/time-horizons/",
    days_to_resolution: 47,
    days_open: 84,
    base_rate: 0.72,
    context:
      "The 50 % time horizon is the length of tasks, by the time that human experts take, which a model completes half of the time. The central estimate counts; an estimate published by anyone else does not.",
    weight: 3,
    planned_state: "open"
  },
  {
    key: "metr-record-open-weights",
    topic: "open weights behind the next METR record",
    question:
      "If METR publishes a new record time-horizon estimate, will the weights of the model that holds it be available for download by the public on {deadline}?",
    subcategory: "agents_autonomous",
    tag: "#AIAgents",
    resolution_source: "METR, time-horizon measurements",
    resolution_url: "https://metr.org/time-horizons/",
    days_to_resolution: 80,
    days_open: 110,
    base_rate: 0.08,
    context:
      "Conditional on the question about a new record. Weights behind a form that anyone can complete count as available; weights for approved partners only do not.",
    weight: 2,
    planned_state: "closed",
    parent: "metr-horizon-record",
    parent_trigger: true
  },
  {
    key: "arc-agi-2-top-score",
    topic: "a five-point rise of the best verified ARC-AGI-2 score",
    question:
      "Will the highest score on the ARC-AGI-2 semi-private set in the ARC Prize leaderboard on {deadline} be at least 5.0 percentage points above the highest one shown on {opening}?",
    subcategory: "agents_autonomous",
    tag: "#AgentEvals",
    resolution_source: "ARC Prize leaderboard",
    resolution_url: "https://arcprize.org/leaderboard",
    days_to_resolution: 26,
    days_open: 50,
    base_rate: 0.34,
    context:
      "The leaderboard shows score against cost per task. Every listed system counts, whatever its cost, except entries marked as human or as preview.",
    weight: 3,
    planned_state: "open"
  },
  {
    key: "pytorch-minor-release",
    topic: "a new minor version of PyTorch",
    question:
      "Will the PyTorch project publish a stable release with a new minor version number (a tag of the form vX.Y.0) on GitHub between {opening} and {deadline}?",
    subcategory: "engineering_mlops",
    tag: "#OpenSource",
    resolution_source: "PyTorch releases on GitHub",
    resolution_url: "https://github.com/pytorch/pytorch/releases",
    days_to_resolution: 14,
    days_open: 41,
    base_rate: 0.47,
    context:
      "Release candidates and patch releases (vX.Y.1 and later) do not count. The publication date that GitHub shows for the release, in UTC, decides.",
    weight: 1,
    planned_state: "open"
  },
  {
    key: "uk-aisi-posts",
    topic: "the publication rate of the UK AI Security Institute",
    question:
      "Will the blog of the UK AI Security Institute carry 5 or more posts dated from {opening} to {deadline}, both days included?",
    subcategory: "safety_alignment",
    tag: "#Evals",
    resolution_source: "UK AI Security Institute, blog",
    resolution_url: "https://www.aisi.gov.uk/blog",
    days_to_resolution: 9,
    days_open: 30,
    base_rate: 0.6,
    context:
      "Every post counts, whether research, engineering or news of the organisation. The date printed on the post decides; a post removed before {deadline} is not counted.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "first-safety-framework-update",
    topic: "the next revision of a frontier safety framework",
    question:
      "Which of these companies will be the first to publish a new numbered or dated version of its own frontier safety framework between {opening} and {deadline}?",
    subcategory: "safety_alignment",
    tag: "#AISafety",
    resolution_source: "METR, index of frontier AI safety policies",
    resolution_url: "https://metr.org/faisc",
    days_to_resolution: 62,
    days_open: 100,
    options: ["Anthropic", "Google DeepMind", "Meta", "OpenAI", "None of these"],
    base_rates: [0.3, 0.2, 0.11, 0.21, 0.18],
    context:
      "Several developers publish frameworks that tie model capabilities to safeguards. A changed version number or a changed date on the document counts; a blog post without a new document does not. If two appear on the same UTC day, both are correct.",
    weight: 4,
    planned_state: "open"
  },
  {
    key: "falcon-launch-count",
    topic: "the number of Falcon 9 launches",
    question:
      "How many orbital launches of Falcon 9 will be recorded with a launch date from {opening} to {deadline}, both days included?",
    subcategory: "robotics_physical",
    tag: "#Spaceflight",
    resolution_source: "Jonathan McDowell, General Catalog of Artificial Space Objects",
    resolution_url: "https://planet4589.org/space/gcat/web/launch/index.html",
    days_to_resolution: -12,
    days_open: 28,
    options: ["Fewer than 8", "8 to 11", "12 to 15", "16 or more"],
    base_rates: [0.12, 0.38, 0.41, 0.09],
    context:
      "The catalogue lists every orbital launch attempt with its UTC time. Failed attempts that left the pad count; Falcon Heavy and Starship do not.",
    weight: 2,
    planned_state: "resolved"
  },
  {
    key: "perseverance-distance",
    topic: "the distance driven by the Perseverance rover",
    question:
      "Will the distance driven that NASA shows for the Perseverance rover rise by 1.0 kilometre or more from {opening} to {deadline}?",
    subcategory: "robotics_physical",
    tag: "#Robotics",
    resolution_source: "NASA, location map of Perseverance",
    resolution_url: "https://science.nasa.gov/mission/mars-2020-perseverance/location-map/",
    days_to_resolution: -7,
    days_open: 30,
    base_rate: 0.5,
    context:
      "The page shows the odometry total after each drive. Planned pauses, for instance around solar conjunction, are part of the forecast; if the page stops showing the total, the question is void.",
    weight: 1,
    planned_state: "resolved",
    planned_void: true
  },
  {
    key: "wcag-3-working-draft",
    topic: "an updated Working Draft of WCAG 3.0",
    question:
      "Will the World Wide Web Consortium publish a Working Draft of WCAG 3.0 with a date from {opening} to {deadline}?",
    subcategory: "hci",
    tag: "#Accessibility",
    resolution_source: "W3C, publication history of WCAG 3.0",
    resolution_url: "https://www.w3.org/TR/wcag-3.0/",
    days_to_resolution: 70,
    days_open: 98,
    base_rate: 0.38,
    context:
      "WCAG 3.0 is the successor in preparation of the Web Content Accessibility Guidelines 2.x. An Editor's Draft does not count; a Candidate Recommendation does.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "steam-vr-share",
    topic: "the share of Steam users with a VR headset",
    question:
      "Will the Steam Hardware and Software Survey for the last full month before {deadline} show 2.00 % or more of users with a VR headset?",
    subcategory: "hci",
    tag: "#XR",
    resolution_source: "Steam Hardware and Software Survey",
    resolution_url: "https://store.steampowered.com/hwsurvey/",
    days_to_resolution: 21,
    days_open: 44,
    base_rate: 0.2,
    context:
      "The survey is monthly, voluntary and known for jumps between months. The overall line \"Steam users with VR Headsets\" counts as it stands at the end of {deadline}.",
    weight: 1,
    planned_state: "open"
  },
  {
    key: "largest-us-company",
    topic: "the most valuable listed company of the United States",
    question:
      "Which company will have the largest market capitalisation among companies based in the United States at 22:00 UTC on {deadline}?",
    subcategory: "bigtech_ecosystems",
    tag: "#BigTech",
    resolution_source: "CompaniesMarketCap, largest companies in the USA",
    resolution_url: "https://companiesmarketcap.com/usa/largest-companies-in-the-usa-by-market-cap/",
    days_to_resolution: 5,
    days_open: 9,
    options: ["Alphabet", "Apple", "Microsoft", "NVIDIA", "Another company"],
    base_rates: [0.14, 0.12, 0.07, 0.66, 0.01],
    context:
      "The site multiplies the last price by the number of shares outstanding and adds the share classes of one company. If {deadline} is not a trading day, the last close before it counts.",
    weight: 1,
    planned_state: "open"
  },
  {
    key: "chrome-browser-share",
    topic: "Chrome's share of worldwide browsing",
    question:
      "Will StatCounter show a worldwide share of 67.00 % or more for Chrome, on all platforms together, for the last full month before {deadline}?",
    subcategory: "bigtech_ecosystems",
    tag: "#Browsers",
    resolution_source: "StatCounter Global Stats, browser market share",
    resolution_url: "https://gs.statcounter.com/browser-market-share",
    days_to_resolution: 17,
    days_open: 38,
    base_rate: 0.7,
    context:
      "StatCounter measures page views on its partner sites and may revise a month for some weeks. The value shown at the end of {deadline} counts.",
    weight: 1,
    planned_state: "open"
  },
  {
    key: "monthly-venture-funding",
    topic: "global venture funding in a single month",
    question:
      "Will Crunchbase News report global venture funding of 40 billion US dollars or more for the last full month before {deadline}?",
    subcategory: "startups_investment",
    tag: "#VentureCapital",
    resolution_source: "Crunchbase News, monthly funding recap",
    resolution_url: "https://news.crunchbase.com/venture/",
    days_to_resolution: 40,
    days_open: 42,
    base_rate: 0.52,
    context:
      "The site publishes a recap in the first days of each month. The first figure in that recap counts; if none has appeared by {deadline}, the question is void.",
    weight: 2,
    planned_state: "approved"
  },
  {
    key: "frontier-lab-registration",
    topic: "a public registration statement of a frontier laboratory",
    question:
      "Will a registration statement on Form S-1 filed by OpenAI, Anthropic or xAI, or by the company that owns it, be public on EDGAR on {deadline}, with a filing date after {opening}?",
    subcategory: "startups_investment",
    tag: "#IPOs",
    resolution_source: "US Securities and Exchange Commission, EDGAR",
    resolution_url: "https://www.sec.gov/edgar/search/",
    days_to_resolution: 150,
    days_open: 150,
    base_rate: 0.2,
    context:
      "Companies may submit a draft confidentially, which does not count until a version is public. Amendments on Form S-1/A to a statement that was public before {opening} do not count.",
    weight: 4,
    planned_state: "draft"
  }
])

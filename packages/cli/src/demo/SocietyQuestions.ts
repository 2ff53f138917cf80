import { questionsOf, type SeasonQuestion } from "@auspex/testkit/season"

/** The demo's questions of the category `society`. */
export const societyQuestions: ReadonlyArray<SeasonQuestion> = questionsOf("society", [
  {
    key: "us-unemployment-direction",
    topic: "the direction of the US unemployment rate",
    question:
      "In the first Employment Situation release after {opening}, how will the US unemployment rate compare with the rate that the same release gives for the month before?",
    subcategory: "jobs_future_work",
    tag: "#Unemployment",
    resolution_source: "US Bureau of Labor Statistics, Employment Situation",
    resolution_url: "https://www.bls.gov/news.release/empsit.toc.htm",
    days_to_resolution: -6,
    days_open: 36,
    options: ["Lower", "Equal", "Higher"],
    base_rates: [0.27, 0.39, 0.34],
    context:
      "The rate comes from the household survey, is seasonally adjusted and printed with one decimal. Only the headline rate (U-3) counts.",
    weight: 2,
    planned_state: "resolved"
  },
  {
    key: "challenger-ai-job-cuts",
    topic: "job cuts that employers put down to artificial intelligence",
    question:
      "Will the first monthly report of Challenger, Gray & Christmas after {opening} attribute 5,000 or more announced US job cuts of its month to artificial intelligence?",
    subcategory: "jobs_future_work",
    tag: "#Automation",
    resolution_source: "Challenger, Gray & Christmas, job cuts report",
    resolution_url: "https://www.challengergray.com/blog/",
    days_to_resolution: 17,
    days_open: 39,
    base_rate: 0.58,
    context:
      "The firm counts job cuts that employers in the United States announce and sorts them by the stated reason. The row for artificial intelligence in the monthly table counts; the year-to-date total does not.",
    weight: 3,
    planned_state: "open"
  },
  {
    key: "eu-ai-act-amended",
    topic: "a published amendment of the EU's Artificial Intelligence Act",
    question:
      "Will the Official Journal of the European Union publish, with a date from {opening} to {deadline}, a regulation that amends Regulation (EU) 2024/1689?",
    subcategory: "regulation_policy",
    tag: "#EUAIAct",
    resolution_source: "EUR-Lex, Regulation (EU) 2024/1689",
    resolution_url: "https://eur-lex.europa.eu/eli/reg/2024/1689/oj",
    days_to_resolution: 120,
    days_open: 150,
    base_rate: 0.3,
    context:
      "Amendments need the Parliament and the Council and take effect through the Official Journal. Corrigenda, delegated acts that only change an annex, and proposals do not count.",
    weight: 4,
    planned_state: "open"
  },
  {
    key: "eu-ai-act-delay",
    topic: "a later start of the EU's rules for high-risk systems",
    question:
      "If a regulation amending Regulation (EU) 2024/1689 is published, will the first one move the application date of obligations for high-risk systems under Article 6 to a later date?",
    subcategory: "regulation_policy",
    tag: "#AIRegulation",
    resolution_source: "EUR-Lex, Regulation (EU) 2024/1689",
    resolution_url: "https://eur-lex.europa.eu/eli/reg/2024/1689/oj",
    days_to_resolution: 130,
    days_open: 158,
    base_rate: 0.8,
    context:
      "Conditional on the question about a published amendment. A later date for some of these obligations or for some kinds of systems is enough; a grace period for systems already on the market is not.",
    weight: 3,
    planned_state: "closed",
    parent: "eu-ai-act-amended",
    parent_trigger: true
  },
  {
    key: "security-council-resolutions",
    topic: "the number of Security Council resolutions",
    question:
      "How many resolutions will the United Nations Security Council adopt with a date from {opening} to {deadline}, both days included?",
    subcategory: "geopolitics_security",
    tag: "#Diplomacy",
    resolution_source: "United Nations Security Council, resolutions",
    resolution_url: "https://main.un.org/securitycouncil/en/content/resolutions-0",
    days_to_resolution: 10,
    days_open: 35,
    options: ["0 to 2", "3 to 5", "6 to 8", "9 or more"],
    base_rates: [0.2, 0.5, 0.24, 0.06],
    context:
      "The Council numbers its resolutions through and lists them by year. Mandates of missions and sanctions regimes come up for renewal at known dates; presidential statements do not count.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "ofac-recent-actions",
    topic: "the pace of US sanctions announcements",
    question:
      "Will the page \"Recent Actions\" of the Office of Foreign Assets Control list 12 or more entries with a date from {opening} to {deadline}?",
    subcategory: "geopolitics_security",
    tag: "#Sanctions",
    resolution_source: "US Treasury, OFAC, Recent Actions",
    resolution_url: "https://ofac.treasury.gov/recent-actions",
    days_to_resolution: 6,
    days_open: 25,
    base_rate: 0.52,
    context:
      "Entries are designations, removals, general licences, guidance and enforcement releases; every entry counts once. Several entries of one day count separately.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "ai-incident-database-growth",
    topic: "new entries in the AI Incident Database",
    question:
      "Will the AI Incident Database contain 15 or more incidents on {deadline} whose incident number is higher than the highest one listed on {opening}?",
    subcategory: "harms_misuse",
    tag: "#Incidents",
    resolution_source: "AI Incident Database, list of incidents",
    resolution_url: "https://incidentdatabase.ai/summaries/incidents/",
    days_to_resolution: 8,
    days_open: 30,
    base_rate: 0.66,
    context:
      "Editors give each incident a running number when they accept a submission, often weeks after the event. The number counts, not the date of the event; merged or removed incidents do not count.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "pew-social-media-report",
    topic: "a Pew report on social life online",
    question:
      "Will Pew Research Center publish, with a date from {opening} to {deadline}, a report whose title contains \"social media\", \"chatbot\", \"loneliness\" or \"mental health\"?",
    subcategory: "psychology_connection",
    tag: "#SocialMedia",
    resolution_source: "Pew Research Center, Internet and Technology",
    resolution_url: "https://www.pewresearch.org/topic/internet-technology/",
    days_to_resolution: 43,
    days_open: 45,
    base_rate: 0.68,
    context:
      "The center marks its publications by type; only those of the type \"report\" count, not short reads or fact sheets. Plural forms of the words count.",
    weight: 1,
    planned_state: "approved"
  },
  {
    key: "copernicus-above-one-five",
    topic: "a month of global warmth above 1.5 degrees",
    question:
      "Will the first monthly bulletin of the Copernicus Climate Change Service after {opening} put global mean surface air temperature 1.50 °C or more above its estimate for 1850 to 1900?",
    subcategory: "environment_sustainability",
    tag: "#Climate",
    resolution_source: "Copernicus Climate Change Service, climate bulletins",
    resolution_url: "https://climate.copernicus.eu/climate-bulletins",
    days_to_resolution: -10,
    days_open: 32,
    base_rate: 0.4,
    context:
      "The bulletin is based on the ERA5 reanalysis and appears early in a month for the month before. The value with two decimals in the text of the bulletin counts.",
    weight: 3,
    planned_state: "resolved"
  },
  {
    key: "enso-alert-status",
    topic: "the ENSO alert status",
    question:
      "What will the ENSO Alert System Status be in the last monthly diagnostic discussion that the Climate Prediction Center issues on or before {deadline}?",
    subcategory: "environment_sustainability",
    tag: "#ExtremeWeather",
    resolution_source: "NOAA Climate Prediction Center, ENSO diagnostic discussion",
    resolution_url: "https://www.cpc.ncep.noaa.gov/products/analysis_monitoring/enso_advisory/",
    days_to_resolution: 28,
    days_open: 58,
    options: ["El Niño Watch or Advisory", "La Niña Watch or Advisory", "Final advisory of either", "Not active"],
    base_rates: [0.34, 0.26, 0.12, 0.28],
    context:
      "The discussion is issued in the second week of a month and names the status in its first lines. If two statuses are named at once, both options are correct.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "wild-polio-weekly-cases",
    topic: "a newly reported case of wild poliovirus",
    question:
      "Will the Global Polio Eradication Initiative report at least 2 more cases of wild poliovirus type 1 for the current year on {deadline} than on {opening}?",
    subcategory: "benefits_public_good",
    tag: "#GlobalHealth",
    resolution_source: "Global Polio Eradication Initiative, wild poliovirus count",
    resolution_url: "https://polioeradication.org/wild-poliovirus-count/",
    days_to_resolution: -1,
    days_open: 29,
    base_rate: 0.74,
    context:
      "The initiative renews its counts weekly. Cases are dated by the onset of paralysis and reported weeks later; positive environmental samples do not count. If the year changes in between, the cases of both years are added.",
    weight: 3,
    planned_state: "closed"
  },
  {
    key: "fixed-broadband-leader",
    topic: "the fastest country for fixed broadband",
    question:
      "Will the country in first place for fixed broadband in the Speedtest Global Index on {deadline} be the same as on {opening}?",
    subcategory: "inequality_access",
    tag: "#DigitalDivide",
    resolution_source: "Ookla, Speedtest Global Index",
    resolution_url: "https://www.speedtest.net/global-index",
    days_to_resolution: 64,
    days_open: 70,
    base_rate: 0.76,
    context:
      "The index ranks countries and territories by median download speed and is renewed monthly. Speeds come from tests that users start themselves, so that the ranking speaks of connections that are tested.",
    weight: 1,
    planned_state: "draft"
  },
  {
    key: "unesco-country-profiles",
    topic: "further country profiles in UNESCO's observatory of AI ethics",
    question:
      "Will UNESCO's Global AI Ethics and Governance Observatory list at least 3 more country profiles on {deadline} than on {opening}?",
    subcategory: "ethics_philosophy",
    tag: "#Ethics",
    resolution_source: "UNESCO, Global AI Ethics and Governance Observatory",
    resolution_url: "https://www.unesco.org/ethics-ai/en/global-hub",
    days_to_resolution: 85,
    days_open: 88,
    base_rate: 0.45,
    context:
      "Countries complete a readiness assessment, whose results the observatory publishes as profiles. A profile counts when its page can be opened; a country marked as in progress does not.",
    weight: 2,
    planned_state: "approved"
  },
  {
    key: "doomsday-clock-setting",
    topic: "the next setting of the Doomsday Clock",
    question:
      "How will the first setting of the Doomsday Clock that the Bulletin of the Atomic Scientists announces after {opening} compare with the setting before it?",
    subcategory: "existential_risk",
    tag: "#NuclearRisk",
    resolution_source: "Bulletin of the Atomic Scientists, Doomsday Clock",
    resolution_url: "https://thebulletin.org/doomsday-clock/",
    days_to_resolution: 365,
    days_open: 395,
    options: ["Closer to midnight", "Unchanged", "Further from midnight", "No announcement by the deadline"],
    base_rates: [0.48, 0.4, 0.09, 0.03],
    context:
      "The Bulletin's board has met twice a year and announced the setting once a year, in January. The clock is a judgement and not a measurement; its setting in seconds decides.",
    weight: 3,
    planned_state: "open"
  },
  {
    key: "sentry-torino-one",
    topic: "an asteroid at Torino level 1",
    question:
      "Will NASA's Sentry table of impact risks show at least one object with a Torino rating of 1 or higher at 12:00 UTC on {deadline}?",
    subcategory: "existential_risk",
    tag: "#Asteroids",
    resolution_source: "NASA, Center for Near Earth Object Studies, Sentry",
    resolution_url: "https://cneos.jpl.nasa.gov/sentry/",
    days_to_resolution: 3,
    days_open: 9,
    base_rate: 0.07,
    context:
      "Level 1 of the Torino scale stands for a discovery whose chance of collision is extremely unlikely and which deserves attention only from astronomers. New observations lead most such objects back to level 0.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "who-outbreak-news",
    topic: "the number of WHO outbreak notices",
    question:
      "Will the World Health Organization publish 5 or more items of Disease Outbreak News with a date from {opening} to {deadline}?",
    subcategory: "existential_risk",
    tag: "#Pandemics",
    resolution_source: "World Health Organization, Disease Outbreak News",
    resolution_url: "https://www.who.int/emergencies/disease-outbreak-news",
    days_to_resolution: -18,
    days_open: 24,
    base_rate: 0.38,
    context:
      "Each item reports on one event and carries its own number. Items in one language count once; situation reports and risk assessments published elsewhere do not count.",
    weight: 3,
    planned_state: "resolved"
  }
])

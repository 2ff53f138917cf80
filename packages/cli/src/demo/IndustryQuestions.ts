import { questionsOf, type SeasonQuestion } from "@auspex/testkit/season"

/** The demo's questions of the category `industry`. */
export const industryQuestions: ReadonlyArray<SeasonQuestion> = questionsOf("industry", [
  {
    key: "fomc-next-decision",
    topic: "the next decision of the Federal Open Market Committee",
    question:
      "What will the first scheduled meeting of the Federal Open Market Committee that ends after {opening} do to the target range for the federal funds rate?",
    subcategory: "finance_banking",
    tag: "#InterestRates",
    resolution_source: "Federal Reserve Board, FOMC calendars and statements",
    resolution_url: "https://www.federalreserve.gov/monetarypolicy/fomccalendars.htm",
    days_to_resolution: 38,
    days_open: 62,
    options: ["Lower it", "Leave it unchanged", "Raise it"],
    base_rates: [0.42, 0.53, 0.05],
    context:
      "The committee holds eight scheduled meetings a year and publishes a statement at the end of each. Only the target range counts, not the interest on reserves; decisions between meetings are ignored.",
    weight: 3,
    planned_state: "open"
  },
  {
    key: "ten-year-yield-higher",
    topic: "a higher yield on ten-year US Treasuries",
    question:
      "Will the ten-year Treasury constant-maturity yield (series DGS10) for the last business day on or before {deadline} be higher than the one for {opening}?",
    subcategory: "finance_banking",
    tag: "#Markets",
    resolution_source: "Federal Reserve Bank of St. Louis, FRED, series DGS10",
    resolution_url: "https://fred.stlouisfed.org/series/DGS10",
    days_to_resolution: -1,
    days_open: 30,
    base_rate: 0.49,
    context:
      "FRED publishes the daily series with two decimals and a delay of about a day. If {opening} was not a business day, the last value before it is the base; equal values resolve as no.",
    weight: 2,
    planned_state: "closed"
  },
  {
    key: "bitcoin-up-ten-percent",
    topic: "a rise of bitcoin by a tenth",
    question:
      "Will CoinGecko's daily closing price of bitcoin in US dollars for {deadline} be at least 10.0 % above its closing price for {opening}?",
    subcategory: "finance_banking",
    tag: "#Crypto",
    resolution_source: "CoinGecko, historical data of bitcoin",
    resolution_url: "https://www.coingecko.com/en/coins/bitcoin/historical_data",
    days_to_resolution: -4,
    days_open: 30,
    base_rate: 0.2,
    context:
      "CoinGecko aggregates prices over many exchanges and lists a closing price for each UTC day. Only the two closing prices count, not highs in between.",
    weight: 2,
    planned_state: "resolved"
  },
  {
    key: "copyright-office-ai-report",
    topic: "a further part of the Copyright Office's study of AI",
    question:
      "Will the US Copyright Office publish a further part of its report \"Copyright and Artificial Intelligence\", or a final version of a part so far in pre-publication form, between {opening} and {deadline}?",
    subcategory: "law_legaltech",
    tag: "#Copyright",
    resolution_source: "US Copyright Office, Copyright and Artificial Intelligence",
    resolution_url: "https://www.copyright.gov/ai/",
    days_to_resolution: 95,
    days_open: 120,
    base_rate: 0.18,
    context:
      "The office has issued the report in numbered parts on separate subjects, announced on one page. Notices of inquiry, speeches and registration guidance do not count.",
    weight: 3,
    planned_state: "open"
  },
  {
    key: "new-patent-eligibility-guidance",
    topic: "new examination guidance on AI inventions",
    question:
      "Will the US Patent and Trademark Office publish a guidance document on subject-matter eligibility or inventorship that names artificial intelligence in its title between {opening} and {deadline}?",
    subcategory: "law_legaltech",
    tag: "#Patents",
    resolution_source: "US Patent and Trademark Office, artificial intelligence",
    resolution_url: "https://www.uspto.gov/initiatives/artificial-intelligence",
    days_to_resolution: 88,
    days_open: 90,
    base_rate: 0.3,
    context:
      "The office issues guidance through its website and the Federal Register. Requests for comments and press releases are not guidance documents; a memorandum to examiners is.",
    weight: 2,
    planned_state: "draft"
  },
  {
    key: "fda-novel-approvals",
    topic: "the number of novel drug approvals in the United States",
    question:
      "How many new molecular entities and new therapeutic biologics will the FDA's Center for Drug Evaluation and Research have approved with a date from {opening} to {deadline}?",
    subcategory: "healthcare_pharma",
    tag: "#DrugApprovals",
    resolution_source: "FDA, novel drug approvals",
    resolution_url: "https://www.fda.gov/drugs/development-approval-process-drugs/novel-drug-approvals-fda",
    days_to_resolution: 13,
    days_open: 42,
    options: ["0 to 2", "3 to 5", "6 to 8", "9 or more"],
    base_rates: [0.12, 0.36, 0.36, 0.16],
    context:
      "The agency lists novel approvals of its drug centre by calendar year; vaccines and cell therapies belong to another centre and do not count. Rows added late count by their approval date if they are listed five days after {deadline}.",
    weight: 3,
    planned_state: "open"
  },
  {
    key: "crude-inventories-lower",
    topic: "a fall of US commercial crude inventories",
    question:
      "Will US commercial crude oil inventories (excluding the Strategic Petroleum Reserve) in the last weekly report on or before {deadline} be lower than in the last one before {opening}?",
    subcategory: "energy_utilities",
    tag: "#Oil",
    resolution_source: "US Energy Information Administration, Weekly Petroleum Status Report",
    resolution_url: "https://www.eia.gov/petroleum/supply/weekly/",
    days_to_resolution: -14,
    days_open: 22,
    base_rate: 0.52,
    context:
      "The report appears on most Wednesdays with data for the week that ended on the Friday before. Values as first printed count, in millions of barrels with one decimal; equal values resolve as no.",
    weight: 2,
    planned_state: "resolved"
  },
  {
    key: "brent-price-band",
    topic: "the price of Brent crude",
    question:
      "In which band will the last daily Europe Brent spot price that the EIA lists for a day on or before {deadline} lie, in US dollars per barrel?",
    subcategory: "energy_utilities",
    tag: "#Oil",
    resolution_source: "US Energy Information Administration, spot prices",
    resolution_url: "https://www.eia.gov/dnav/pet/pet_pri_spt_s1_d.htm",
    days_to_resolution: 23,
    days_open: 45,
    options: ["Below 60.00", "60.00 to 69.99", "70.00 to 79.99", "80.00 or more"],
    base_rates: [0.24, 0.47, 0.22, 0.07],
    context:
      "The agency lists daily spot prices with a delay of some days. The table as it stands seven days after {deadline} decides.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "new-reactor-grid-connection",
    topic: "the first grid connection of a further power reactor",
    question:
      "Will the IAEA's Power Reactor Information System show at least one reactor anywhere with a first grid connection dated from {opening} to {deadline}?",
    subcategory: "energy_utilities",
    tag: "#Nuclear",
    resolution_source: "IAEA, Power Reactor Information System",
    resolution_url: "https://pris.iaea.org/pris/home.aspx",
    days_to_resolution: 45,
    days_open: 80,
    base_rate: 0.7,
    context:
      "First grid connection is the date on which a reactor first feeds power into the grid; restarts of existing reactors do not count. Operators report to the system, at times some weeks late; rows present on {deadline} count.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "fao-food-price-index-up",
    topic: "a rise of the FAO Food Price Index",
    question:
      "Will the first release of the FAO Food Price Index after {opening} put the latest month above the value that the same release gives for the month before it?",
    subcategory: "agriculture_foodtech",
    tag: "#FoodPrices",
    resolution_source: "Food and Agriculture Organization, Food Price Index",
    resolution_url: "https://www.fao.org/worldfoodsituation/foodpricesindex/en/",
    days_to_resolution: 16,
    days_open: 40,
    base_rate: 0.48,
    context:
      "The index weighs the prices of cereals, vegetable oils, dairy, meat and sugar, and is usually released on a Friday early in the month. Values with one decimal as printed count; equal values resolve as no.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "wasde-corn-ending-stocks",
    topic: "the forecast of US corn ending stocks",
    question:
      "In the first WASDE report after {opening}, how will the forecast of US corn ending stocks for the current marketing year compare with the report before it?",
    subcategory: "agriculture_foodtech",
    tag: "#Crops",
    resolution_source: "US Department of Agriculture, WASDE",
    resolution_url:
      "https://www.usda.gov/about-usda/general-information/staff-offices/office-chief-economist/commodity-markets/wasde-report",
    days_to_resolution: 18,
    days_open: 41,
    options: ["Higher", "Unchanged", "Lower"],
    base_rates: [0.34, 0.24, 0.42],
    context:
      "WASDE is the department's monthly balance of supply and demand. The newest marketing year for which both reports give corn ending stocks in million bushels is the one compared.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "cisa-kev-additions",
    topic: "the pace of additions to CISA's catalogue of exploited vulnerabilities",
    question:
      "Will CISA's Known Exploited Vulnerabilities catalogue contain 20 or more entries with a date added from {opening} to {deadline}?",
    subcategory: "cybersecurity_defense",
    tag: "#Vulnerabilities",
    resolution_source: "CISA, Known Exploited Vulnerabilities catalogue",
    resolution_url: "https://www.cisa.gov/known-exploited-vulnerabilities-catalog",
    days_to_resolution: -1,
    days_open: 28,
    base_rate: 0.44,
    context:
      "The catalogue can be downloaded with a date added for every entry. Entries withdrawn before the day of resolution do not count.",
    weight: 2,
    planned_state: "closed"
  },
  {
    key: "chrome-zero-day",
    topic: "a Chrome vulnerability exploited in the wild",
    question:
      "Will Google announce, on its Chrome Releases blog with a date from {opening} to {deadline}, a fix of a vulnerability of which it says that an exploit exists in the wild?",
    subcategory: "cybersecurity_defense",
    tag: "#ZeroDays",
    resolution_source: "Chrome Releases blog, stable updates",
    resolution_url: "https://chromereleases.googleblog.com/search/label/Stable%20updates",
    days_to_resolution: -22,
    days_open: 20,
    base_rate: 0.6,
    context:
      "Announcements of desktop stable updates carry the sentence that Google is aware that an exploit exists in the wild when that is so. A later edit of an announcement counts if it is made before the end of {deadline}.",
    weight: 3,
    planned_state: "resolved"
  },
  {
    key: "chrome-second-zero-day",
    topic: "a second exploited Chrome vulnerability",
    question:
      "After the first such announcement, will the Chrome Releases blog report a fix of another vulnerability exploited in the wild, under a different CVE number, with a date up to {deadline}?",
    subcategory: "cybersecurity_defense",
    tag: "#ZeroDays",
    resolution_source: "Chrome Releases blog, stable updates",
    resolution_url: "https://chromereleases.googleblog.com/search/label/Stable%20updates",
    days_to_resolution: 29,
    days_open: 66,
    base_rate: 0.55,
    context:
      "Conditional on the question about a first announcement. Two CVE numbers fixed by one and the same announcement count as one.",
    weight: 3,
    planned_state: "open",
    parent: "chrome-zero-day",
    parent_trigger: true
  },
  {
    key: "duolingo-daily-users",
    topic: "Duolingo's growth in daily users",
    question:
      "Will the first quarterly shareholder letter that Duolingo publishes after {opening} report growth of daily active users of 25 % or more against the year before?",
    subcategory: "education_edtech",
    tag: "#EdTech",
    resolution_source: "Duolingo, investor relations",
    resolution_url: "https://investors.duolingo.com/financials/quarterly-results",
    days_to_resolution: 98,
    days_open: 100,
    base_rate: 0.42,
    context:
      "The company states daily active users and their growth in each letter. The rounded percentage printed there counts; if no letter appears by {deadline}, the question is void.",
    weight: 2,
    planned_state: "approved"
  },
  {
    key: "tsa-three-million-day",
    topic: "a day of three million passengers at US checkpoints",
    question:
      "Will the TSA report 3,000,000 or more travellers screened on at least one day from {opening} to {deadline}?",
    subcategory: "transportation_mobility",
    tag: "#Aviation",
    resolution_source: "Transportation Security Administration, passenger volumes",
    resolution_url: "https://www.tsa.gov/travel/passenger-volumes",
    days_to_resolution: -8,
    days_open: 34,
    base_rate: 0.35,
    context:
      "The agency publishes a daily count of travellers screened at its checkpoints, usually on the next working day. The count as listed three days after {deadline} decides.",
    weight: 1,
    planned_state: "resolved"
  },
  {
    key: "waymo-new-metro",
    topic: "a further metropolitan area open to Waymo riders",
    question:
      "Will Waymo announce on its blog, with a date from {opening} to {deadline}, that members of the public can take fully autonomous rides in a metropolitan area where they could not before?",
    subcategory: "transportation_mobility",
    tag: "#Robotaxis",
    resolution_source: "Waymo blog",
    resolution_url: "https://waymo.com/blog/",
    days_to_resolution: -25,
    days_open: 18,
    base_rate: 0.75,
    context:
      "Rides without a human specialist behind the wheel count, also for riders who are let in from a waiting list. Rides for employees only, test drives and larger areas in the same metropolis do not.",
    weight: 3,
    planned_state: "resolved"
  },
  {
    key: "waymo-new-metro-airport",
    topic: "airport rides in Waymo's newest metropolitan area",
    question:
      "In the metropolitan area newly opened to the public, will Waymo announce by {deadline} that riders can be picked up at a commercial airport?",
    subcategory: "transportation_mobility",
    tag: "#Robotaxis",
    resolution_source: "Waymo blog",
    resolution_url: "https://waymo.com/blog/",
    days_to_resolution: 60,
    days_open: 100,
    base_rate: 0.22,
    context:
      "Conditional on the question about a further metropolitan area; if several were opened, any of them counts. Pick-up at a rental-car centre or at a railway station outside the airport does not.",
    weight: 2,
    planned_state: "open",
    parent: "waymo-new-metro",
    parent_trigger: true
  },
  {
    key: "steam-concurrent-record",
    topic: "a new record of concurrent Steam users",
    question:
      "Will SteamDB show on {deadline} an all-time peak of concurrently online Steam users that was reached on a day after {opening}?",
    subcategory: "media_entertainment",
    tag: "#Gaming",
    resolution_source: "SteamDB, Steam charts",
    resolution_url: "https://steamdb.info/app/753/charts/",
    days_to_resolution: 27,
    days_open: 60,
    base_rate: 0.54,
    context:
      "The site records how many accounts are online on the platform, whether in a game or not, and the day of the highest value. Peaks tend to fall on weekends in the northern winter.",
    weight: 1,
    planned_state: "open"
  },
  {
    key: "us-retail-sales",
    topic: "a monthly rise of US retail sales by half a percent",
    question:
      "Will the first advance monthly estimate that the US Census Bureau publishes after {opening} show retail and food services sales up by 0.5 % or more on the month before, seasonally adjusted?",
    subcategory: "retail_ecommerce",
    tag: "#ConsumerSpending",
    resolution_source: "US Census Bureau, advance monthly retail trade",
    resolution_url: "https://www.census.gov/retail/sales.html",
    days_to_resolution: 12,
    days_open: 38,
    base_rate: 0.36,
    context:
      "The estimate appears around the middle of a month for the month before and is not adjusted for prices. The percentage as first printed, with one decimal, counts.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "ism-manufacturing-above-fifty",
    topic: "an ISM manufacturing index at fifty or above",
    question: "Will the first ISM Manufacturing PMI published after {opening} be 50.0 or higher?",
    subcategory: "manufacturing_supply",
    tag: "#PMI",
    resolution_source: "Institute for Supply Management, manufacturing report",
    resolution_url: "https://www.ismworld.org/supply-management-news-and-reports/reports/ism-pmi-reports/",
    days_to_resolution: 15,
    days_open: 36,
    base_rate: 0.33,
    context:
      "The index comes from a monthly survey of purchasing managers and is released on the first working day of a month. A reading of 50 separates expansion from contraction; the value as first printed counts.",
    weight: 2,
    planned_state: "open"
  },
  {
    key: "us-monthly-deficit",
    topic: "a monthly US budget deficit above 150 billion dollars",
    question:
      "Will the first Monthly Treasury Statement published after {opening} show a deficit of more than 150 billion US dollars for its month?",
    subcategory: "public_sector",
    tag: "#PublicBudgets",
    resolution_source: "US Treasury, Monthly Treasury Statement",
    resolution_url:
      "https://fiscaldata.treasury.gov/datasets/monthly-treasury-statement/summary-of-receipts-and-outlays-of-the-u-s-government",
    days_to_resolution: 20,
    days_open: 37,
    base_rate: 0.57,
    context:
      "The statement gives receipts, outlays and their difference for each month, usually on the eighth working day of the next one. Months with tax dates often show a surplus or a small deficit.",
    weight: 2,
    planned_state: "open"
  }
])

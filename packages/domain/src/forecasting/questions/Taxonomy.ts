/** A subcategory with its hashtags, e.g. `hardware_compute` of `technology`. */
export interface Subcategory {
  readonly slug: string
  readonly label: string
  /** 4 to 8 hashtags, each with its `#`. */
  readonly tags: ReadonlyArray<string>
}

/** The categories of questions, in the order in which they are listed. */
export const categories = ["technology", "industry", "society"] as const

/** The slug of a category. */
export type Category = (typeof categories)[number]

/** A category with its subcategories, in the form of `GET /api/taxonomy`. */
export interface TaxonomyCategory {
  readonly slug: Category
  readonly label: string
  readonly subcategories: ReadonlyArray<Subcategory>
}

const subcategory = (slug: string, label: string, tags: string): Subcategory => ({ slug, label, tags: tags.split(" ") })

const technology: TaxonomyCategory = {
  slug: "technology",
  label: "Technology",
  subcategories: [
    subcategory(
      "research_academia",
      "Research & Academia",
      "#Research #Preprints #PeerReview #Conferences #Reproducibility #OpenScience"
    ),
    subcategory(
      "models_architectures",
      "Models & Architectures",
      "#LLMs #FoundationModels #Multimodal #Benchmarks #OpenWeights #Reasoning"
    ),
    subcategory(
      "hardware_compute",
      "Hardware & Compute",
      "#GPUs #Semiconductors #DataCenters #Supercomputing #Quantum"
    ),
    subcategory("data", "Data", "#Datasets #SyntheticData #OpenData #DataLicensing #Provenance"),
    subcategory(
      "agents_autonomous",
      "Agents & Autonomy",
      "#AIAgents #ToolUse #MultiAgent #CodingAgents #AgentEvals"
    ),
    subcategory(
      "engineering_mlops",
      "Engineering & MLOps",
      "#MLOps #OpenSource #DevTools #Inference #Observability #Reliability"
    ),
    subcategory(
      "safety_alignment",
      "Safety & Alignment",
      "#AISafety #Alignment #Interpretability #RedTeaming #Evals #Oversight"
    ),
    subcategory(
      "robotics_physical",
      "Robotics & Physical Systems",
      "#Robotics #Humanoids #Drones #Sensors #Spaceflight"
    ),
    subcategory("hci", "Human-Computer Interaction", "#HCI #VoiceInterfaces #XR #Wearables #Accessibility #UX"),
    subcategory(
      "bigtech_ecosystems",
      "Big Tech & Ecosystems",
      "#BigTech #Platforms #CloudComputing #AppStores #Earnings #Browsers"
    ),
    subcategory(
      "startups_investment",
      "Startups & Investment",
      "#Startups #VentureCapital #IPOs #Acquisitions #Funding"
    )
  ]
}

const industry: TaxonomyCategory = {
  slug: "industry",
  label: "Industry",
  subcategories: [
    subcategory(
      "finance_banking",
      "Finance & Banking",
      "#Finance #CentralBanks #InterestRates #Fintech #Crypto #Markets"
    ),
    subcategory("law_legaltech", "Law & Legal Tech", "#LegalTech #Courts #Copyright #Antitrust #Patents"),
    subcategory(
      "healthcare_pharma",
      "Healthcare & Pharma",
      "#Healthcare #Pharma #DrugApprovals #ClinicalTrials #MedicalDevices"
    ),
    subcategory(
      "energy_utilities",
      "Energy & Utilities",
      "#Energy #Renewables #Oil #Nuclear #PowerGrid #Storage"
    ),
    subcategory(
      "agriculture_foodtech",
      "Agriculture & Food Tech",
      "#Agriculture #FoodPrices #Crops #FoodTech #Fisheries"
    ),
    subcategory(
      "cybersecurity_defense",
      "Cybersecurity & Defense",
      "#Cybersecurity #Vulnerabilities #Ransomware #Defense #ZeroDays"
    ),
    subcategory("education_edtech", "Education & EdTech", "#Education #EdTech #Universities #Assessment #Skills"),
    subcategory(
      "transportation_mobility",
      "Transportation & Mobility",
      "#Mobility #ElectricVehicles #Aviation #Robotaxis #Shipping #Rail"
    ),
    subcategory(
      "media_entertainment",
      "Media & Entertainment",
      "#Streaming #BoxOffice #Gaming #Music #News #Creators"
    ),
    subcategory("retail_ecommerce", "Retail & E-commerce", "#Retail #Ecommerce #ConsumerSpending #Logistics #Payments"),
    subcategory(
      "manufacturing_supply",
      "Manufacturing & Supply Chains",
      "#Manufacturing #SupplyChains #Freight #PMI #Steel #Batteries"
    ),
    subcategory("public_sector", "Public Sector", "#GovTech #PublicBudgets #Procurement #DigitalIdentity #Statistics")
  ]
}

const society: TaxonomyCategory = {
  slug: "society",
  label: "Society",
  subcategories: [
    subcategory("jobs_future_work", "Jobs & Future of Work", "#Jobs #FutureOfWork #Unemployment #Wages #Automation"),
    subcategory(
      "regulation_policy",
      "Regulation & Policy",
      "#AIRegulation #Policy #EUAIAct #DataProtection #Legislation"
    ),
    subcategory(
      "geopolitics_security",
      "Geopolitics & Security",
      "#Geopolitics #Elections #Sanctions #Diplomacy #Conflict #Trade"
    ),
    subcategory("harms_misuse", "Harms & Misuse", "#AIHarms #Deepfakes #Misinformation #Fraud #Incidents"),
    subcategory(
      "psychology_connection",
      "Psychology & Connection",
      "#Psychology #MentalHealth #Loneliness #Wellbeing #SocialMedia"
    ),
    subcategory(
      "environment_sustainability",
      "Environment & Sustainability",
      "#Climate #Sustainability #Emissions #ExtremeWeather #Biodiversity #SeaIce"
    ),
    subcategory(
      "benefits_public_good",
      "Benefits & Public Good",
      "#PublicGood #GlobalHealth #OpenKnowledge #Philanthropy #Science"
    ),
    subcategory(
      "inequality_access",
      "Inequality & Access",
      "#Inequality #DigitalDivide #Access #Affordability #Inclusion"
    ),
    subcategory("ethics_philosophy", "Ethics & Philosophy", "#Ethics #Philosophy #AIRights #Transparency #Consent"),
    subcategory(
      "existential_risk",
      "Existential Risk",
      "#ExistentialRisk #Biosecurity #NuclearRisk #Asteroids #Pandemics"
    )
  ]
}

/** All categories and subcategories of questions, in the order in which they are listed. */
export const taxonomy: ReadonlyArray<TaxonomyCategory> = [technology, industry, society]

const slugsByCategory: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  taxonomy.map((category) => [category.slug, new Set(category.subcategories.map(({ slug }) => slug))])
)

/**
 * Whether a value is the slug of a category.
 *
 * @example isCategory("society") // true
 */
export const isCategory = (value: unknown): value is Category => typeof value === "string" && slugsByCategory.has(value)

/**
 * The subcategories of a category, in order.
 *
 * @example subcategoriesOf("industry").length // 12
 */
export const subcategoriesOf = (category: Category): ReadonlyArray<Subcategory> =>
  taxonomy.find(({ slug }) => slug === category)?.subcategories ?? []

/**
 * Whether a subcategory belongs to a category; false for unknown slugs.
 *
 * @example isSubcategoryOf("technology", "data") // true
 * @example isSubcategoryOf("society", "data") // false
 */
export const isSubcategoryOf = (category: string, subcategory: string): boolean =>
  slugsByCategory.get(category)?.has(subcategory) ?? false

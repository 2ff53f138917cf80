// The words that the command line offers and completes. They repeat those of the domain, and a test compares the two:
// importing the domain here would make `auspex --help` three times slower.

export const statusChoices = ["open", "closed", "resolved", "draft", "approved", "all"] as const
export const categoryChoices = ["technology", "industry", "society"] as const
export const timeframeChoices = ["short", "mid", "long"] as const
export const questionTypeChoices = ["binary", "multi"] as const
export const sortChoices = ["newest", "closing", "contested", "recently_resolved", "least_predicted"] as const
export const accountTypeChoices = ["agent", "human"] as const
export const trustLabelChoices = ["verified", "trusted", "unverified", "flagged"] as const
export const agentFamilyChoices = [
  "gpt",
  "claude",
  "gemini",
  "llama",
  "mistral",
  "qwen",
  "deepseek",
  "grok",
  "other"
] as const
export const boardChoices = ["points", "calibration", "skill", "models", "personas"] as const
export const periodChoices = ["all", "monthly", "weekly"] as const
export const outcomeChoices = ["yes", "no", "void"] as const
export const disputeStatusChoices = ["open", "upheld", "overturned", "dismissed"] as const
export const disputeEndChoices = ["upheld", "overturned", "dismissed"] as const
export const moderationStatusChoices = ["visible", "removed"] as const
export const issueStatusChoices = ["open", "acknowledged", "resolved", "closed"] as const
export const issueTypeChoices = ["bug", "feedback", "feature", "other"] as const
export const workspaceRoleChoices = ["admin", "member", "viewer"] as const
export const workspaceTierChoices = ["standard", "enterprise"] as const
export const audienceChoices = ["fo_principal", "vc_partner", "corp_strategist"] as const
export const projectKindChoices = ["research", "survey", "audience", "simulation"] as const
export const projectStatusChoices = ["active", "completed", "archived"] as const
export const findingKindChoices = ["passage", "reasoning"] as const
export const packetFormatChoices = ["json", "markdown", "html"] as const
export const framingPurposeChoices = ["forecast", "survey"] as const
export const projectEventChoices = ["project.created", "project.completed", "decision_packet.published"] as const
export const deliveryStatusChoices = ["pending", "delivered", "failed"] as const
export const redeliveredStatusChoices = ["failed", "delivered"] as const
export const articleStatusChoices = ["draft", "review", "published", "archived"] as const
export const surveyStatusChoices = ["draft", "open", "closed", "archived"] as const
export const exportNameChoices = ["predictions", "calibration", "consensus-history"] as const
export const exportFormatChoices = ["json", "ndjson", "csv"] as const
export const importFormatChoices = ["csv", "json", "ndjson"] as const
export const shellChoices = ["bash", "zsh", "fish"] as const

/** The flags of `serve` with their defaults; a copy of `settingEntries` in composition/Settings.ts. */
export const serveFlags: ReadonlyArray<
  { readonly flag: string; readonly value?: string; readonly meaning: string; readonly standard?: string }
> = [
  { flag: "--host", value: "address", meaning: "address to listen on", standard: "127.0.0.1" },
  {
    flag: "--port",
    value: "port",
    meaning: "port of the core API and the pages; 0 takes a free one",
    standard: "8787"
  },
  { flag: "--research-port", value: "port", meaning: "port of the research API; 0 takes a free one", standard: "8788" },
  {
    flag: "--data-dir",
    value: "dir",
    meaning: "directory of the embedded database, mails and keys",
    standard: "./.auspex"
  },
  { flag: "--database-url", value: "url", meaning: "server Postgres (15 or later) in place of the embedded one" },
  { flag: "--demo", meaning: "fills an empty database with a small demo world" }
]

import { dataFile, optional } from "@auspex/domain/kernel"
import { ArchetypeId, type SeasonAccount, SeasonSkill } from "@auspex/testkit/season"
import { Schema } from "effect"
import demoAccountData from "./demoAccounts.json" with { type: "json" }

const Text = Schema.NonEmptyTrimmedString

/** The accounts in the order of registration: the first few agents recruit others. */
const DemoAccountData = Schema.Struct({
  humans: Schema.Array(Schema.Struct({ key: Text, name: Text, bio: Text, activity: Schema.Number })),
  agents: Schema.Array(
    Schema.Struct({
      key: Text,
      name: Text,
      model: Text,
      persona_archetype: ArchetypeId,
      risk_profile: Schema.Literal("conservative", "moderate", "aggressive"),
      owner: optional(Text),
      referrer: optional(Text),
      bio: Text,
      catchphrase: Text,
      skill: SeasonSkill
    })
  )
})

const { agents, humans } = dataFile("demoAccounts.json", DemoAccountData, demoAccountData)

/** The demo's forty accounts: eight people, then thirty-two agents, four of them without an owner. */
export const demoAccounts: ReadonlyArray<SeasonAccount> = [
  ...humans.map(({ activity, bio, key, name }): SeasonAccount => ({
    kind: "human",
    key,
    name,
    email: `${key}@people.example`,
    bio,
    skill: { noise: 0.7, bias: 0, sharpness: 0.9, activity }
  })),
  ...agents.map((agent): SeasonAccount => ({ kind: "agent", ...agent }))
]

/** The person whose account the start offers to sign in to. */
export const demoOwner = "ines-carvalho"

import { Me, OwnedAgent, User } from "@auspex/domain/accounts"
import { PointTransaction } from "@auspex/domain/scoring"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ListQuery } from "./ListQuery.ts"
import { listOf } from "./listOf.ts"
import { bodyBytesMax, type ExactRate, operation } from "./Manners.ts"
import { refusalCode } from "./refusalCode.ts"
import { says } from "./says.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** The specification's limits by address, exact over all instances. */
export const perMinute = (name: string, max: number): ExactRate => ({
  rule: { name, max, windowSeconds: 60 },
  by: "address"
})

const Email = Schema.String.annotations({ jsonSchema: { type: "string", format: "email", maxLength: 254 } })
const NewPassword = Schema.String.annotations({ jsonSchema: { type: "string", minLength: 8, maxLength: 256 } })
const Message = Schema.Struct({ message: Schema.String }).annotations({ identifier: "Message" })

/** What both a registration and a later change may say. */
const profile = {
  persona_archetype: optional(Schema.String),
  risk_profile: optional(Schema.String.annotations({
    jsonSchema: { type: "string", enum: ["conservative", "moderate", "aggressive"], default: "moderate" }
  })),
  domain_focus: optional(Schema.String),
  philosophy: optional(Schema.String)
}
const role = optional(Schema.String.annotations({
  description: "One of predictor, guardian, debater, scout, or several of them with commas between."
}))

const RegisterRequest = Schema.Struct({
  name: Schema.String,
  model: Schema.String.annotations(refusalCode("MODEL_REQUIRED")),
  role,
  referral_code: optional(Schema.String),
  ...profile
}).annotations({ identifier: "RegisterRequest", examples: [{ name: "Ada", model: "gpt-4o" }] })

const RegisterAnswer = Schema.Struct({
  user: User,
  api_key: Schema.String.annotations({ description: "Shown this once." }),
  linked: Schema.Literal(false),
  link_url: Schema.String,
  next_steps: Schema.Array(Schema.String)
}).annotations({ identifier: "RegisterAnswer" })

const SignupRequest = Schema.Struct({
  name: Schema.String,
  email: Email,
  password: NewPassword,
  referral_code: optional(Schema.String)
}).annotations({
  identifier: "SignupRequest",
  examples: [{ name: "Olive", email: "olive@example.org", password: "correct horse battery" }]
})

const LoggedIn = Schema.Struct({ user: User, token: Schema.String.annotations({ description: "Shown this once." }) })
  .annotations({ identifier: "LoggedIn" })

const ProfileUpdate = Schema.Struct({
  role,
  bio: optional(Schema.String),
  catchphrase: optional(Schema.String),
  avatar_url: optional(Schema.String.annotations({ jsonSchema: { type: "string", format: "uri" } })),
  ...profile
}).annotations({ identifier: "ProfileUpdate", description: "An empty text clears its field." })

/** `api_key`, or its alias; the first that is there counts. */
const LinkRequest = Schema.Struct({
  api_key: optional(Schema.String),
  agent_api_key: optional(Schema.String)
}).annotations({
  identifier: "LinkRequest",
  description: "The agent's key, under either name.",
  examples: [{ api_key: "sk_x9ucEqG7hc_n7QHFxTI8cJzdmmPiOxU7PQ3SF9vwIQI" }]
})

/** How accounts come to be and prove who they are. */
export const AuthApi = HttpApiGroup.make("auth").annotate(
  OpenApi.Description,
  "Becoming known: registration, sign-up, log-in, verification, recovery."
)
  .add(operation(
    HttpApiEndpoint.post("register", "/api/register").annotateContext(
      says(
        "Register an agent",
        "Makes an agent with 5,000 points and answers its key, shown this once. A referral code pays the recruiter: 200 points for the first recruit, 300 for the next three, 500 for each after."
      )
    ).setPayload(RegisterRequest).addSuccess(RegisterAnswer, {
      status: 201
    }),
    {
      access: "none",
      refuses: ["DUPLICATE_NAME", "MODEL_REQUIRED", "UNKNOWN_REFERRAL_CODE"],
      bodyBytesMax: bodyBytesMax.register,
      exactRate: perMinute("register", 5),
      creates: { secret: true }
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("signup", "/api/auth/signup").annotateContext(
      says("Sign up", "Makes a human account, logs it in, and mails the link that proves the address.")
    ).setPayload(SignupRequest).addSuccess(LoggedIn, { status: 201 }),
    {
      access: "none",
      refuses: ["DUPLICATE_NAME", "DUPLICATE_EMAIL", "UNKNOWN_REFERRAL_CODE"],
      bodyBytesMax: bodyBytesMax.auth,
      exactRate: perMinute("signup", 5),
      creates: { secret: true }
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("login", "/api/auth/login").annotateContext(
      says(
        "Log in",
        "Answers a token that is good for 7 days without use and for 30 days in all. Known and unknown addresses are answered alike."
      )
    )
      .setPayload(Schema.Struct({ email: Schema.String, password: Schema.String }))
      .addSuccess(LoggedIn),
    {
      access: "none",
      refuses: ["INVALID_TOKEN", "ACCOUNT_SUSPENDED"],
      bodyBytesMax: bodyBytesMax.auth,
      exactRate: perMinute("login", 10)
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("logout", "/api/auth/logout").annotateContext(
      says("Log out", "Ends the session of the token that was sent.")
    ).addSuccess(Message),
    { access: "human" }
  ))
  .add(operation(
    HttpApiEndpoint.post("verifyEmail", "/api/auth/verify-email").annotateContext(
      says("Verify an e-mail address", "Takes the token of the verification mail, once and within 24 hours.")
    )
      .setPayload(Schema.Struct({ token: Schema.String }))
      .addSuccess(Message),
    { access: "none", refuses: ["INVALID_TOKEN"], bodyBytesMax: bodyBytesMax.auth }
  ))
  .add(operation(
    HttpApiEndpoint.post("resendVerification", "/api/auth/resend-verification").annotateContext(
      says(
        "Send the verification mail again",
        "To the caller, or to the address given by somebody who is not logged in. The answer is the same for every address."
      )
    )
      .setPayload(Schema.Struct({ email: optional(Email) }))
      .addSuccess(Message),
    {
      access: "optional",
      bodyBytesMax: bodyBytesMax.auth,
      bodyIsOptional: true,
      exactRate: perMinute("resend-verification", 3)
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("forgotPassword", "/api/auth/forgot-password").annotateContext(
      says(
        "Ask for a new password",
        "Mails a link that is good for 10 minutes, if the address has an account. The answer is the same for every address."
      )
    )
      .setPayload(Schema.Struct({ email: Email }))
      .addSuccess(Message),
    { access: "none", bodyBytesMax: bodyBytesMax.auth, exactRate: perMinute("forgot-password", 3) }
  ))
  .add(operation(
    HttpApiEndpoint.post("resetPassword", "/api/auth/reset-password").annotateContext(
      says("Set a new password", "Takes the token of the reset mail, once, and ends all sessions of the account.")
    )
      .setPayload(Schema.Struct({ token: Schema.String, password: NewPassword }))
      .addSuccess(Message),
    {
      access: "none",
      refuses: ["INVALID_TOKEN"],
      bodyBytesMax: bodyBytesMax.auth,
      exactRate: perMinute("reset-password", 5)
    }
  ))

/** What an account sees and does about itself. */
export const MeApi = HttpApiGroup.make("me").annotate(
  OpenApi.Description,
  "One’s own account: profile, agents, points, keys."
)
  .add(operation(
    HttpApiEndpoint.get("me", "/api/me").annotateContext(
      says("Own account", "The caller's account with its performance: accuracy, calibration, streak and tier.")
    ).addSuccess(Schema.Struct({ user: Me })),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.patch("update", "/api/me").annotateContext(
      says(
        "Change the own profile",
        "Changes the fields given and leaves the others. The role guardian is for verified and trusted agents."
      )
    ).setPayload(ProfileUpdate).addSuccess(Schema.Struct({ user: User })),
    { access: "key", refuses: ["GUARDIAN_REQUIRED", "EMAIL_NOT_VERIFIED"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("link", "/api/me/agents").annotateContext(
      says(
        "Link an agent",
        "Makes the caller the owner of the agent whose key is given, for ever; the agent becomes verified and may predict."
      )
    )
      .setPayload(LinkRequest)
      .addSuccess(Schema.Struct({ message: Schema.String, agent: OwnedAgent })),
    {
      access: "human",
      refuses: ["EMAIL_NOT_VERIFIED", "ALREADY_LINKED", "ACCOUNT_SUSPENDED"],
      bodyBytesMax: bodyBytesMax.auth
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("agents", "/api/me/agents").annotateContext(
      says("Own agents", "The agents that are linked to the caller, newest first.")
    ).setUrlParams(ListQuery).addSuccess(listOf("agents", OwnedAgent)),
    { access: "human" }
  ))
  .add(operation(
    HttpApiEndpoint.get("transactions", "/api/me/transactions").annotateContext(
      says(
        "Own points ledger",
        "Every change of the caller's balance, newest first. The balance is always the sum of the entries."
      )
    )
      .setUrlParams(ListQuery)
      .addSuccess(listOf("transactions", PointTransaction)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.post("rotateKey", "/api/me/rotate-key").annotateContext(
      says("Rotate the agent's key", "Revokes the key that was sent and answers a new one, shown this once.")
    )
      .addSuccess(Schema.Struct({ api_key: Schema.String.annotations({ description: "Shown this once." }) })),
    { access: "key", refuses: ["AGENT_REQUIRED"], creates: { secret: true } }
  ))

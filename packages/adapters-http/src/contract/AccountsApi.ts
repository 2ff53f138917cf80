import { Me, OwnedAgent, User } from "@auspex/domain/accounts"
import { PointTransaction } from "@auspex/domain/scoring"
import { HttpApiEndpoint, HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { ListQuery } from "./ListQuery.ts"
import { listOf } from "./listOf.ts"
import { bodyBytesMax, type ExactRate, operation } from "./Manners.ts"
import { refusalCode } from "./refusalCode.ts"

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** The specification's limits by address, exact over all instances. */
const perMinute = (name: string, max: number): ExactRate => ({ rule: { name, max, windowSeconds: 60 }, by: "address" })

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
}).annotations({ identifier: "RegisterRequest" })

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
}).annotations({ identifier: "SignupRequest" })

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
}).annotations({ identifier: "LinkRequest", description: "The agent's key, under either name." })

/** How accounts come to be and prove who they are. */
export const AuthApi = HttpApiGroup.make("auth")
  .add(operation(
    HttpApiEndpoint.post("register", "/api/register").setPayload(RegisterRequest).addSuccess(RegisterAnswer, {
      status: 201
    }),
    {
      access: "none",
      refuses: ["DUPLICATE_NAME", "MODEL_REQUIRED", "UNKNOWN_REFERRAL_CODE", "GUARDIAN_REQUIRED"],
      bodyBytesMax: bodyBytesMax.register,
      exactRate: perMinute("register", 5),
      creates: { secret: true }
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("signup", "/api/auth/signup").setPayload(SignupRequest).addSuccess(LoggedIn, { status: 201 }),
    {
      access: "none",
      refuses: ["DUPLICATE_NAME", "DUPLICATE_EMAIL", "UNKNOWN_REFERRAL_CODE"],
      bodyBytesMax: bodyBytesMax.auth,
      exactRate: perMinute("signup", 5),
      creates: { secret: true }
    }
  ))
  .add(operation(
    HttpApiEndpoint.post("login", "/api/auth/login")
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
    HttpApiEndpoint.post("logout", "/api/auth/logout").addSuccess(Message),
    { access: "human" }
  ))
  .add(operation(
    HttpApiEndpoint.post("verifyEmail", "/api/auth/verify-email")
      .setPayload(Schema.Struct({ token: Schema.String }))
      .addSuccess(Message),
    { access: "none", refuses: ["INVALID_TOKEN"], bodyBytesMax: bodyBytesMax.auth }
  ))
  .add(operation(
    HttpApiEndpoint.post("resendVerification", "/api/auth/resend-verification")
      .setPayload(Schema.Struct({ email: optional(Email) }))
      .addSuccess(Message),
    { access: "optional", bodyBytesMax: bodyBytesMax.auth, exactRate: perMinute("resend-verification", 3) }
  ))
  .add(operation(
    HttpApiEndpoint.post("forgotPassword", "/api/auth/forgot-password")
      .setPayload(Schema.Struct({ email: Email }))
      .addSuccess(Message),
    { access: "none", bodyBytesMax: bodyBytesMax.auth, exactRate: perMinute("forgot-password", 3) }
  ))
  .add(operation(
    HttpApiEndpoint.post("resetPassword", "/api/auth/reset-password")
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
export const MeApi = HttpApiGroup.make("me")
  .add(operation(
    HttpApiEndpoint.get("me", "/api/me").addSuccess(Schema.Struct({ user: Me })),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.patch("update", "/api/me").setPayload(ProfileUpdate).addSuccess(Schema.Struct({ user: User })),
    { access: "key", refuses: ["GUARDIAN_REQUIRED", "EMAIL_NOT_VERIFIED"] }
  ))
  .add(operation(
    HttpApiEndpoint.post("link", "/api/me/agents")
      .setPayload(LinkRequest)
      .addSuccess(Schema.Struct({ message: Schema.String, agent: OwnedAgent })),
    {
      access: "human",
      refuses: ["EMAIL_NOT_VERIFIED", "ALREADY_LINKED", "ACCOUNT_SUSPENDED"],
      bodyBytesMax: bodyBytesMax.auth
    }
  ))
  .add(operation(
    HttpApiEndpoint.get("agents", "/api/me/agents").setUrlParams(ListQuery).addSuccess(listOf("agents", OwnedAgent)),
    { access: "human" }
  ))
  .add(operation(
    HttpApiEndpoint.get("transactions", "/api/me/transactions")
      .setUrlParams(ListQuery)
      .addSuccess(listOf("transactions", PointTransaction)),
    { access: "key" }
  ))
  .add(operation(
    HttpApiEndpoint.post("rotateKey", "/api/me/rotate-key")
      .addSuccess(Schema.Struct({ api_key: Schema.String.annotations({ description: "Shown this once." }) })),
    { access: "key", refuses: ["AGENT_REQUIRED"], creates: { secret: true } }
  ))

export { ArticleRendererMarkdownLive } from "./ArticleRendererMarkdown.ts"
export { renderArticle } from "./renderArticle.ts"
export { ArticleSlugsLatinLive, latinSlug } from "./ArticleSlugsLatin.ts"
export { isPublicAddress, isLoopbackAddress } from "./EgressAddress.ts"
export { type OutboundOptions } from "./EgressGuard.ts"
export { judgeEgressUrl } from "./EgressUrl.ts"
export { llmKeysNode } from "./LlmKeysNode.ts"
export { mailFolder } from "./MailFolder.ts"
export { mailSmtp } from "./MailSmtp.ts"
export { outboundNode } from "./OutboundNode.ts"
export { passwordHasherArgon2, PasswordHasherArgon2Live } from "./PasswordHasherArgon2.ts"
export { findProfanity, ProfanityFilterObscenityLive } from "./ProfanityFilterObscenity.ts"
export { SecretsNodeLive } from "./SecretsNode.ts"
export { SecretBox } from "./SecretBox.ts"
export {
  bodySignature,
  deliveryHeaders,
  type DeliveryProblem,
  type SignedDelivery,
  standardSignature,
  toleranceSeconds,
  verifyDelivery
} from "./webhookSignature.ts"
export { webhookSecretsNode, webhookTransportNode } from "./WebhookTransportNode.ts"

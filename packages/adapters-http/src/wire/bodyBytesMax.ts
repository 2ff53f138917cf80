/** Largest bodies in bytes, by kind of request. */
export const bodyBytesMax = {
  action: 1_024,
  auth: 8_192,
  register: 16_384,
  predict: 65_536,
  comment: 16_384,
  validate: 16_384,
  persona: 524_288,
  article: 524_288,
  webhook: 16_384,
  survey: 262_144,
  response: 524_288,
  campaign: 4_194_304,
  infer: 262_144,
  issue: 32_768,
  default: 65_536
} as const

/** The maximum length of an idempotency key. */
export const idempotencyKeyMax = 255

/** Whether a text may be an idempotency key: 1 to 255 visible ASCII characters. */
export const isIdempotencyKey = (key: string): boolean => key.length <= idempotencyKeyMax && /^[\x21-\x7e]+$/.test(key)

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether Postgres would take `text` as a uuid; an id that is not one names nothing. */
export const isUuid = (text: string): boolean => pattern.test(text)

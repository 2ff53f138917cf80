/** A server-sent event with JSON as its data. */
export const eventOf = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

import { Schema } from "effect"

/** Whether a text has the form of an id, a UUID in either case. Other texts must not reach a cast to `uuid`. */
export const isUuid: (text: string) => boolean = Schema.is(Schema.UUID)

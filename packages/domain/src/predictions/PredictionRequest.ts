/**
 * A prediction as it is asked for, of which only the shape is promised: values, and where it comes from a wire types, are
 * judged by the gates, which report everything that is wrong at once.
 */
export interface PredictionRequest {
  readonly prediction?: boolean | null
  /** The stated probability, in percent, that the prediction is right. */
  readonly confidence?: number | null
  /** Of binary questions, in place of `prediction` and `confidence`: the chance of yes in percent. */
  readonly probability?: number | null
  readonly reasoning: string
  readonly selected_option?: string | null
  /** Judged by `judgeProtocol`. */
  readonly resolution_protocol?: unknown
}

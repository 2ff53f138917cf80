/**
 * A prediction as it is asked for. The types of its fields have been checked; their values have not: that is for the
 * gates, which report everything that is wrong at once.
 */
export interface PredictionRequest {
  readonly prediction: boolean
  /** The stated probability, in percent, that the prediction is right. */
  readonly confidence: number
  readonly reasoning: string
  readonly selected_option?: string | null
  /** Judged by `judgeProtocol`. */
  readonly resolution_protocol?: unknown
}

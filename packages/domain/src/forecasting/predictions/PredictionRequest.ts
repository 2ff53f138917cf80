/**
 * A request to place a prediction. Its declared types hold only for typed callers: the gates check values, and types
 * when it comes from the wire, and report everything that is wrong at once.
 */
export interface PredictionRequest {
  readonly prediction?: boolean | null
  /** The stated probability, in percent, that the prediction is right. */
  readonly confidence?: number | null
  /**
   * For binary questions, instead of `prediction` and `confidence`: the probability of yes in percent. For multi
   * questions, instead of `confidence`: that of the selected option, 50 or more.
   */
  readonly probability?: number | null
  readonly reasoning: string
  readonly selected_option?: string | null
  /** Judged by `judgeProtocol`. */
  readonly resolution_protocol?: unknown
}

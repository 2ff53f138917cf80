/**
 * The time by the database's clock, once for a statement. In a condition, the clock itself would be read for each row,
 * and no index could serve the condition.
 */
export const statementTime = "(select auspex_clock())"

/**
 * When an owner has standing, so that its verdicts move trust labels and its votes count for debate bonuses: it signed
 * up at least this many days ago, or its accounts have at least this many resolved predictions. Either suffices.
 */
export const standingOwnerDaysMin = 7
export const standingOwnerResolvedMin = 3

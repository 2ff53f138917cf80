/** How often the experts of a simulation may be asked: the bounds of `rounds_max`. */
export const roundsMin = 2
export const roundsMax = 6

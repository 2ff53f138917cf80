/** How many segments an audience has, how many respondents each of them, and how many all of them together. */
export const segmentsMax = 12
export const segmentSizeMax = 50
export const respondentsMax = 100

/** How many experts a simulation has. `SimulationRounds` limits how often they are asked. */
export const expertsMin = 3
export const expertsMax = 12

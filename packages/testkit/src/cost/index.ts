export { costGrowth, costRatio, type GrowthCase, linearGrowthMax } from "./Cost.ts"

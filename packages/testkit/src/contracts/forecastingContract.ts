import { describe } from "vitest"
import type { ContractWorld } from "./ContractWorld.ts"
import { kernelContract } from "./kernelContract.ts"
import { placementContract } from "./placementContract.ts"
import { predictionWindowContract } from "./predictionWindowContract.ts"
import { questionContract } from "./questionContract.ts"
import { resolutionContract } from "./resolutionContract.ts"
import { surveyContract } from "./surveyContract.ts"
import { surveyTallyContract } from "./surveyTallyContract.ts"

/**
 * The tests that every implementation of the ports for placing, resolving and scoring passes: Postgres, memory, and
 * those of embedders.
 */
export const forecastingContract = (world: ContractWorld): void => {
  describe("the kernel's ports", () => kernelContract(world))
  describe("questions", () => questionContract(world))
  describe("prediction windows", () => predictionWindowContract(world))
  describe("placements", () => placementContract(world))
  describe("resolutions", () => resolutionContract(world))
  describe("surveys", () => surveyContract(world))
  describe("tallies of surveys", () => surveyTallyContract(world))
}

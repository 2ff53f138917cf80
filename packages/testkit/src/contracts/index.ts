export {
  type ContractAccount,
  ContractHarness,
  type ContractServices,
  contractUseCases,
  type ContractWorld
} from "./ContractWorld.ts"
export { forecastingContract } from "./forecastingContract.ts"
export { frameRouterContract } from "./frameRouterContract.ts"

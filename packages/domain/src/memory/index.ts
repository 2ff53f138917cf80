export { MemoryPlatform, memoryPlatform, type MemoryPorts, type NewMemoryAccount } from "./MemoryPlatform.ts"
export { type MemoryAccount } from "./MemoryRows.ts"

export { packetErrors } from "./packetErrors.ts"
export { packetPublication } from "./packetPublication.ts"
export { PacketStore, type StoredPacket } from "./PacketStore.ts"
export { type ProjectDossier, ProjectDossiers, type ProjectOverview } from "./ProjectDossiers.ts"

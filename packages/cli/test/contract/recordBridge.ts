import { connectMachine } from "../bridge/bridgeClient.ts"
import type { Cast } from "./exampleCast.ts"

/** Records the status of the bridge while a machine is connected. */
export const recordBridge = async ({ ada, auspex, record }: Cast): Promise<void> => {
  const client = await connectMachine(auspex, ada.as, {
    models: ["llama3.1:8b", "qwen2.5:14b"],
    uptime_seconds: 86_400,
    runner_source: "auspex bridge",
    concurrency: 2,
    embeds: true,
    system_info: {
      platform: "linux",
      arch: "x64",
      hostname: "workstation",
      cpu_cores: 16,
      total_ram_gb: 62.7,
      used_ram_gb: 21.4,
      free_ram_gb: 41.3,
      cpu_percent: 7.5,
      load_avg_1m: 1.2,
      disk_free_gb: 512.3,
      gpu_name: "NVIDIA GeForce RTX 4070",
      gpu_memory_gb: 12,
      ollama_running: true,
      ollama_loaded_count: 1,
      ollama_loaded: [
        { name: "llama3.1:8b", size_gb: 6.2, vram_gb: 6.2, ram_gb: 0, expires_at: "2026-11-23T10:05:00Z" }
      ]
    }
  })
  await record("bridge.status", ada)
  await client.close()
}

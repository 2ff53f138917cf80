export { Auspex, type ServerTuning } from "./Auspex.ts"
export { InvalidSetting, type Settings, settingEntries, type SettingFlags, settingsFrom } from "./Settings.ts"

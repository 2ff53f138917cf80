/** An argument as systemd reads it, or undefined for one that a unit cannot hold. */
const quoted = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) && !argument.includes("%")
    ? argument
    : `"${argument.replaceAll("\\", "\\\\").replaceAll("\"", "\\\"").replaceAll("%", "%%").replaceAll("$", "$$$$")}"`

/** A unit of systemd that keeps a command running for the user who installs it. */
export const systemdUnit = (command: ReadonlyArray<string>): string =>
  `# Save as ~/.config/systemd/user/auspex-bridge.service, then:
#   systemctl --user daemon-reload
#   systemctl --user enable --now auspex-bridge
#   loginctl enable-linger $USER    (to run without a login)
[Unit]
Description=Auspex bridge: models on this machine for one's own agents
After=network-online.target
Wants=network-online.target

[Service]
ExecStart=${command.map(quoted).join(" ")}
Restart=always
RestartSec=10
# A key that is refused will be refused again.
RestartPreventExitStatus=2 6
NoNewPrivileges=true
PrivateTmp=true
ProtectSystem=strict

[Install]
WantedBy=default.target
`

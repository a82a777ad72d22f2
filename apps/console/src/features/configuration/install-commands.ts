import type { AgentSystem } from '@patchkeep/contract/configuration';
import { agentPackageName } from '@patchkeep/rules/agent-package';

/** What must be known to bring a host in. */
export interface InstallGiven {
  /** Where the agents reach this server. */
  serverUrl: string;
  /** The secret of an install token. */
  token: string;
  /** Of the agent this server hands out. */
  agentVersion: string;
}

export type ShellId = 'powershell' | 'cmd' | 'sh' | 'policy';

export interface InstallCommand {
  id: ShellId;
  label: string;
  /** Where to paste it, and what must lie beside it. */
  where: string;
  text: string;
  /** How the secret stays one. */
  care: string;
}

/* A secret of ours has no sign that means anything to a shell; whatever has one is not a secret of ours. */
const checkedToken = (token: string): string => {
  if (!/^[A-Za-z0-9._-]+$/.test(token)) throw new Error('Not an install token');
  return token;
};

/** Between single quotes PowerShell reads everything as it stands; it takes the curly ones for quotes too. */
export const quoteForPowershell = (value: string): string => `'${value.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;

export const quoteForSh = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;

/** Cmd expands % even inside quotes and has no way to write a quote: such a value is refused. */
export const quoteForCmd = (value: string): string => {
  if (/["%\r\n]/.test(value)) throw new Error('Cannot be written for cmd');
  return `"${value}"`;
};

/** A public property of an MSI: a quote inside is written twice. */
export const msiProperty = (name: string, value: string): string => `${name}="${value.replaceAll('"', '""')}"`;

const checkedVersion = (version: string): string => {
  if (!/^[\w.+-]+$/.test(version)) throw new Error('Not a version');
  return version;
};
const packageOf =
  (system: AgentSystem) =>
  ({ agentVersion }: InstallGiven): string =>
    agentPackageName(system, checkedVersion(agentVersion));
const msiOf = packageOf('windows');
const debOf = packageOf('linux');
const windowsFolder = 'Patchkeep\\Agent';
const windowsService = 'PatchkeepAgent';

const powershell = (given: InstallGiven): string =>
  [
    `Start-Process msiexec.exe -Wait -ArgumentList '/i ${msiOf(given)} /qn'`,
    `${quoteForPowershell(checkedToken(given.token))} | & "$Env:ProgramFiles\\${windowsFolder}\\patchkeep-agent.exe" enrol --server ${quoteForPowershell(given.serverUrl)} --token-file -`,
    `Restart-Service ${windowsService}`,
  ].join('; ');

/* A pipe would start a second cmd with the secret among its arguments; a redirected echo starts nothing. */
const cmd = (given: InstallGiven): string => {
  const file = '"%TEMP%\\patchkeep-token.txt"';
  return [
    `(echo ${checkedToken(given.token)})>${file}`,
    `&& start /wait msiexec /i ${msiOf(given)} /qn`,
    `&& "%ProgramFiles%\\${windowsFolder}\\patchkeep-agent.exe" enrol --server ${quoteForCmd(given.serverUrl)} --token-file ${file}`,
    `& del ${file}`,
    `& net stop ${windowsService} & net start ${windowsService}`,
  ].join(' ');
};

const sh = (given: InstallGiven): string =>
  [
    `sudo apt-get install -y ./${debOf(given)} &&`,
    `sudo patchkeep-agent enrol --server ${quoteForSh(given.serverUrl)} --token-file - <<'END' && sudo systemctl restart patchkeep-agent`,
    checkedToken(given.token),
    'END',
  ].join('\n');

const policy = (given: InstallGiven): string =>
  `msiexec /i ${msiOf(given)} /qn ${msiProperty('SERVERURL', given.serverUrl)} ${msiProperty('INSTALLTOKEN', checkedToken(given.token))}`;

/** The line to paste for each shell. Where the secret can be seen by another user of the host, `care` says so. */
export const installCommands = (given: InstallGiven): InstallCommand[] => [
  {
    id: 'powershell',
    label: 'PowerShell',
    where: `PowerShell as administrator, in the folder that holds ${msiOf(given)}.`,
    text: powershell(given),
    care: 'The token goes to the agent through its standard input.',
  },
  {
    id: 'cmd',
    label: 'cmd',
    where: `Command prompt as administrator, in the folder that holds ${msiOf(given)}.`,
    text: cmd(given),
    care: 'The token goes through a file that only you can read, and that is deleted at the end.',
  },
  {
    id: 'sh',
    label: 'sh',
    where: `Debian or Ubuntu, in the folder that holds ${debOf(given)}.`,
    text: sh(given),
    care: 'The token goes to the agent through its standard input.',
  },
  {
    id: 'policy',
    label: 'Group policy',
    where: `Intune, or a startup script. For software installation by group policy, put the two properties into a transform of ${msiOf(given)}.`,
    text: policy(given),
    care: 'The installer keeps the token in the registry, where users of the host can read it, until the host has enrolled. Give this token few uses and a short life.',
  },
];

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

const msi = 'patchkeep-agent.msi';
const windowsFolder = 'Patchkeep\\Agent';

const powershell = ({ serverUrl, token }: InstallGiven): string =>
  [
    `Start-Process msiexec.exe -Wait -ArgumentList '/i ${msi} /qn'`,
    `${quoteForPowershell(checkedToken(token))} | & "$Env:ProgramFiles\\${windowsFolder}\\patchkeep-agent.exe" enrol --server ${quoteForPowershell(serverUrl)} --token-file -`,
  ].join('; ');

/* A pipe would start a second cmd with the secret among its arguments; a redirected echo starts nothing. */
const cmd = ({ serverUrl, token }: InstallGiven): string => {
  const file = '"%TEMP%\\patchkeep-token.txt"';
  return [
    `(echo ${checkedToken(token)})>${file}`,
    `&& start /wait msiexec /i ${msi} /qn`,
    `&& "%ProgramFiles%\\${windowsFolder}\\patchkeep-agent.exe" enrol --server ${quoteForCmd(serverUrl)} --token-file ${file}`,
    `& del ${file}`,
  ].join(' ');
};

const sh = ({ serverUrl, token, agentVersion }: InstallGiven): string =>
  [
    `sudo apt-get install -y ${quoteForSh(`./patchkeep-agent_${agentVersion}_amd64.deb`)} &&`,
    `sudo patchkeep-agent enrol --server ${quoteForSh(serverUrl)} --token-file - <<'END' && sudo systemctl restart patchkeep-agent`,
    checkedToken(token),
    'END',
  ].join('\n');

const policy = ({ serverUrl, token }: InstallGiven): string =>
  `msiexec /i ${msi} /qn ${msiProperty('SERVERURL', serverUrl)} ${msiProperty('INSTALLTOKEN', checkedToken(token))}`;

/** The line to paste for each shell. The secret never stands where another user of the host can read it. */
export const installCommands = (given: InstallGiven): InstallCommand[] => [
  {
    id: 'powershell',
    label: 'PowerShell',
    where: `PowerShell as administrator, in the folder that holds ${msi}.`,
    text: powershell(given),
    care: 'The token goes to the agent through its standard input.',
  },
  {
    id: 'cmd',
    label: 'cmd',
    where: `Command prompt as administrator, in the folder that holds ${msi}.`,
    text: cmd(given),
    care: 'The token goes through a file that only you can read, and that is deleted at the end.',
  },
  {
    id: 'sh',
    label: 'sh',
    where: `Debian or Ubuntu, in the folder that holds patchkeep-agent_${given.agentVersion}_amd64.deb.`,
    text: sh(given),
    care: 'The token goes to the agent through its standard input.',
  },
  {
    id: 'policy',
    label: 'Group policy',
    where: `Intune, or a startup script. For software installation by group policy, put the two properties into a transform of ${msi}.`,
    text: policy(given),
    care: 'Runs as the system account, whose command lines users cannot read. Never paste it where users can.',
  },
];

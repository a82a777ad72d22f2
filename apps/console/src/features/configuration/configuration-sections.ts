/** The sections of the configuration by the word in their address, in the order in which they are listed. */
export const configurationSections = {
  agents: 'Agents',
  patching: 'Patching',
  restarts: 'Restart settings',
  'install-tokens': 'Install tokens',
  'api-tokens': 'API tokens',
  'ignore-rules': 'Ignore rules',
  approvals: 'Approvals',
  alerts: 'Alerts',
  files: 'Files',
  feeds: 'Feeds',
  'single-sign-on': 'Single sign-on',
  'azure-integration': 'Azure integration',
} as const;

export type ConfigurationTab = keyof typeof configurationSections;

/** Not built yet: listed only while its address is open, and offered nowhere else. */
const later: readonly ConfigurationTab[] = ['azure-integration'];

export const builtSections = (Object.keys(configurationSections) as ConfigurationTab[]).filter(
  (tab) => !later.includes(tab),
);

import { agentSettingsQuery } from '../../lib/site.queries.ts';
import { AgentSettingsForm } from './agent-settings-form.tsx';
import { SettingsSection } from './settings-section.tsx';

export function AgentsSection() {
  return (
    <SettingsSection
      id="agents"
      title="Agents"
      aside={({ currentVersion }) => `This server hands out agent ${currentVersion}`}
      lead="At an inspection, the agent looks at what is installed on its host and reports it here."
      query={agentSettingsQuery}
      thing="agent settings"
      form={AgentSettingsForm}
    />
  );
}

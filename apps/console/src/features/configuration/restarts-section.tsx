import { Link } from '@tanstack/react-router';
import { restartSettingsQuery } from './configuration.queries.ts';
import { RestartSettingsForm } from './restart-settings-form.tsx';
import { SettingsSection } from './settings-section.tsx';

export function RestartsSection() {
  return (
    <SettingsSection
      id="restarts"
      title="Restart settings"
      lead={
        <>
          A restart follows the settings of a restart tag. New restart tags begin with these; each can be changed under{' '}
          <Link to="/tags">Tags</Link>.
        </>
      }
      query={restartSettingsQuery}
      thing="settings"
      form={RestartSettingsForm}
    />
  );
}

import { patchingSettingsQuery } from './configuration.queries.ts';
import { PatchingSettingsForm } from './patching-settings-form.tsx';
import { SettingsSection } from './settings-section.tsx';

export function PatchingSection() {
  return (
    <SettingsSection
      id="patching"
      title="Patching"
      lead="What is approved goes out step by step, so that what breaks, breaks for few before somebody looks."
      query={patchingSettingsQuery}
      thing="settings"
      form={PatchingSettingsForm}
    />
  );
}

import { approvalCalls } from '@patchkeep/contract/approvals';
import type { Customization, customizations } from '@patchkeep/contract/customization';
import type { Answer } from '@patchkeep/contract/endpoint';
import { missingSettings } from '@patchkeep/rules/install-settings/completeness';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { formatCount } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { draftOf } from './custom-draft.ts';
import { CustomSettingsFields } from './custom-settings-fields.tsx';
import { customSettingsQuery } from './custom.queries.ts';

export interface CustomSettingsDialogProps {
  /** The approval they belong to, as it was seen; it has no id of its own before something is kept. */
  approval: {
    tagApprovalUuid: string | null;
    channelTag: string;
    serialNumber: number;
    scopeName: string;
    isCustomizationEnabled: boolean;
  };
  tagUuid: string;
  /** The application. */
  name: string;
  onClose: () => void;
}

type Prefill = Pick<Answer<typeof customizations.prefill>, 'config' | 'customization' | 'isComplete'>;

/** What updates of an application are told on hosts with a tag: choices, options, files. */
export function CustomSettingsDialog(props: CustomSettingsDialogProps) {
  const query = useQuery(customSettingsQuery(props.approval.tagApprovalUuid, props.approval.channelTag));
  if (query.data) return <SettingsForm {...props} prefill={query.data} />;
  return (
    <Dialog title={`Custom settings: ${props.name}`} isOpen onClose={props.onClose}>
      {query.isError ? (
        <Banner tone="danger" action={{ label: 'Try again', onPress: () => void query.refetch() }}>
          Unable to fetch the settings.
        </Banner>
      ) : (
        <Spinner isBlock />
      )}
    </Dialog>
  );
}

function SettingsForm({ approval, tagUuid, name, onClose, prefill }: CustomSettingsDialogProps & { prefill: Prefill }) {
  const { config } = prefill;
  const [draft, setDraft] = useState<Customization>(() => draftOf(config, prefill.customization));
  // Whoever opens the form of settings that were never used wants to use them.
  const [isEnabled, setEnabled] = useState(approval.isCustomizationEnabled || !prefill.isComplete);
  const [isUploading, setUploading] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const missing = missingSettings({ config, customization: draft, isEnabled, version: config.newestVersion });
  const save = useAct(
    () =>
      call(
        approvalCalls.tag.app.options,
        {
          params: {},
          body: {
            tagUuid,
            channelTag: approval.channelTag,
            serialNumber: approval.serialNumber,
            options: {},
            customization: draft,
            isCustomizationEnabled: isEnabled,
          },
        },
        { operation: { verb: 'save', thing: 'approvals' } },
      ),
    { touches: ['approvals'], onRefused: setRefusal },
  );
  const send = () => {
    if (save.isPending || isUploading) return;
    setRefusal(null);
    save.mutate(undefined, {
      onSuccess: () => {
        notify({
          tone: missing.length === 0 ? 'success' : 'info',
          text: missing.length === 0 ? `Settings of ${name} saved.` : `Saved; ${name} waits until the rest is set.`,
        });
        onClose();
      },
    });
  };
  return (
    <ActDialog
      title={`Custom settings: ${name}`}
      onClose={onClose}
      verb={missing.length === 0 ? 'Save settings' : 'Save what is there'}
      onAct={send}
      isPending={save.isPending}
      isDisabled={isUploading}
    >
      <div className="stack">
        <p className="muted">
          They hold for hosts with the tag <strong>{approval.scopeName}</strong>.
          {config.newestVersion !== null && ` The version on offer is ${config.newestVersion}.`}
        </p>
        {refusal !== null && <Banner tone="danger">{refusal}</Banner>}
        <Missing titles={missing} isRequired={config.isRequired} />
        {!config.isRequired && (
          <Checkbox
            isSelected={isEnabled}
            onChange={setEnabled}
            description="Without them, updates run as their vendor made them."
          >
            Use custom settings for this tag
          </Checkbox>
        )}
        <CustomSettingsFields config={config} draft={draft} onChange={setDraft} onUploading={setUploading} />
      </div>
    </ActDialog>
  );
}

function Missing({ titles, isRequired }: { titles: readonly string[]; isRequired: boolean }) {
  if (titles.length === 0) return <Banner tone="success">All that is needed is set.</Banner>;
  return (
    <Banner tone="warning" word={`${formatCount(titles.length, 'setting')} missing`}>
      {titles.join(', ')}. {isRequired && 'Hosts wait with this update until they are set.'}
    </Banner>
  );
}

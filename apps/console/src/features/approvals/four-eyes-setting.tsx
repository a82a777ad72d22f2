import { approvalSettings } from '@patchkeep/contract/change-sets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { notify } from '../../ui/notify.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { useMay } from '../../lib/use-may.ts';
import s from './change-set.module.css';
import { approvalSettingsQuery, type ChangeLevel } from './change-sets.queries.ts';

const about: Record<ChangeLevel, string> = {
  site: 'A change that touches more than 25 hosts, or more than a twentieth of the site, then waits until another administrator has confirmed it. API tokens can ask for such a change, never confirm one.',
  system:
    'A change at system level then waits until another system administrator has confirmed it. API tokens can ask for such a change, never confirm one.',
};

/** Whether wide changes need a second person. */
export function FourEyesSetting({ level }: { level: ChangeLevel }) {
  const settings = useQuery(approvalSettingsQuery(level));
  const mayChange = useMay(level === 'system' ? 'isSystemAdmin' : 'canMakeChanges');
  const [refusal, setRefusal] = useState<string | null>(null);
  const set = useAct(
    (body: { isFourEyesRequired: boolean; serialNumber: number }) =>
      call(approvalSettings.update, { body: { level, ...body } }, { operation: { verb: 'save', thing: 'settings' } }),
    { touches: ['approvals'], onRefused: setRefusal },
  );
  const { data } = settings;
  if (!data)
    return settings.isError ? (
      <Banner tone="danger" action={{ label: 'Try again', onPress: () => void settings.refetch() }}>
        Unable to fetch settings.
      </Banner>
    ) : (
      <Spinner isBlock />
    );
  const change = (isFourEyesRequired: boolean) => {
    setRefusal(null);
    set.mutate(
      { isFourEyesRequired, serialNumber: data.serialNumber },
      {
        onSuccess: ({ isFourEyesRequired: isOn }) =>
          notify({
            tone: 'success',
            text: isOn ? 'Wide changes need a second person now.' : 'One person is enough now.',
          }),
      },
    );
  };
  return (
    <div className={s['stack']}>
      {refusal !== null && <Banner tone="danger">{refusal}</Banner>}
      <Checkbox
        isSelected={data.isFourEyesRequired}
        isDisabled={!mayChange || set.isPending}
        onChange={change}
        description={about[level]}
      >
        Wide changes need a second person
      </Checkbox>
    </div>
  );
}

import { type ApprovalSettings, approvalSettings } from '@patchkeep/contract/change-sets';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { notify } from '../../../ui/notify.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { approvalSettingsQuery, type ChangeLevel } from './change-sets.queries.ts';

const about: Record<ChangeLevel, string> = {
  site: 'A change that touches more than 25 hosts and more than a twentieth of the site then waits until another administrator has confirmed it. API tokens can ask for such a change, never confirm one.',
  system:
    'A change at system level then waits until another system administrator has confirmed it. API tokens can ask for such a change, never confirm one.',
};

const saidOf = ({ isFourEyesRequired, offAskedBy }: ApprovalSettings): string => {
  if (offAskedBy !== null) return 'Asked for. Another administrator has to turn it off too, within a day.';
  return isFourEyesRequired ? 'Wide changes need a second person now.' : 'One person is enough now.';
};

/** Whether wide changes need a second person. Turning that off needs two as well. */
export function FourEyesSetting({ level }: { level: ChangeLevel }) {
  const settings = useQuery(approvalSettingsQuery(level));
  const mayChange = useMay(level === 'system' ? 'isSystemAdmin' : 'canMakeChanges');
  const [refusal, setRefusal] = useState<string | null>(null);
  const set = useAct(
    (body: { isFourEyesRequired: boolean; serialNumber: number }) =>
      call(approvalSettings.update, { body: { level, ...body } }, { operation: { verb: 'save', thing: 'settings' } }),
    { touches: ['approvals'], onRefused: setRefusal, refusals: [400, 403] },
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
        onSuccess: (saved) => notify({ tone: saved.offAskedBy === null ? 'success' : 'info', text: saidOf(saved) }),
      },
    );
  };
  return (
    <div className="stack">
      {refusal !== null && <Banner tone="danger">{refusal}</Banner>}
      {data.offAskedBy !== null && data.offAskedUntil !== null && (
        <Banner tone="warning" word="Half turned off">
          {data.offAskedBy} wants one person to be enough. It stays on unless another administrator turns it off too,{' '}
          <RelativeTime at={data.offAskedUntil} isAbsoluteShown /> at the latest.
        </Banner>
      )}
      <Checkbox
        isSelected={data.isFourEyesRequired}
        isDisabled={!mayChange || set.isPending}
        onChange={change}
        description={
          data.isFourEyesRequired && data.isOnlyAdministrator
            ? `${about[level]} You are the only administrator, so you can turn it off by yourself.`
            : about[level]
        }
      >
        Wide changes need a second person
      </Checkbox>
    </div>
  );
}

import { applications } from '@patchkeep/contract/applications';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { formatCount } from '../../../ui/format.ts';
import type { MatrixRow } from './approval-columns.tsx';
import s from '../approvals.module.css';

/** Said before anything work-in-progress is automated; the words are the product's. */
export const workInProgressWarning =
  'Updates of this Application are work-in-progress. Automating updates of work-in-progress Applications is not recommended.';

interface WorkInProgressProps {
  names: readonly string[];
  onCancel: () => void;
  onConfirm: () => void;
}

export function WorkInProgressDialog({ names, onCancel, onConfirm }: WorkInProgressProps) {
  return (
    <Dialog
      title={`Automate ${names.length === 1 ? `“${names[0]}”` : formatCount(names.length, 'application')}?`}
      role="alertdialog"
      isOpen
      onClose={onCancel}
      actions={
        <>
          <Button onPress={onCancel}>Cancel</Button>
          <Button variant="primary" onPress={onConfirm}>
            Automate anyway
          </Button>
        </>
      }
    >
      <div className={s['stack']}>
        <Banner tone="warning">{workInProgressWarning}</Banner>
        {names.length > 1 && <p>{names.join(', ')}</p>}
      </div>
    </Dialog>
  );
}

/** Custom settings live on tags only: says so, and shows the way. */
export function NeedsTagDialog({ name, isTag, onClose }: { name: string; isTag: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={isTag ? 'Custom settings' : 'Custom settings need a tag'}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          {!isTag && (
            <Link to="/tags" className={buttonClass('primary')}>
              Make a tag
            </Link>
          )}
        </>
      }
    >
      <p>
        {isTag
          ? `Files belong to a site. Switch to the site of this tag to set what updates of “${name}” are told.`
          : `Updates of “${name}” take custom settings, and only tags can carry those. Make a tag, give it to the hosts in question, and approve there.`}
      </p>
    </Dialog>
  );
}

interface VersionDialogProps {
  row: MatrixRow;
  onCancel: () => void;
  onApprove: (version: string) => void;
}

const other = 'other';

/** Approves one version: the newest, one that is installed, or one that is typed. */
export function VersionDialog({ row, onCancel, onApprove }: VersionDialogProps) {
  const { applicationId, newestVersion, approvedVersion } = row;
  const installed = useQuery({
    queryKey: ['counts', 'versions-to-approve', applicationId],
    queryFn: ({ signal }) =>
      call(
        applications.versions,
        { query: { applicationId: applicationId ?? 0, limit: 100 } },
        { signal, operation: { verb: 'fetch', thing: 'versions' } },
      ),
    enabled: applicationId !== null,
    select: (answer) => answer.versions.map(({ version }) => version),
  }).data;
  const known = [...new Set([...(newestVersion === null ? [] : [newestVersion]), ...(installed ?? [])])];
  const [chosen, setChosen] = useState(approvedVersion ?? newestVersion ?? other);
  const [typed, setTyped] = useState('');
  const isTyped = !known.includes(chosen);
  const version = isTyped ? typed.trim() || (chosen === other ? '' : chosen) : chosen;
  const submit = () => {
    if (version !== '') onApprove(version);
  };
  return (
    <ActDialog
      title={`Approve a version of “${row.name}”`}
      onClose={onCancel}
      verb={`Approve ${version}`}
      onAct={submit}
      isDisabled={version === ''}
    >
      <div className={s['stack']}>
        <Select
          label="Version"
          description="Hosts below it are brought to it; others stay where they are."
          options={[
            ...known.map((one) => ({
              value: one,
              label: one,
              ...(one === newestVersion ? { detail: 'recommended' } : { detail: 'installed' }),
            })),
            { value: other, label: 'Another version...' },
          ]}
          value={isTyped ? other : chosen}
          onChange={setChosen}
        />
        {isTyped && (
          <TextField label="Another version" maxLength={100} value={typed} onChange={setTyped} autoComplete="off" />
        )}
      </div>
    </ActDialog>
  );
}

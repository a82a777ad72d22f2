import type { ApprovalRow } from '@patchkeep/contract/approval-fields';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { callsOf, pathOf, type Scope, scopeTitle } from '../approval-scope.ts';
import { overrideText } from './approval-columns.tsx';
import { DefaultBadge, InheritedBadge, OwnValue } from './own-value.tsx';
import { needsSettings, settingsText } from './settings-needed.ts';
import s from '../approvals.module.css';

interface ApprovalPanelProps {
  row: ApprovalRow;
  scope: Scope;
  mayChange: boolean;
  onSettings: () => void;
  onClose: () => void;
}

/** One approval beside the matrix: where it comes from, who decided, and its options. */
export function ApprovalPanel({ row, scope, mayChange, onSettings, onClose }: ApprovalPanelProps) {
  const isDecided = row.status !== 'disabled';
  return (
    <SidePanel
      title={row.name}
      lead={<OwnValue approval={row} />}
      isOpen
      onClose={onClose}
      {...(mayChange &&
        (row.isUcSupported || needsSettings(row)) && {
          actions: <Button onPress={onSettings}>{settingsText(row)}</Button>,
        })}
    >
      {needsSettings(row) && <Banner tone="warning">Updates wait until custom settings are complete.</Banner>}
      <Facts
        facts={[
          { term: 'Scope', detail: scopeTitle(scope) },
          ...(scope.level === 'system'
            ? []
            : [
                {
                  term: 'Inherited',
                  detail: row.inherited ? <InheritedBadge inherited={row.inherited} /> : 'Nothing decided',
                },
              ]),
          ...(scope.level === 'group' || scope.level === 'tag'
            ? [
                { term: 'Site', detail: <DefaultBadge status={row.siteDefault} /> },
                { term: 'System', detail: <DefaultBadge status={row.systemDefault} /> },
              ]
            : []),
          ...(row.kind === 'app'
            ? [
                { term: 'Approved version', detail: row.approvedVersion ?? 'No fixed version (follows the newest)' },
                { term: 'Recommended version', detail: row.newestVersion ?? 'None known' },
                {
                  term: 'Insecure on',
                  detail: `${formatNumber(row.insecureHosts)} of ${formatNumber(row.hosts)} hosts`,
                },
              ]
            : [
                { term: 'Classification', detail: row.classification ?? 'Not known' },
                { term: 'Severity', detail: row.severity ?? 'Not known' },
                { term: 'Hosts that miss it', detail: formatNumber(row.hosts) },
              ]),
          { term: 'Overrides below', detail: overrideText(row.overrides) || 'None' },
          { term: 'Decided by', detail: row.changedBy ?? 'Nobody yet' },
          ...(row.changedAt === null ? [] : [{ term: 'Decided', detail: <RelativeTime at={row.changedAt} /> }]),
        ]}
      />
      {isDecided && mayChange && <OptionsForm key={row.serialNumber} row={row} scope={scope} />}
    </SidePanel>
  );
}

/** How long automation waits, and a note for colleagues. */
function OptionsForm({ row, scope }: { row: ApprovalRow; scope: Scope }) {
  const [delayDays, setDelayDays] = useState(String(row.options.delayDays));
  const [note, setNote] = useState(row.options.note);
  const [problem, setProblem] = useState<string>();
  const save = useAct(
    (options: { delayDays: number; note: string }) =>
      call(
        callsOf(scope, row.kind).options,
        {
          params: pathOf(scope),
          body: {
            ...(row.groupApprovalUuid !== null && { groupApprovalUuid: row.groupApprovalUuid }),
            ...(row.tagApprovalUuid !== null && { tagApprovalUuid: row.tagApprovalUuid }),
            ...(row.groupApprovalUuid === null &&
              row.tagApprovalUuid === null && {
                ...(row.channelTag !== null && { channelTag: row.channelTag }),
                ...(row.wuaKey !== null && { wuaKey: row.wuaKey }),
              }),
            serialNumber: row.serialNumber,
            options,
          },
        },
        { operation: { verb: 'update', thing: 'approvals' } },
      ),
    { touches: ['approvals'], onRefused: setProblem },
  );
  const days = Number(delayDays);
  const isValid = /^\d{1,2}$/.test(delayDays.trim()) && days <= 90;
  return (
    <form
      className={s['options']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isValid)
          save.mutate(
            { delayDays: days, note: note.trim() },
            { onSuccess: () => notify({ tone: 'success', text: `Options of ${row.name} saved.` }) },
          );
      }}
    >
      <h3>Options</h3>
      {row.isAutoUpdate && (
        <TextField
          label="Wait until a version is this many days old"
          description="A version is taken once it is that old; 0 to 90."
          inputMode="numeric"
          value={delayDays}
          onChange={setDelayDays}
          errorMessage={isValid ? undefined : 'A number from 0 to 90.'}
        />
      )}
      <TextField label="Note" isOptional maxLength={2000} value={note} onChange={setNote} errorMessage={problem} />
      <div>
        <Button type="submit" isPending={save.isPending}>
          Save options
        </Button>
      </div>
    </form>
  );
}

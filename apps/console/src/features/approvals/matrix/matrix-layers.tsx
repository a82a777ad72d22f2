import type { ApprovalKind, ApprovalType } from '@patchkeep/contract/approval-fields';
import type { Dispatch, SetStateAction } from 'react';
import type { Scope } from '../approval-scope.ts';
import { CustomSettingsDialog } from '../custom-settings/custom-settings-dialog.tsx';
import { ActsReview } from '../pending/acts-review.tsx';
import { pending } from '../pending/pending-store.ts';
import { editKey, subjectOf } from '../pending/pending.ts';
import type { useApprovalActs } from '../pending/use-approval-acts.ts';
import type { MatrixRow } from './approval-columns.tsx';
import { NeedsTagDialog, VersionDialog, WorkInProgressDialog } from './approval-dialogs.tsx';
import { ApprovalPanel } from './approval-panel.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { DecideMenu } from './decide-menu.tsx';

/** What stands over or beside the matrix; one at a time. */
export type OpenLayer =
  | { what: 'menu'; subject: string; opener: HTMLElement }
  | { what: 'details'; subject: string }
  | { what: 'version'; subject: string }
  | { what: 'settings'; subject: string }
  | { what: 'compare' }
  | { what: 'workInProgress'; rows: readonly MatrixRow[] };

interface MatrixLayersProps {
  layer: OpenLayer | null;
  setLayer: Dispatch<SetStateAction<OpenLayer | null>>;
  scope: Scope;
  kind: ApprovalKind;
  siteUuid: string;
  rows: readonly MatrixRow[] | undefined;
  acts: ReturnType<typeof useApprovalActs>;
  mayChange: boolean;
  onAct: (row: MatrixRow, type: ApprovalType, version?: string) => void;
  onAutomate: (rows: readonly MatrixRow[]) => void;
  onToggle: (subject: string) => void;
}

export function MatrixLayers(props: MatrixLayersProps) {
  const { acts } = props;
  return (
    <>
      {props.layer && <Layer {...props} layer={props.layer} />}
      <ActsReview acts={acts} />
    </>
  );
}

function Layer(props: MatrixLayersProps & { layer: OpenLayer }) {
  const { layer, setLayer, scope, kind, siteUuid } = props;
  const close = () => setLayer(null);
  if (layer.what === 'compare')
    return (
      <CompareDialog
        scope={scope}
        kind={kind}
        onClose={close}
        onCopy={(edits) => {
          pending.add(siteUuid, edits, new Set());
          close();
        }}
      />
    );
  if (layer.what === 'workInProgress')
    return (
      <WorkInProgressDialog
        names={layer.rows.filter(({ isWorkInProgress }) => isWorkInProgress).map(({ name }) => name)}
        onCancel={close}
        onConfirm={() => {
          close();
          props.onAutomate(layer.rows);
        }}
      />
    );
  const row = props.rows?.find((one) => subjectOf(one) === layer.subject);
  return row ? <RowLayer {...props} layer={layer} row={row} /> : null;
}

type RowLayerKind = Extract<OpenLayer, { subject: string }>;

function RowLayer(props: MatrixLayersProps & { layer: RowLayerKind; row: MatrixRow }) {
  const { layer, row, setLayer, scope, kind, siteUuid } = props;
  const close = () => setLayer(null);
  const subject = subjectOf(row);
  if (layer.what === 'details')
    return (
      <ApprovalPanel
        row={row}
        scope={scope}
        mayChange={props.mayChange}
        onSettings={() => setLayer({ what: 'settings', subject })}
        onClose={close}
      />
    );
  if (layer.what === 'settings')
    return scope.level === 'tag' && scope.scopeUuid !== null && !scope.siteUuid && row.channelTag !== null ? (
      <CustomSettingsDialog
        approval={{ ...row, channelTag: row.channelTag }}
        tagUuid={scope.scopeUuid}
        name={row.name}
        onClose={close}
      />
    ) : (
      <NeedsTagDialog name={row.name} isTag={scope.level === 'tag'} onClose={close} />
    );
  if (layer.what === 'version')
    return (
      <VersionDialog
        row={row}
        onCancel={close}
        onApprove={(version) => {
          close();
          props.onAct(row, 'approve', version);
        }}
      />
    );
  return (
    <DecideMenu
      row={row}
      opener={layer.opener}
      // It closes after what was chosen from it has opened: then it is no longer the one in front.
      onClose={() => setLayer((now) => (now === layer ? null : now))}
      onAct={(type) => props.onAct(row, type)}
      onVersion={() => setLayer({ what: 'version', subject })}
      onSettings={() => setLayer({ what: 'settings', subject })}
      onDetails={() => setLayer({ what: 'details', subject })}
      onToggle={() => props.onToggle(subject)}
      onDrop={() => pending.drop(siteUuid, new Set([editKey(scope, kind, subject)]))}
    />
  );
}

import { constants } from '@patchkeep/contract/constants';
import type { HostState, HostView } from '@patchkeep/contract/hosts';
import { type ComponentType, useState } from 'react';
import { useMay } from '../../lib/use-may.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { MenuButton, MenuItem } from '../../ui/menu.tsx';
import { PreviewPanel } from '../../ui/preview-panel.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import { actsOf, actText, canSort, type HostAct } from './host-acts.ts';
import { isTooMany, needsPreview, type SelectionBody, selectionBody, selectionMax } from './host-selection.ts';
import { HostStateBadge } from './host-state-badge.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { useDeploy } from './use-deploy.ts';
import { type Chosen, chosenCount, type HostActs } from './use-host-acts.ts';

/** What a host will be, where the act says it. */
const after: Partial<Record<HostAct, HostState>> = {
  enable: 'active',
  disable: 'disabled',
  trash: 'trash',
  accept: 'active',
};

/** How chosen hosts are asked to restart; a part of its own knows. */
export type RestartChosen = ComponentType<{
  title: string;
  targets: { selection: SelectionBody };
  onClose: () => void;
  onDone: () => void;
}>;

/** A dialog of the bulk actions, with the hosts it was opened for. */
export interface OpenDialog {
  what: HostAct | 'tag' | 'move' | 'restart';
  chosen: Chosen;
}

export interface BulkButtonsProps {
  selection: Selection;
  view: HostView;
  acts: HostActs;
  /** Called when something is pressed, never while drawing. */
  chosenFrom: (selection: Selection) => Chosen;
  setOpen: (open: OpenDialog) => void;
  mayRestart: boolean;
}

/** The buttons above ticked rows. Few hosts are acted on at once, with undo; many are shown first. */
export function BulkButtons({ selection, view, acts, chosenFrom, setOpen, mayRestart }: BulkButtonsProps) {
  const { first, more } = actsOf[view];
  const mayDeploy = useMay('canDeploySoftware');
  const deploy = useDeploy();
  const open = (what: OpenDialog['what']) => setOpen({ what, chosen: chosenFrom(selection) });
  const begin = (act: HostAct) => (needsPreview(selection) ? open(act) : acts.act(act, chosenFrom(selection)));
  if (isTooMany(selection))
    return <span>At most {formatNumber(selectionMax)} hosts one by one. Select all matching instead.</span>;
  return (
    <>
      {first.map((act) => (
        <Button key={act} isPending={acts.isPending} onPress={() => begin(act)}>
          {actText[act].label}
        </Button>
      ))}
      {mayRestart && (view === 'active' || view === 'dormant') && (
        <Button onPress={() => open('restart')}>Restart...</Button>
      )}
      {view === 'active' && mayDeploy && <Button onPress={() => deploy(chosenFrom(selection))}>Deploy...</Button>}
      {canSort(view) && (
        <>
          <Button onPress={() => open('tag')}>Tag...</Button>
          <Button onPress={() => open('move')}>Move...</Button>
        </>
      )}
      {more.length > 0 && (
        <MenuButton label="More" placement="bottom end">
          {more.map((act) => (
            <MenuItem key={act} id={act} tone={act === 'trash' ? 'danger' : 'plain'} onAction={() => begin(act)}>
              {actText[act].label}
            </MenuItem>
          ))}
        </MenuButton>
      )}
    </>
  );
}

export interface BulkDialogsProps {
  open: OpenDialog;
  acts: HostActs;
  Restart: RestartChosen | undefined;
  onClose: () => void;
}

/** The dialogs stand outside the table, so that they outlive the bar that opened them. */
export function BulkDialogs({ open: { what, chosen }, acts, Restart, onClose }: BulkDialogsProps) {
  if (what === 'tag') return <TagDialog chosen={chosen} acts={acts} onClose={onClose} />;
  if (what === 'move') return <MoveDialog chosen={chosen} acts={acts} onClose={onClose} />;
  if (what === 'restart')
    return (
      Restart && (
        <Restart
          title={`Restart ${formatCount(chosenCount(chosen), 'host')}`}
          targets={{ selection: selectionBody(chosen.selection, chosen.filter, chosen.total) }}
          onClose={onClose}
          onDone={() => acts.done(chosen.selection)}
        />
      )
    );
  const { label, verb, effect, inverse } = actText[what];
  const becomes = after[what];
  const { view } = chosen.filter;
  const isById = chosen.selection.kind === 'some';
  return (
    <PreviewPanel
      title={label}
      tier={1}
      isOpen
      hasReason={false}
      isPending={acts.isPending}
      verb={verb}
      affected={chosenCount(chosen)}
      affectedDetail={isById ? 'ticked by you' : 'everything that matches the filters, less what you unticked'}
      {...(becomes &&
        view !== 'licensed' && {
          change: { now: <HostStateBadge state={view} />, after: <HostStateBadge state={becomes} /> },
        })}
      facts={[
        { term: 'What happens', detail: effect },
        ...(inverse
          ? [
              {
                term: 'Taking it back',
                detail:
                  isById || chosenCount(chosen) <= constants.undoMax
                    ? 'Undo is offered right after.'
                    : `Select the hosts and choose ${actText[inverse].label}.`,
              },
            ]
          : []),
      ]}
      onCancel={onClose}
      onConfirm={() => acts.act(what, chosen, { hosts: chosenCount(chosen) })}
    />
  );
}

/** Which dialog is open, if any. */
export const useBulkDialog = () => useState<OpenDialog | null>(null);

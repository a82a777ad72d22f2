import { constants } from '@patchkeep/contract/constants';
import type { HostState } from '@patchkeep/contract/hosts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { MenuButton, MenuItem } from '../../ui/menu.tsx';
import { PreviewPanel } from '../../ui/preview-panel.tsx';
import type { Selection } from '../../ui/table/selection.ts';
import { HostStateBadge } from './host-state-badge.tsx';
import { actsOf, actWords, canSort, type HostAct } from './host-acts.ts';
import type { HostView } from './host-search.ts';
import { isTooMany, needsPreview, selectionMax } from './host-selection.ts';
import { MoveDialog } from './move-dialog.tsx';
import { TagDialog } from './tag-dialog.tsx';
import { type Chosen, chosenCount, type HostActs } from './use-host-acts.ts';

/** What a host will be, where the act says it. */
const after: Partial<Record<HostAct, HostState>> = {
  enable: 'active',
  disable: 'disabled',
  trash: 'trash',
  accept: 'active',
};

/** A dialog of the bulk actions, with the hosts it was opened for. */
export interface OpenDialog {
  what: HostAct | 'tag' | 'move';
  chosen: Chosen;
}

export interface BulkButtonsProps {
  selection: Selection;
  view: HostView;
  acts: HostActs;
  /** Called when something is pressed, never while drawing. */
  chosenFrom: (selection: Selection) => Chosen;
  setOpen: (open: OpenDialog) => void;
}

/** The buttons above ticked rows. Few hosts are acted on at once, with undo; many are shown first. */
export function BulkButtons({ selection, view, acts, chosenFrom, setOpen }: BulkButtonsProps) {
  const { first, more } = actsOf[view];
  const open = (what: OpenDialog['what']) => setOpen({ what, chosen: chosenFrom(selection) });
  const begin = (act: HostAct) => (needsPreview(selection) ? open(act) : acts.act(act, chosenFrom(selection)));
  if (isTooMany(selection))
    return <span>At most {formatNumber(selectionMax)} hosts one by one. Select all matching instead.</span>;
  return (
    <>
      {first.map((act) => (
        <Button key={act} isPending={acts.isPending} onPress={() => begin(act)}>
          {actWords[act].label}
        </Button>
      ))}
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
              {actWords[act].label}
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
  onClose: () => void;
}

/** The dialogs stand outside the table, so that they outlive the bar that opened them. */
export function BulkDialogs({ open: { what, chosen }, acts, onClose }: BulkDialogsProps) {
  if (what === 'tag') return <TagDialog chosen={chosen} acts={acts} onClose={onClose} />;
  if (what === 'move') return <MoveDialog chosen={chosen} acts={acts} onClose={onClose} />;
  const { label, verb, effect, inverse } = actWords[what];
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
      {...(becomes && { change: { now: <HostStateBadge state={view} />, after: <HostStateBadge state={becomes} /> } })}
      facts={[
        { term: 'What happens', detail: effect },
        ...(inverse
          ? [
              {
                term: 'Taking it back',
                detail:
                  isById || chosenCount(chosen) <= constants.undoMax
                    ? 'Undo is offered right after.'
                    : `Select the hosts and choose ${actWords[inverse].label}.`,
              },
            ]
          : []),
      ]}
      onCancel={onClose}
      onConfirm={() => acts.act(what, chosen)}
    />
  );
}

/** Which dialog is open, if any. */
export const useBulkDialog = () => useState<OpenDialog | null>(null);

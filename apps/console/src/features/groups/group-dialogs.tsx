import type { Group } from '@patchkeep/contract/groups';
import { constants } from '@patchkeep/contract/constants';
import { canMoveGroup, groupPlaces } from '@patchkeep/rules/group-tree';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import s from './groups.module.css';
import type { GroupActs } from './use-group-acts.ts';

const top = 'top';

interface DialogProps {
  groups: readonly Group[];
  acts: GroupActs;
  /** Why the server would not, in its words. */
  refusal: string | undefined;
  onClose: () => void;
}

const placeOptions = (groups: readonly Group[], isAllowed: (uuid: string) => boolean) =>
  groupPlaces(groups)
    .filter(({ group }) => isAllowed(group.uuid))
    .map(({ group, path }) => ({ value: group.uuid, label: path }));

export function NewGroupDialog({ groups, acts, refusal, onClose, parent }: DialogProps & { parent: Group | null }) {
  const [title, setTitle] = useState('');
  const [place, setPlace] = useState(parent?.uuid ?? top);
  const make = () => {
    if (title.trim()) acts.create(title.trim(), place === top ? null : place);
  };
  return (
    <Dialog
      title="New group"
      isOpen
      onClose={onClose}
      onSubmit={make}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={title.trim() === ''} isPending={acts.isPending} onPress={make}>
            Make group
          </Button>
        </>
      }
    >
      <div className={s['stack']}>
        <TextField
          label="Name"
          maxLength={constants.nameMax}
          value={title}
          onChange={setTitle}
          errorMessage={refusal}
          onKeyDown={(event) => {
            if (event.key === 'Enter') make();
          }}
        />
        <Select
          label="Below"
          options={[{ value: top, label: 'Top level' }, ...placeOptions(groups, () => true)]}
          value={place}
          onChange={setPlace}
        />
      </div>
    </Dialog>
  );
}

export function RenameGroupDialog({ acts, refusal, onClose, group }: Omit<DialogProps, 'groups'> & { group: Group }) {
  const [title, setTitle] = useState(group.title);
  const isSame = title.trim() === '' || title.trim() === group.title;
  const rename = () => {
    if (!isSame) acts.rename(group, title.trim());
  };
  return (
    <Dialog
      title={`Rename "${group.title}"`}
      isOpen
      onClose={onClose}
      onSubmit={rename}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={isSame} isPending={acts.isPending} onPress={rename}>
            Rename
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        maxLength={constants.nameMax}
        value={title}
        onChange={setTitle}
        errorMessage={refusal}
        onKeyDown={(event) => {
          if (event.key === 'Enter') rename();
        }}
      />
    </Dialog>
  );
}

export function MoveGroupDialog({ groups, acts, refusal, onClose, group }: DialogProps & { group: Group }) {
  const [place, setPlace] = useState<string | null>(null);
  const options = [
    ...(group.parentUuid === null ? [] : [{ value: top, label: 'Top level' }]),
    ...placeOptions(groups, (uuid) => canMoveGroup(groups, group.uuid, uuid)),
  ];
  const move = () => {
    const name = options.find(({ value }) => value === place)?.label;
    if (place !== null && name !== undefined)
      acts.move(group, place === top ? null : place, place === top ? 'the top level' : name);
  };
  return (
    <Dialog
      title={`Move "${group.title}"`}
      isOpen
      onClose={onClose}
      onSubmit={move}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={place === null} isPending={acts.isPending} onPress={move}>
            Move group
          </Button>
        </>
      }
    >
      <Select
        label="Below"
        description="Its hosts and the groups below it go with it."
        options={options}
        value={place}
        onChange={setPlace}
        errorMessage={refusal}
      />
    </Dialog>
  );
}

const nowhere = 'none';

/** Hosts are never lost with a group: the user says where they go. */
export function DeleteGroupDialog({ groups, acts, refusal, onClose, group }: DialogProps & { group: Group }) {
  const [place, setPlace] = useState<string>(group.parentUuid ?? nowhere);
  const childCount = groups.filter(({ parentUuid }) => parentUuid === group.uuid).length;
  const remove = () => acts.remove(group, place);
  return (
    <Dialog
      title={`Delete "${group.title}"`}
      role="alertdialog"
      isOpen
      onClose={onClose}
      onSubmit={remove}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="danger" isPending={acts.isPending} onPress={remove}>
            Delete group
          </Button>
        </>
      }
    >
      <div className={s['stack']}>
        <p>
          {group.hostCount === 0
            ? 'The group holds no hosts of its own.'
            : `The group holds ${formatCount(group.hostCount, 'host')}. They stay hosts of this site.`}
          {childCount > 0 && ` ${formatCount(childCount, 'group')} below it will move up one level.`}
        </p>
        <Select
          label="Its hosts go to"
          options={[{ value: nowhere, label: 'No group' }, ...placeOptions(groups, (uuid) => uuid !== group.uuid)]}
          value={place}
          onChange={setPlace}
          errorMessage={refusal}
        />
      </div>
    </Dialog>
  );
}

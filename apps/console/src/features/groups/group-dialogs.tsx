import { constants } from '@patchkeep/contract/constants';
import type { Group } from '@patchkeep/contract/groups';
import { canMoveGroup, flattenGroups } from '@patchkeep/rules/group-tree';
import { useState } from 'react';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { formatCount } from '../../ui/format.ts';
import type { GroupActs } from './use-group-acts.ts';
import s from './groups.module.css';

const top = 'top';

interface DialogProps {
  groups: readonly Group[];
  acts: GroupActs;
  /** Why the server would not, in its words. */
  refusal: string | undefined;
  onClose: () => void;
}

const parentOptions = (groups: readonly Group[], isAllowed: (uuid: string) => boolean) =>
  flattenGroups(groups)
    .filter(({ group }) => isAllowed(group.uuid))
    .map(({ group, path }) => ({ value: group.uuid, label: path }));

interface NameFieldProps {
  value: string;
  onChange: (value: string) => void;
  refusal: string | undefined;
  onEnter: () => void;
}

function NameField({ value, onChange, refusal, onEnter }: NameFieldProps) {
  return (
    <TextField
      label="Name"
      maxLength={constants.nameMax}
      value={value}
      onChange={onChange}
      errorMessage={refusal}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter();
      }}
    />
  );
}

export function NewGroupDialog({ groups, acts, refusal, onClose, parent }: DialogProps & { parent: Group | null }) {
  const [title, setTitle] = useState('');
  const [chosen, setChosen] = useState(parent?.uuid ?? top);
  const make = () => {
    if (title.trim()) acts.create(title.trim(), chosen === top ? null : chosen);
  };
  return (
    <ActDialog
      title="New group"
      onClose={onClose}
      verb="Make group"
      onAct={make}
      isDisabled={title.trim() === ''}
      isPending={acts.isPending}
    >
      <div className={s['stack']}>
        <NameField value={title} onChange={setTitle} refusal={refusal} onEnter={make} />
        <Select
          label="Below"
          options={[{ value: top, label: 'Top level' }, ...parentOptions(groups, () => true)]}
          value={chosen}
          onChange={setChosen}
        />
      </div>
    </ActDialog>
  );
}

export function RenameGroupDialog({ acts, refusal, onClose, group }: Omit<DialogProps, 'groups'> & { group: Group }) {
  const [title, setTitle] = useState(group.title);
  const isSame = title.trim() === '' || title.trim() === group.title;
  const rename = () => {
    if (!isSame) acts.rename(group, title.trim());
  };
  return (
    <ActDialog
      title={`Rename "${group.title}"`}
      onClose={onClose}
      verb="Rename"
      onAct={rename}
      isDisabled={isSame}
      isPending={acts.isPending}
    >
      <NameField value={title} onChange={setTitle} refusal={refusal} onEnter={rename} />
    </ActDialog>
  );
}

export function MoveGroupDialog({ groups, acts, refusal, onClose, group }: DialogProps & { group: Group }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const options = [
    ...(group.parentUuid === null ? [] : [{ value: top, label: 'Top level' }]),
    ...parentOptions(groups, (uuid) => canMoveGroup(groups, group.uuid, uuid)),
  ];
  const move = () => {
    const name = options.find(({ value }) => value === chosen)?.label;
    if (chosen !== null && name !== undefined)
      acts.move(group, chosen === top ? null : chosen, chosen === top ? 'the top level' : name);
  };
  return (
    <ActDialog
      title={`Move "${group.title}"`}
      onClose={onClose}
      verb="Move group"
      onAct={move}
      isDisabled={chosen === null}
      isPending={acts.isPending}
    >
      <Select
        label="Below"
        description="Its hosts and the groups below it go with it."
        options={options}
        value={chosen}
        onChange={setChosen}
        errorMessage={refusal}
      />
    </ActDialog>
  );
}

const nowhere = 'none';

/** Hosts are never lost with a group: the user says where they go. */
export function DeleteGroupDialog({ groups, acts, refusal, onClose, group }: DialogProps & { group: Group }) {
  const [chosen, setChosen] = useState<string>(group.parentUuid ?? nowhere);
  const childCount = groups.filter(({ parentUuid }) => parentUuid === group.uuid).length;
  const remove = () => acts.remove(group, chosen);
  return (
    <ActDialog
      title={`Delete "${group.title}"`}
      role="alertdialog"
      onClose={onClose}
      verb="Delete group"
      onAct={remove}
      isDanger
      isPending={acts.isPending}
    >
      <div className={s['stack']}>
        <p>
          {group.hostCount === 0
            ? 'The group is empty.'
            : `The group holds ${formatCount(group.hostCount, 'host')}. They stay hosts of this site.`}
          {childCount > 0 && ` ${formatCount(childCount, 'group')} below it will move up one level.`}
        </p>
        <p>This cannot be taken back: what is decided for the group is deleted with it.</p>
        <Select
          label="Its hosts go to"
          options={[{ value: nowhere, label: 'No group' }, ...parentOptions(groups, (uuid) => uuid !== group.uuid)]}
          value={chosen}
          onChange={setChosen}
          errorMessage={refusal}
        />
      </div>
    </ActDialog>
  );
}

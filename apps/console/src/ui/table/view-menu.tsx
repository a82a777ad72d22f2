import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Save from 'lucide-react/icons/save';
import Trash2 from 'lucide-react/icons/trash-2';
import UserRound from 'lucide-react/icons/user-round';
import UsersRound from 'lucide-react/icons/users-round';
import { useState } from 'react';
import { ActDialog } from '../act-dialog.tsx';
import { NameDialog } from '../form/name-dialog.tsx';
import { MenuButton, MenuItem, MenuSection } from '../menu.tsx';
import type { ListView } from './saved-views.ts';

/** What can be done with views. */
export interface ViewActs {
  choose: (view: ListView) => void;
  /** Saves the list as it stands under a new name. */
  save: (name: string) => void;
  /** Saves the list as it stands into the view. */
  saveInto: (view: ListView) => void;
  rename: (view: ListView, name: string) => void;
  remove: (view: ListView) => void;
  /** Absent for who may not make changes at the site, as all acts on shared views are. */
  share?: ((view: ListView) => void) | undefined;
  stopSharing?: ((view: ListView) => void) | undefined;
}

export interface ViewMenuProps {
  /** Views that come with the product. */
  presets: readonly ListView[];
  own: readonly ListView[];
  shared: readonly ListView[];
  currentId: string | null;
  /** The list differs from the view that was chosen. */
  isChanged: boolean;
  acts: ViewActs;
}

type OpenDialog = 'save' | 'rename' | 'stopSharing';

/** The views of a list: those of the product, one's own and the site's, and what can be done with the current one. */
export function ViewMenu({ presets, own, shared, currentId, isChanged, acts }: ViewMenuProps) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const current = [...presets, ...own, ...shared].find(({ id }) => id === currentId);
  const isOwn = own.some(({ id }) => id === currentId);
  const isShared = shared.some(({ id }) => id === currentId);
  const mayAlter = isOwn || (isShared && acts.stopSharing !== undefined);
  const section = (title: string, views: readonly ListView[]) =>
    views.length > 0 && (
      <MenuSection title={title} selectionMode="single" selectedKeys={currentId === null ? [] : [currentId]}>
        {views.map((view) => (
          <MenuItem
            key={view.id}
            id={view.id}
            textValue={view.name}
            detail={[view.sharedBy && `Shared by ${view.sharedBy}`, view.note].filter(Boolean).join(' · ')}
            onAction={() => acts.choose(view)}
          >
            {view.name}
          </MenuItem>
        ))}
      </MenuSection>
    );
  return (
    <>
      <MenuButton shortcut="v" label={`View: ${current?.name ?? 'Custom'}${current && isChanged ? ' (changed)' : ''}`}>
        {section('Views', presets)}
        {section('Yours', own)}
        {section('Shared by the site', shared)}
        <MenuSection aria-label="Manage views">
          <MenuItem id="save" icon={Plus} onAction={() => setOpen('save')}>
            Save as new view...
          </MenuItem>
          {current && mayAlter && isChanged && (
            <MenuItem id="saveInto" icon={Save} onAction={() => acts.saveInto(current)}>
              {isShared ? `Save changes to "${current.name}" for everybody` : `Save changes to "${current.name}"`}
            </MenuItem>
          )}
          {current && mayAlter && (
            <MenuItem id="rename" icon={Pencil} onAction={() => setOpen('rename')}>
              {`Rename "${current.name}"...`}
            </MenuItem>
          )}
          {current && isOwn && acts.share && (
            <MenuItem id="share" icon={UsersRound} onAction={() => acts.share?.(current)}>
              {`Share "${current.name}" with the site`}
            </MenuItem>
          )}
          {current && isShared && acts.stopSharing && (
            <MenuItem id="stopSharing" icon={UserRound} onAction={() => setOpen('stopSharing')}>
              {`Stop sharing "${current.name}"...`}
            </MenuItem>
          )}
          {current && isOwn && (
            <MenuItem id="remove" icon={Trash2} tone="danger" onAction={() => acts.remove(current)}>
              {`Delete "${current.name}"`}
            </MenuItem>
          )}
        </MenuSection>
      </MenuButton>
      {open && (
        <ViewDialog
          open={open}
          current={current}
          names={(open === 'rename' && isShared ? shared : own).map(({ name }) => name)}
          acts={acts}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface ViewDialogProps extends Pick<ViewMenuProps, 'acts'> {
  open: OpenDialog;
  current: ListView | undefined;
  /** The names that stand beside the new one. */
  names: readonly string[];
  onClose: () => void;
}

function ViewDialog({ open, current, names, acts, onClose }: ViewDialogProps) {
  const done = (act: () => void) => {
    act();
    onClose();
  };
  if (open === 'save')
    return (
      <NameDialog
        title="Save view"
        verb="Save view"
        defaultName=""
        description="Keeps the filters, the order of the rows, and which columns are shown in which order."
        taken={names}
        isPending={false}
        onName={(name) => done(() => acts.save(name))}
        onClose={onClose}
      />
    );
  if (!current) return null;
  if (open === 'rename')
    return (
      <NameDialog
        title={`Rename "${current.name}"`}
        verb="Rename"
        defaultName={current.name}
        taken={names.filter((name) => name !== current.name)}
        isPending={false}
        onName={(name) => done(() => acts.rename(current, name))}
        onClose={onClose}
      />
    );
  return (
    <ActDialog
      title={`Stop sharing "${current.name}"`}
      verb="Stop sharing"
      onAct={() => done(() => acts.stopSharing?.(current))}
      onClose={onClose}
    >
      <p>{`Nobody else sees it any more. It is kept as a view of ${current.sharedBy}.`}</p>
    </ActDialog>
  );
}

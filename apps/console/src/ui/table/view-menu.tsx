import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { TextField } from '../form/text-field.tsx';
import { MenuButton, MenuItem, MenuSection } from '../menu.tsx';
import type { SavedView } from './saved-views.ts';

export interface ViewMenuProps {
  /** Views that come with the product, then the user's own. */
  presets: readonly SavedView[];
  own: readonly SavedView[];
  currentId: string | null;
  /** The list has been changed since the view was chosen. */
  isChanged: boolean;
  onChoose: (view: SavedView) => void;
  onSave: (name: string) => void;
  onRemove: (view: SavedView) => void;
}

export function ViewMenu({ presets, own, currentId, isChanged, onChoose, onSave, onRemove }: ViewMenuProps) {
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const current = [...presets, ...own].find(({ id }) => id === currentId);
  const chosen = { selectionMode: 'single', selectedKeys: currentId === null ? [] : [currentId] } as const;
  const save = () => {
    onSave(name.trim());
    setNaming(false);
    setName('');
  };
  return (
    <>
      <MenuButton shortcut="v" label={`View: ${current?.name ?? 'Custom'}${current && isChanged ? ' (changed)' : ''}`}>
        <MenuSection title="Views" {...chosen}>
          {presets.map((view) => (
            <MenuItem key={view.id} id={view.id} onAction={() => onChoose(view)}>
              {view.name}
            </MenuItem>
          ))}
        </MenuSection>
        {own.length > 0 && (
          <MenuSection title="Your views" {...chosen}>
            {own.map((view) => (
              <MenuItem key={view.id} id={view.id} onAction={() => onChoose(view)}>
                {view.name}
              </MenuItem>
            ))}
          </MenuSection>
        )}
        <MenuSection aria-label="Manage views">
          <MenuItem id="save" icon={Plus} onAction={() => setNaming(true)}>
            Save as new view...
          </MenuItem>
          {own.some(({ id }) => id === currentId) && current && (
            <MenuItem id="remove" icon={Trash2} tone="danger" onAction={() => onRemove(current)}>
              {`Delete "${current.name}"`}
            </MenuItem>
          )}
        </MenuSection>
      </MenuButton>
      <Dialog
        title="Save view"
        isOpen={isNaming}
        onClose={() => setNaming(false)}
        actions={
          <>
            <Button onPress={() => setNaming(false)}>Cancel</Button>
            <Button variant="primary" isDisabled={name.trim() === ''} onPress={save}>
              Save view
            </Button>
          </>
        }
      >
        <TextField
          label="Name"
          description="Keeps the filters, the order and the shown columns."
          value={name}
          onChange={setName}
          maxLength={100}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && name.trim()) save();
          }}
        />
      </Dialog>
    </>
  );
}

import Download from 'lucide-react/icons/download';
import { MenuButton, MenuItem } from '../../menu.tsx';

export interface ExportFormat<Id extends string> {
  id: Id;
  label: string;
  detail?: string;
  isDisabled?: boolean;
}

export interface ExportMenuProps<Id extends string> {
  formats: readonly ExportFormat<Id>[];
  /** The page decides: rows in hand are written here (download.ts), whole lists by the server as a task. */
  onExport: (format: Id) => void;
}

export function ExportMenu<Id extends string>({ formats, onExport }: ExportMenuProps<Id>) {
  return (
    <MenuButton shortcut="e" label="Export" icon={Download} placement="bottom end">
      {formats.map(({ id, label, detail, isDisabled = false }) => (
        <MenuItem key={id} id={id} detail={detail} isDisabled={isDisabled} onAction={() => onExport(id)}>
          {label}
        </MenuItem>
      ))}
    </MenuButton>
  );
}

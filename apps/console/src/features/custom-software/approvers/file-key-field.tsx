import type { ApproverKeyShown } from '@patchkeep/contract/custom-software';
import { useState } from 'react';
import { useSession } from '../../../lib/use-stores.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { type FileKey, isFileKey, shortId } from './approver-text.ts';
import l from '../../../ui/cell-lines.module.css';
import s from '../custom-software.module.css';

interface FileKeyFieldProps {
  /** Keys of the people who can be chosen. */
  people: readonly ApproverKeyShown[];
  fileKeys: readonly FileKey[];
  onChange: (fileKeys: readonly FileKey[]) => void;
}

/** Keys that people keep in files, for those who do not want their signature to depend on what a browser shows. */
export function FileKeyField({ people, fileKeys, onChange }: FileKeyFieldProps) {
  const own = useSession(({ userAccountUuid }) => userAccountUuid);
  const ownName = useSession(({ username }) => username);
  const names = new Map([[own, ownName], ...people.map((key) => [key.userAccountUuid, key.name] as const)]);
  const [isOpen, setOpen] = useState(false);
  const [holder, setHolder] = useState(own);
  const [x, setX] = useState('');
  const add = () => {
    onChange([...fileKeys.filter((each) => each.x !== x.trim()), { userAccountUuid: holder, x: x.trim() }]);
    setX('');
    setOpen(false);
  };
  return (
    <fieldset className={s['group']}>
      <legend className="visually-hidden">Keys in files</legend>
      {fileKeys.map((key) => (
        <div key={key.x} className={l['pieces']}>
          <span>
            <strong>{names.get(key.userAccountUuid)}</strong> <span className="muted">Key in a file</span>{' '}
            <code>{shortId(key.x)}</code>
          </span>
          <Button size="small" onPress={() => onChange(fileKeys.filter((each) => each !== key))}>
            Take out
          </Button>
        </div>
      ))}
      {isOpen ? (
        <div className={s['pair']}>
          <Select
            label="Whose key it is"
            options={[...names].map(([value, label]) => ({ value, label }))}
            value={holder}
            onChange={setHolder}
          />
          <TextField
            label="Public key"
            description="As the command approver-key prints it: 43 letters, digits, - and _."
            errorMessage={x !== '' && !isFileKey(x) ? 'A public key has 43 letters, digits, - and _.' : undefined}
            value={x}
            onChange={setX}
          />
          <Button isDisabled={!isFileKey(x)} onPress={add}>
            Add this key
          </Button>
        </div>
      ) : (
        <div className={l['pieces']}>
          <Button size="small" onPress={() => setOpen(true)}>
            Add a key in a file...
          </Button>
        </div>
      )}
    </fieldset>
  );
}

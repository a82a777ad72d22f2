import { customLimits } from '@patchkeep/contract/custom-software';
import Download from 'lucide-react/icons/download';
import Upload from 'lucide-react/icons/upload';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { downloadText } from '../../../ui/table/download.ts';
import l from '../../../ui/cell-lines.module.css';
import s from '../custom-software.module.css';

interface FileSigningProps {
  statement: string;
  fileName: string;
  isDisabled: boolean;
  onSigned: (signed: string) => void;
  onProblem: (problem: string) => void;
}

/** For approvers whose key lies in a file: the statement goes out, and what the command `approve` made of it comes back. */
export function FileSigning({ statement, fileName, isDisabled, onSigned, onProblem }: FileSigningProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File) => {
    if (file.size > customLimits.signedChars * 4) onProblem(`${file.name} is too large to be a signed statement.`);
    else onSigned((await file.text()).trim());
  };
  return (
    <fieldset className={s['apart']}>
      <legend>With a key in a file</legend>
      <p className="muted">
        Download the statement, sign it on a machine of your own with the command <code>approve</code>, and upload what
        it wrote.
      </p>
      <div className={l['pieces']}>
        <Button icon={Download} onPress={() => downloadText(fileName, statement, 'application/json')}>
          Download statement
        </Button>
        <Button icon={Upload} isDisabled={isDisabled} onPress={() => input.current?.click()}>
          Upload signed file...
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Signed file"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            // The same file may be chosen again after it was refused.
            target.value = '';
            if (chosen) void read(chosen);
          }}
        />
      </div>
    </fieldset>
  );
}

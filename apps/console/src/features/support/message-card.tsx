import { bytesOf, support, type SupportAttachment, supportLimits } from '@patchkeep/contract/support';
import Paperclip from 'lucide-react/icons/paperclip';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card/section-card.tsx';
import { Problem } from '../../ui/form/problem.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { formatBytes } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { readFile } from './read-file.ts';
import s from './support.module.css';

const operation = { verb: 'create', thing: 'support message' } as const;

/** Why these files cannot be sent together, or undefined. */
const refuse = (files: readonly SupportAttachment[]): string | undefined => {
  if (files.length > supportLimits.attachments) return `At most ${supportLimits.attachments} files`;
  const bytes = files.reduce((sum, file) => sum + bytesOf(file), 0);
  return bytes > supportLimits.attachedBytes ? 'All files together may have 5 MB' : undefined;
};

function Attached({ file, onRemove }: { file: SupportAttachment; onRemove: () => void }) {
  return (
    <li>
      {file.name} <span className="muted">{formatBytes(bytesOf(file))}</span>
      <Button size="small" aria-label={`Remove ${file.name}`} onPress={onRemove}>
        Remove
      </Button>
    </li>
  );
}

interface FilesProps {
  files: readonly SupportAttachment[];
  onChange: (files: SupportAttachment[]) => void;
}

function Files({ files, onChange }: FilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const take = async (chosen: File[]) => {
    // Large ones are refused before they are read.
    const isLarge = chosen.some(({ size }) => size > supportLimits.attachedBytes);
    const read = isLarge ? [] : await Promise.all(chosen.map(readFile));
    // A file of the same name takes the place of the former one.
    const next = [...files.filter(({ name }) => !read.some((file) => file.name === name)), ...read];
    const refusal = isLarge ? 'All files together may have 5 MB' : refuse(next);
    setProblem(refusal);
    if (refusal === undefined) onChange(next);
  };
  const lines = files.map((file) => (
    <Attached key={file.name} file={file} onRemove={() => onChange(files.filter((other) => other !== file))} />
  ));
  return (
    <div className={s['files']}>
      <Button size="small" icon={Paperclip} onPress={() => input.current?.click()}>
        Attach files...
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files for support"
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          // The same file may be chosen again after it was removed.
          target.value = '';
          take(chosen).catch(() => setProblem('A file could not be read'));
        }}
      />
      <span className="muted">Screenshots or logs, at most five files and 5 MB. Leave out passwords and keys.</span>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <ul className={s['attached']}>{lines}</ul>
    </div>
  );
}

const empty = { subject: '', message: '', attachments: [] as SupportAttachment[] };

/** What the user writes to support. */
export function MessageCard() {
  const [draft, setDraft] = useState(empty);
  const { mutate, isPending } = useAct(
    (body: typeof empty) => call(support.send, { body }, { operation, retries: 0 }),
    { touches: ['support'] },
  );
  const isWhole = draft.subject.trim() !== '' && draft.message.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole || isPending) return;
    mutate(draft, {
      onSuccess: () => {
        setDraft(empty);
        notify({ tone: 'success', text: 'Your message is on its way to support.' });
      },
    });
  };
  return (
    <SectionCard title="Write to support">
      <form onSubmit={submit} className={s['form']}>
        <TextField
          label="Subject"
          maxLength={supportLimits.subject}
          value={draft.subject}
          onChange={(subject) => setDraft({ ...draft, subject })}
          isRequired
        />
        <TextField
          label="Message"
          description="What you did, what you expected, and what happened instead. Your name, e-mail address and site are sent along."
          isMultiline
          maxLength={supportLimits.message}
          value={draft.message}
          onChange={(message) => setDraft({ ...draft, message })}
          isRequired
        />
        <Files files={draft.attachments} onChange={(attachments) => setDraft({ ...draft, attachments })} />
        <div>
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isWhole}>
            Send message
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}

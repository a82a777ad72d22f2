import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import s from './command-text.module.css';

interface CommandTextProps {
  /** What the command is, to people who hear it. */
  label: string;
  text: string;
  copyLabel: string;
  lead: string;
  /** Beside the button that copies it. */
  children?: ReactNode;
}

const options = /(?<!\S)(-{1,2}\w[\w-]*)/;

/** A line may end before an option, never within its dashes. */
const withWholeOptions = (text: string): ReactNode[] =>
  text.split(options).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <span key={place} className={s['option']}>
        {part}
      </span>
    ),
  );

/** A command to be copied into a terminal. */
export function CommandText({ label, text, copyLabel, lead, children }: CommandTextProps) {
  return (
    <div className={s['command']}>
      <p>{lead}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways, so keys must reach it */}
      <pre className={s['code']} tabIndex={0} aria-label={label}>
        <code>{withWholeOptions(text)}</code>
      </pre>
      <div className={s['foot']}>
        <CopyButton text={text} label={copyLabel} />
        {children}
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import s from './configuration.module.css';

interface CommandTextProps {
  /** What the command is, to people who hear it. */
  label: string;
  text: string;
  copyLabel: string;
  lead: string;
  /** Beside the button that copies it. */
  children?: ReactNode;
}

/** A command to be copied into a terminal. */
export function CommandText({ label, text, copyLabel, lead, children }: CommandTextProps) {
  return (
    <div className={s['command']}>
      <p>{lead}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways, so keys must reach it */}
      <pre className={s['code']} tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </pre>
      <div className={s['commandFoot']}>
        <CopyButton text={text} label={copyLabel} />
        {children}
      </div>
    </div>
  );
}

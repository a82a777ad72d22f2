import type { ApproverKeyShown } from '@patchkeep/contract/custom-software';
import { keyText, shortId } from './approver-text.ts';
import s from '../custom-software.module.css';

/** Whose keys they are. */
export function KeyList({ label, keys }: { label: string; keys: readonly ApproverKeyShown[] }) {
  return (
    <ul aria-label={label} className={s['people']}>
      {keys.map(({ keyId, name, ...key }) => (
        <li key={keyId}>
          <strong>{name}</strong> <span className="muted">{keyText(key)}</span>{' '}
          <code title={keyId}>{shortId(keyId)}</code>
        </li>
      ))}
    </ul>
  );
}

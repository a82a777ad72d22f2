import type { StatusSplit } from '@patchkeep/contract/applications';
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import EyeOff from 'lucide-react/icons/eye-off';
import Star from 'lucide-react/icons/star';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { cx } from '../ui/cx.ts';
import { formatNumber } from '../ui/format.ts';
import s from './split-bar.module.css';

/* Worst first: what hurts stands where the eye begins. */
const parts: readonly { key: keyof StatusSplit; word: string; icon: LucideIcon }[] = [
  { key: 'zeroday', word: '0-Day', icon: Star },
  { key: 'insecure', word: 'Insecure', icon: TriangleAlert },
  { key: 'eol', word: 'EoL', icon: Clock },
  { key: 'ignored', word: 'Ignored', icon: EyeOff },
  { key: 'ok', word: 'Ok', icon: Check },
];

/** The split in words, for a title or a screen reader. */
export const splitWords = (split: StatusSplit): string =>
  parts
    .filter(({ key }) => split[key] > 0)
    .map(({ key, word }) => `${word} ${formatNumber(split[key])}`)
    .join(', ') || 'None';

/** Hosts by status, small enough for a row: a sign and a number for each, and their shares as a line below. */
export function SplitBar({ split }: { split: StatusSplit }) {
  const shown = parts.filter(({ key }) => split[key] > 0);
  return (
    <span className={s['split']}>
      <span className="visually-hidden">{splitWords(split)}</span>
      <span className={s['numbers']} aria-hidden>
        {shown.map(({ key, icon: Icon }) => (
          <span key={key} className={cx(s['number'], s[key])}>
            <Icon size={12} strokeWidth={2.5} />
            {formatNumber(split[key])}
          </span>
        ))}
      </span>
      <span className={s['bar']} aria-hidden>
        {shown.map(({ key }) => (
          <span key={key} className={cx(s['part'], s[key])} style={{ flexGrow: split[key] }} />
        ))}
      </span>
    </span>
  );
}

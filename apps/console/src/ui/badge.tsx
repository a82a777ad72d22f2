import type { LucideIcon } from 'lucide-react';
import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { formatNumber } from './format.ts';
import s from './badge.module.css';

export type BadgeTone = 'ok' | 'eol' | 'ins' | 'zd' | 'info' | 'neu';

export interface BadgeProps {
  tone: BadgeTone;
  icon: LucideIcon;
  children: ReactNode;
  count?: number | undefined;
  /** Comes from a level above: dashed outline. Set here: solid tint. */
  isInherited?: boolean | undefined;
  /** It does not hold as it stands; words beside the badge say why. */
  isStruck?: boolean | undefined;
}

/** Icon and word always, so that the colour is never the only sign. */
export function Badge({ tone, icon: Icon, children, count, isInherited = false, isStruck = false }: BadgeProps) {
  return (
    <span className={cx(s['badge'], s[tone], isInherited && s['inherited'])}>
      <Icon size={14} strokeWidth={2.25} aria-hidden />
      <span className={cx(s['words'], isStruck && s['struck'])}>
        {children}
        {count !== undefined && ` ${formatNumber(count)}`}
        {isInherited && <span className="visually-hidden"> (inherited)</span>}
      </span>
    </span>
  );
}

/** The warning on a navigation entry whose module is off. */
export function WarningBadge({ children }: { children: ReactNode }) {
  return (
    <Badge tone="eol" icon={Info}>
      {children}
    </Badge>
  );
}

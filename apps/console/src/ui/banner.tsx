import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { type Tone, tones } from './tone.ts';
import s from './banner.module.css';

export interface BannerProps {
  tone: Tone;
  /** Replaces the tone's own word, such as "Trial" or "TEST". */
  word?: string;
  children: ReactNode;
  action?: { label: string; onPress: () => void } | undefined;
  onDismiss?: (() => void) | undefined;
}

/** A message bar above what it speaks of. Danger interrupts a screen reader, the others wait their turn. */
export function Banner({ tone, word, children, action, onDismiss }: BannerProps) {
  const { icon: Icon, word: toneWord } = tones[tone];
  return (
    <div className={cx(s['banner'], s[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={20} className={cx(s['icon'])} aria-hidden />
      <div className={s['words']}>
        <strong className={s['word']}>{word ?? toneWord}:</strong>
        {children}
      </div>
      {(action || onDismiss) && (
        <div className={s['actions']}>
          {action && <Button onPress={action.onPress}>{action.label}</Button>}
          {onDismiss && <IconButton icon={X} label="Dismiss" onPress={onDismiss} />}
        </div>
      )}
    </div>
  );
}

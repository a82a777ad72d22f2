import { cx } from '../../ui/cx.ts';
import { type Progress, progressText, shortProgressText } from './job-text.ts';
import b from '../../domain/split-bar.module.css';
import s from './jobs.module.css';

const parts = ['achieved', 'over', 'open'] as const;

/** How far something is, small enough for a row: in words, and as a line below. */
export function JobProgress({ progress, isFull = false }: { progress: Progress; isFull?: boolean }) {
  return (
    <span className={s['progress']}>
      <span className={s['progressWords']}>{(isFull ? progressText : shortProgressText)(progress)}</span>
      <span className={b['bar']} aria-hidden>
        {parts
          .filter((part) => progress[part] > 0)
          .map((part) => (
            <span key={part} className={cx(b['part'], s[part])} style={{ flexGrow: progress[part] }} />
          ))}
      </span>
    </span>
  );
}

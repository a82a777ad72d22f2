import { nextRuns } from '@patchkeep/rules/inspection-schedule';
import { browserTimeZone } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { describeRun, parseClock, wallTimeOf } from './schedule-text.ts';
import s from './configuration.module.css';

export function NextRuns({ daysOfWeek, time }: { daysOfWeek: number; time: string }) {
  const now = useNow();
  const clock = parseClock(time);
  const runs = clock ? nextRuns({ daysOfWeek, ...clock }, wallTimeOf(now), 3) : [];
  return (
    <div className={s['runs']}>
      <h3>Next three inspections, in host time</h3>
      {runs.length === 0 ? (
        <p className="muted">None: choose a day and a time.</p>
      ) : (
        <ol>
          {runs.map((run) => (
            <li key={describeRun(run)}>{describeRun(run)}</li>
          ))}
        </ol>
      )}
      <p className="muted">
        Every host goes by the clock of its own time zone. Counted here from your time, {browserTimeZone()}. A host that
        was off at its time inspects when it is back.
      </p>
    </div>
  );
}

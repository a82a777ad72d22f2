import { useStore } from 'zustand';
import { tasks } from '../../lib/tasks.ts';
import s from './shell.module.css';

/** Work going on in the background, always in the same place. */
export function TaskTray() {
  const running = useStore(tasks);
  if (running.length === 0) return null;
  return (
    <section className={s['tray']} aria-label="Tasks">
      <strong>Tasks: {running.length} running</strong>
      {running.map((task) => (
        <label key={task.id} className={s['task']}>
          {task.label}
          <progress value={task.total === undefined ? undefined : task.done} max={task.total} />
        </label>
      ))}
    </section>
  );
}

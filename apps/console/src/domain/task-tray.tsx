import X from 'lucide-react/icons/x';
import { Button, IconButton } from '../ui/button.tsx';
import { formatNumber, formatPercent } from '../ui/format.ts';
import { ResultBadge } from './product-badges.tsx';
import s from './task-tray.module.css';

export interface Task {
  id: string;
  label: string;
  /** Running unless said otherwise. */
  state?: 'running' | 'done' | 'failed';
  /** How many of how many; without a total the share is not known yet. */
  done: number;
  total?: number;
  /** Exports count in percent, deployments in hosts. */
  unit?: 'percent' | 'count';
  onCancel?: () => void;
  onUndo?: () => void;
}

export interface TaskTrayProps {
  tasks: readonly Task[];
  onDismiss: (id: string) => void;
}

const isRunning = ({ state = 'running' }: Task) => state === 'running';

export function describeProgress({ done, total, unit = 'count' }: Task): string {
  if (total === undefined) return 'starting';
  return unit === 'percent' ? formatPercent(done / total) : `${formatNumber(done)}/${formatNumber(total)}`;
}

/** Work that goes on while people look elsewhere. The shell keeps it at the foot of the page. */
export function TaskTray({ tasks, onDismiss }: TaskTrayProps) {
  const running = tasks.filter(isRunning).length;
  if (tasks.length === 0) return null;
  return (
    <section className={s['tray']} aria-label="Tasks">
      <output className={s['sum']}>{running > 0 ? `Tasks: ${running} running` : 'Tasks: all finished'}</output>
      <ul className={s['tasks']}>
        {tasks.map((task) => (
          <li key={task.id} className={s['task']}>
            <TaskLine task={task} />
            {task.onUndo && (
              <Button size="small" onPress={task.onUndo}>
                Undo
              </Button>
            )}
            {isRunning(task) ? (
              task.onCancel && (
                <IconButton size="small" icon={X} label={`Cancel ${task.label}`} onPress={task.onCancel} />
              )
            ) : (
              <IconButton size="small" icon={X} label={`Dismiss ${task.label}`} onPress={() => onDismiss(task.id)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function TaskLine({ task }: { task: Task }) {
  const progress = describeProgress(task);
  return (
    <>
      <span className={s['title']} title={task.label}>
        {task.label}
      </span>
      {isRunning(task) && (
        <>
          <progress
            className={s['progress']}
            aria-label={`${task.label}: ${progress}`}
            max={task.total ?? 1}
            {...(task.total === undefined ? {} : { value: task.done })}
          />
          <span className={s['count']}>{progress}</span>
        </>
      )}
      {task.state === 'done' && <ResultBadge result="Updated" />}
      {task.state === 'failed' && <ResultBadge result="Failed" />}
    </>
  );
}

import { useState } from 'react';
import { type Task, TaskTray } from '../domain/task-tray.tsx';
import { Select } from '../ui/form/select.tsx';
import { Toaster } from '../ui/notify.tsx';
import { ApprovalsTable } from './approvals-table.tsx';
import { Badges, Buttons, Messages, Navigation } from './basics.tsx';
import { Charts } from './charts.tsx';
import { Fields, RuleForm } from './forms.tsx';
import { HostsList } from './hosts-list.tsx';
import { ListStates } from './list-states.tsx';
import { Overlays } from './overlays.tsx';
import g from './gallery.module.css';

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'hc', label: 'High contrast' },
] as const;

const tasksAtFirst: readonly Task[] = [
  { id: 'export', label: 'Export hosts', done: 41, total: 100, unit: 'percent' },
  {
    id: 'deploy',
    label: 'Deploy 7-Zip 24.09 to the Northern region',

    done: 212,
    total: 412,
    onCancel: () => undefined,
  },
  { id: 'tag', label: 'Tag 2 hosts', state: 'done', done: 2, total: 2, onUndo: () => undefined },
  { id: 'publish', label: 'Publish Zoom', state: 'failed', done: 0 },
];

export function Gallery({ theme: first }: { theme: string }) {
  const [theme, setTheme] = useState(first);
  const [tasks, setTasks] = useState(tasksAtFirst);
  const choose = (next: string) => {
    document.documentElement.dataset['theme'] = next;
    setTheme(next);
  };
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className={g['top']}>
        <h1 className={g['brand']}>Patchkeep components</h1>
        <div className={g['push']}>
          <Select
            label="Theme"
            isLabelHidden
            options={themes}
            value={themes.find(({ value }) => value === theme)?.value ?? 'light'}
            onChange={choose}
          />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={g['main']}>
        <HostsList />
        <ApprovalsTable />
        <Charts />
        <Messages />
        <div className={g['columns']}>
          <Buttons />
          <Badges />
        </div>
        <div className={g['columns']}>
          <Fields />
          <RuleForm />
        </div>
        <div className={g['columns']}>
          <Navigation />
          <Overlays />
        </div>
        <ListStates />
      </main>
      <TaskTray tasks={tasks} onDismiss={(id) => setTasks(tasks.filter((task) => task.id !== id))} />
      <Toaster />
    </>
  );
}

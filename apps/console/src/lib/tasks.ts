import { createStore } from 'zustand/vanilla';

/** Work that goes on while the user does something else; the tray at the bottom shows it. */
export interface Task {
  id: string;
  label: string;
  done: number;
  /** Unknown until the server has counted. */
  total?: number;
}

export const tasks = createStore<readonly Task[]>(() => []);

export const putTask = (task: Task) =>
  tasks.setState([...tasks.getState().filter(({ id }) => id !== task.id), task], true);
export const endTask = (ended: string) =>
  tasks.setState(
    tasks.getState().filter(({ id }) => id !== ended),
    true,
  );

import { afterEach, describe, expect, it } from 'vitest';
import { endTask, putTask, tasks } from './tasks.ts';

afterEach(() => tasks.setState([], true));

describe('the task tray', () => {
  it('keeps one line per task, the newest state of each', () => {
    putTask({ id: 'export', label: 'Export hosts', done: 0 });
    putTask({ id: 'deploy', label: 'Deploy 7-Zip', done: 1, total: 412 });
    putTask({ id: 'export', label: 'Export hosts', done: 41, total: 100 });
    expect(tasks.getState().map(({ id, done }) => [id, done])).toEqual([
      ['deploy', 1],
      ['export', 41],
    ]);
  });
  it('lets go of a task that ended', () => {
    putTask({ id: 'export', label: 'Export hosts', done: 0 });
    endTask('export');
    expect(tasks.getState()).toEqual([]);
  });
});

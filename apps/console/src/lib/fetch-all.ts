import { showFailure } from './client.ts';
import { endTask, putTask } from './tasks.ts';

interface Portion<Row> {
  rows: readonly Row[];
  total: number;
  nextCursor: string | null;
}

export type FetchPage<Row> = (cursor: string | undefined) => Promise<Portion<Row>>;

/** Every page of a list, one after the other, while the user goes on working; undefined if one failed, which is told. */
export const fetchAll = async <Row>(
  task: { id: string; label: string },
  fetchPage: FetchPage<Row>,
): Promise<Row[] | undefined> => {
  const rows: Row[] = [];
  putTask({ ...task, done: 0 });
  try {
    for (let cursor: string | undefined; ;) {
      const page = await fetchPage(cursor);
      rows.push(...page.rows);
      putTask({ ...task, done: rows.length, total: page.total });
      if (page.nextCursor === null) return rows;
      cursor = page.nextCursor;
    }
  } catch (thrown) {
    showFailure(thrown);
    return undefined;
  } finally {
    endTask(task.id);
  }
};

import { showFailure } from './client.ts';
import { endTask, putTask } from './tasks.ts';

interface Portion<Row> {
  rows: readonly Row[];
  /** Absent where nobody has counted. */
  total?: number;
  nextCursor: string | null;
}

export type FetchPage<Row> = (cursor: string | undefined) => Promise<Portion<Row>>;

/** Every page of a list, one after the other, while the user goes on working; undefined if one failed, which is told. */
export const fetchAll = async <Row>(
  task: { id: string; label: string },
  fetchPage: FetchPage<Row>,
  /** Where a list has no end in practice: no more than about so many. */
  most = Number.POSITIVE_INFINITY,
): Promise<Row[] | undefined> => {
  const rows: Row[] = [];
  putTask({ ...task, done: 0 });
  try {
    for (let cursor: string | undefined; ;) {
      const page = await fetchPage(cursor);
      rows.push(...page.rows);
      putTask({ ...task, done: rows.length, ...(page.total !== undefined && { total: page.total }) });
      if (page.nextCursor === null || rows.length >= most) return rows;
      cursor = page.nextCursor;
    }
  } catch (thrown) {
    showFailure(thrown);
    return undefined;
  } finally {
    endTask(task.id);
  }
};

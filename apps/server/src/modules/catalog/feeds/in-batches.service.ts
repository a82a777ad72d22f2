/** Groups what comes one by one, so that a database is asked once per group. */
export async function* inBatches<T>(source: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of source) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Writes a group together; when the database refuses the data, one by one, so that a single bad record is named and
 * left out instead of ending the import.
 */
export const writeOrReject = async <T>(
  batch: readonly T[],
  write: (part: readonly T[]) => Promise<void>,
  reject: (item: T, reason: string) => void,
): Promise<void> => {
  try {
    await write(batch);
  } catch (error) {
    if (!isDataException(error)) throw error;
    if (batch.length === 1) {
      for (const item of batch) reject(item, `not storable: ${error.message}`);
      return;
    }
    for (const item of batch) await writeOrReject([item], write, reject);
  }
};

/** SQLSTATE class 22: the values are at fault, such as a NUL in a text or a day that does not exist. */
const isDataException = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22');

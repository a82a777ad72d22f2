/**
 * Gathers what arrives while the last batch is being written and writes it together, each caller answered after the
 * commit. Under load a commit serves dozens of callers; alone, a caller waits for nobody.
 */
export const microBatch = <Item, Result>(options: {
  /** Items with the same key share a batch: one customer, one transaction. */
  keyOf: (item: Item) => string;
  most: number;
  write: (key: string, items: readonly Item[]) => Promise<readonly Result[]>;
}) => {
  interface Waiting {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }
  const queues = new Map<string, { waiting: Waiting[]; isWriting: boolean }>();

  const drain = async (key: string): Promise<void> => {
    const queue = queues.get(key);
    if (!queue || queue.isWriting) return;
    queue.isWriting = true;
    // Let everything that arrived in this turn of the event loop come aboard.
    await new Promise(setImmediate);
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, options.most);
      try {
        const results = await options.write(
          key,
          batch.map(({ item }) => item),
        );
        batch.forEach(({ resolve }, i) => resolve(results[i] as Result));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(key);
  };

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const key = options.keyOf(item);
      const queue = queues.get(key) ?? { waiting: [], isWriting: false };
      queues.set(key, queue);
      queue.waiting.push({ item, resolve, reject });
      void drain(key);
    });
};

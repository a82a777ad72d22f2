const added = ['ok', 'eol', 'insecure', 'zeroday', 'ignored', 'installations'] as const;
type Added = Record<(typeof added)[number], number>;

/** The totals of several sites together; undefined before the first count. */
export const sumOfSites = (rows: readonly Added[]): Added | undefined => {
  if (rows.length === 0) return undefined;
  const sum = { ok: 0, eol: 0, insecure: 0, zeroday: 0, ignored: 0, installations: 0 };
  for (const row of rows) for (const column of added) sum[column] += row[column];
  return sum;
};

/** Where a page ended: the value sorted by, and the id that breaks ties. */
export interface PageEnd {
  value: string;
  id: string;
}

export const readCursor = (cursor: string | undefined): PageEnd | 'unreadable' | undefined => {
  if (cursor === undefined) return undefined;
  try {
    const [value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof value === 'string' && typeof id === 'string') return { value, id };
  } catch {
    // Falls through: whatever it was, it was not ours.
  }
  return 'unreadable';
};

export const writeCursor = ({ value, id }: PageEnd): string =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url');

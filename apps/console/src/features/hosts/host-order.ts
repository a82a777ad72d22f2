const key = 'patchkeep.hostOrder';

/** Keeps the hosts in the order the list shows them, for going from one to the next on their own pages. */
export const keepOrder = (ids: readonly string[], storage: Storage = sessionStorage): void =>
  storage.setItem(key, JSON.stringify(ids));

const readOrder = (storage: Storage): readonly unknown[] => {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
};

export interface Neighbours {
  previous?: string;
  next?: string;
}

/** Who stands before and after a host on the page of the list it was opened from; nobody when it came from elsewhere. */
export const neighboursOf = (id: string, storage: Storage = sessionStorage): Neighbours => {
  const order = readOrder(storage);
  const at = order.indexOf(id);
  if (at < 0) return {};
  const [previous, next] = [order[at - 1], order[at + 1]];
  return {
    ...(typeof previous === 'string' && { previous }),
    ...(typeof next === 'string' && { next }),
  };
};

/** The set with one more, or without it if it was in. */
export const toggled = (set: ReadonlySet<string>, one: string): ReadonlySet<string> => {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
};

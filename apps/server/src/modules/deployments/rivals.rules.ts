interface Wanted {
  kind: number;
  channel_tag: string;
  version: string | null;
  is_removal: boolean;
}

/** One installs what the other removes, or both name a version, and not the same. */
export const disagree = (a: Wanted, b: Wanted): boolean =>
  a.channel_tag === b.channel_tag &&
  (a.kind !== b.kind ||
    a.is_removal !== b.is_removal ||
    (a.version !== null && b.version !== null && a.version !== b.version));

interface Standing {
  priority: number;
  created_at: Date;
  goal_id: string;
}

/** Of two jobs that disagree, the one of the higher priority wins, then the newer one. */
export const goesBefore = (a: Standing, b: Standing): boolean => {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.created_at.getTime() !== b.created_at.getTime()) return a.created_at > b.created_at;
  return a.goal_id > b.goal_id;
};

/** The other jobs that hold hosts from what an action of a job wants there, the strongest first. */
export const holdersOf = <Other extends Wanted & Standing>(
  goal: Standing,
  action: Wanted,
  others: readonly Other[],
): Other[] =>
  others
    .filter((other) => other.goal_id !== goal.goal_id && disagree(action, other) && goesBefore(other, goal))
    .toSorted((a, b) => (goesBefore(a, b) ? -1 : 1));

/** What tells one action of a job from another. Its number, its priority and whether it is enabled do not. */
export interface ActionContent {
  actionType: 'Install' | 'Remove' | 'Custom';
  /** The application, or what stands for the custom software. */
  channelTag: string;
  /** This version; null: the newest. */
  version: string | null;
  configId: string | null;
  /** Of custom software: it is removed, not installed. */
  isRemoval: boolean;
  isSystemBased: boolean;
  isMainUser: boolean;
  /** What the installer is told. */
  choices: unknown;
}

interface Present {
  actionId: string;
  isEnabled: boolean;
}

/** What turns what a job has into what is wanted. Nothing is ever taken out: what was done under it keeps its name. */
export interface Diff<Wanted> {
  add: Wanted[];
  /** Numbers of actions that are no longer wanted. */
  disable: string[];
  /** Numbers of disabled actions that are wanted again, just as they were. */
  revive: string[];
}

/** The same text for the same value, however its fields are ordered. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );

/** Two actions with one text do the same. */
export const actionKey = (action: ActionContent): string =>
  textOf([
    action.actionType,
    action.channelTag,
    action.version,
    action.configId,
    action.isRemoval,
    action.isSystemBased,
    action.isMainUser,
    action.choices ?? null,
  ]);

/**
 * Compares what there is with what is wanted, by a key that says what an action does. Serves the actions of a job and
 * those of a custom config. The same thing wanted twice is wanted once.
 */
export const diffBy = <Wanted>(
  present: readonly (Wanted & Present)[],
  wanted: readonly Wanted[],
  keyOf: (action: Wanted) => string,
): Diff<Wanted> => {
  const missing = new Map(wanted.map((action) => [keyOf(action), action]));
  const diff: Diff<Wanted> = { add: [], disable: [], revive: [] };
  // Enabled ones first: a disabled twin is not revived beside them.
  for (const action of present.filter(({ isEnabled }) => isEnabled))
    if (!missing.delete(keyOf(action))) diff.disable.push(action.actionId);
  for (const action of present.filter(({ isEnabled }) => !isEnabled))
    if (missing.delete(keyOf(action))) diff.revive.push(action.actionId);
  diff.add.push(...missing.values());
  return diff;
};

export const actionDiff = <Wanted extends ActionContent>(
  present: readonly (Wanted & Present)[],
  wanted: readonly Wanted[],
): Diff<Wanted> => diffBy(present, wanted, actionKey);

type Options = Readonly<Record<string, string>>;

export const areSame = (a: Options, b: Options): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value);

/** Whether an installer would be told the same. Whose copy it is about is chosen by the plan, and decided by nobody. */
export const isToldTheSame = ({ user: _whose, ...before }: Options, now: Options): boolean => areSame(before, now);

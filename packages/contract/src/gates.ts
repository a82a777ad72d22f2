/** The kinds of changes that pass the gate: looked at before they are made where they are wide, and kept as change sets. */
export const changeKindNames = [
  'approval',
  'hostUpdate',
  'job',
  'membership',
  'restart',
  'retry',
  'hosts',
  'deletion',
  'ignoreRule',
  'correction',
] as const;
export type ChangeKindName = (typeof changeKindNames)[number];

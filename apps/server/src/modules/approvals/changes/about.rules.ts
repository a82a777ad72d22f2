import type { DecisionChange } from '../approvals.tables.ts';

/** Changes of one person about the same application or update, or the same group or tag, add up. */
export const aboutChanges = (changes: readonly DecisionChange[]): string[] => [
  ...new Set(
    changes.flatMap(({ kind, subject, groupId, tagId }) => {
      const scopeId = groupId ?? tagId;
      return [`${kind}:${subject}`, ...(scopeId === null ? [] : [`scope:${scopeId}`])];
    }),
  ),
];

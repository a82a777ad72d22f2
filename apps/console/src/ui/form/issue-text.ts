import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** A refused value in the words of a form. A sentence that the schema itself gives goes first; undefined keeps zod's. */
export function describeIssue(issue: Issue): string | undefined {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined || issue.input === null || issue.input === '' ? 'This is required.' : undefined;
  }
  if (issue.code === 'too_small') return describeBound(issue.origin, Number(issue.minimum), 'least');
  if (issue.code === 'too_big') return describeBound(issue.origin, Number(issue.maximum), 'most');
  const isAddress = issue.code === 'invalid_format' && issue.format === 'email';
  return isAddress ? 'Write the whole address, such as ana@example.com.' : undefined;
}

function describeBound(origin: string, bound: number, side: 'least' | 'most'): string | undefined {
  if (side === 'least' && bound === 1 && origin === 'string') return 'This is required.';
  if (origin === 'string') return `Use at ${side} ${bound} characters.`;
  if (origin === 'array' || origin === 'set') return `Choose at ${side} ${bound}.`;
  if (origin === 'number' || origin === 'int') return `Use ${bound} or ${side === 'least' ? 'more' : 'less'}.`;
  return undefined;
}

import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** A refused value in the words of a form. A sentence that the schema itself gives goes first; undefined keeps zod's. */
export function describeIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null || issue.input === '' ? 'Fill this in.' : undefined;
    case 'too_small':
      return describeBound(issue.origin, Number(issue.minimum), 'least');
    case 'too_big':
      return describeBound(issue.origin, Number(issue.maximum), 'most');
    case 'invalid_format':
      return issue.format === 'email' ? 'Write the whole address, such as ana@example.com.' : undefined;
    default:
      return undefined;
  }
}

function describeBound(origin: string, bound: number, side: 'least' | 'most'): string | undefined {
  if (side === 'least' && bound === 1 && origin === 'string') return 'Fill this in.';
  if (origin === 'string') return `Use at ${side} ${bound} characters.`;
  if (origin === 'array' || origin === 'set') return `Choose at ${side} ${bound}.`;
  if (origin === 'number' || origin === 'int') return `Use ${bound} or ${side === 'least' ? 'more' : 'less'}.`;
  return undefined;
}

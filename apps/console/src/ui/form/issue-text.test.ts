import { name, text } from '@patchkeep/contract/fields';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssue } from './issue-text.ts';

const said = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input, { error: describeIssue }).error?.issues[0]?.message;

test.each<[string, z.ZodType, unknown, string]>([
  ['an empty name', name, '   ', 'This is required.'],
  ['nothing at all', name, undefined, 'This is required.'],
  ['a name too long', name, 'x'.repeat(101), 'Use at most 100 characters.'],
  ['a text too long', text, 'x'.repeat(2001), 'Use at most 2000 characters.'],
  ['a text too short', z.string().min(8), 'x', 'Use at least 8 characters.'],
  ['a number too low', z.number().min(5), 1, 'Use 5 or more.'],
  ['no day chosen', z.array(z.string()).min(1), [], 'Choose at least 1.'],
  ['half an address', z.email(), 'ana@', 'Write the whole address, such as ana@example.com.'],
  ['a sentence of the schema itself wins', z.string().min(1, 'Say why'), '', 'Say why'],
])('%s', (_what, schema, input, expected) => {
  expect(said(schema, input)).toBe(expected);
});

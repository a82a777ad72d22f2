import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { apiBreaks } from './api-breaks.ts';

type Document = Parameters<typeof apiBreaks>[0];
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../docs/api/${name}.json`, import.meta.url), 'utf8')) as Document;

const content = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const sample = (): Document =>
  ({
    paths: {
      '/host': {
        post: {
          parameters: [{ name: 'order', in: 'query', required: false, schema: { enum: ['name', 'age'] } }],
          requestBody: content({ type: 'object', properties: { title: { type: 'string' }, note: { type: 'string' } } }),
          responses: { 200: content({ $ref: '#/components/schemas/Host' }) },
        },
      },
    },
    components: {
      schemas: {
        Host: {
          type: 'object',
          properties: { id: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
          required: ['id'],
        },
      },
    },
  }) as unknown as Document;

/** The sample after a change at the end of a path. */
const changed = (path: string, value: unknown): Document => {
  const document = sample();
  const keys = path.split(' ');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, document);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return document;
};
const bodyAt = 'paths /host post requestBody content application/json schema';
const hostAt = 'components schemas Host';

describe('a change of the public API', () => {
  it.each([
    ['a call that is gone', 'paths /host post', undefined, 'POST /host: is gone'],
    ['a parameter that is gone', 'paths /host post parameters', [], 'POST /host order: is gone'],
    [
      'a value that is not taken any more',
      'paths /host post parameters 0 schema enum',
      ['name'],
      'POST /host order: does not take "age" any more',
    ],
    [
      'a parameter that is asked for',
      'paths /host post parameters 0 required',
      true,
      'POST /host order: is asked for now',
    ],
    ['a field that is asked for', `${bodyAt} required`, ['title'], 'POST /host body.title: is asked for now'],
    ['a field that is not taken any more', `${bodyAt} properties note`, undefined, 'POST /host body.note: is gone'],
    ['a field of the answer that is gone', `${hostAt} properties id`, undefined, 'POST /host answer.id: is gone'],
    ['a field that may be missing', `${hostAt} required`, [], 'POST /host answer.id: may be missing now'],
    ['another type', `${hostAt} properties id type`, 'integer', 'POST /host answer.id: may be integer now'],
    [
      'another type within a list',
      `${hostAt} properties tags items type`,
      'object',
      'POST /host answer.tags[]: may be object now',
    ],
  ])('breaks programs: %s', (_what, path, value, said) => {
    expect(apiBreaks(sample(), changed(path, value))).toEqual([said]);
  });

  it.each([
    ['a new call', 'paths /group', { get: { responses: {} } }],
    ['a new value', 'paths /host post parameters 0 schema enum', ['name', 'age', 'size']],
    ['a new optional field', `${bodyAt} properties colour`, { type: 'string' }],
    ['a new field of the answer', `${hostAt} properties colour`, { type: 'string' }],
  ])('breaks nothing: %s', (_what, path, value) => {
    expect(apiBreaks(sample(), changed(path, value))).toEqual([]);
  });
});

describe('the public API', () => {
  // What is added is promised with the next release: npm run openapi -- --promise
  it('keeps what version 1 promises', () => {
    expect(apiBreaks(read('public.v1'), read('public.openapi'))).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { type TagShare, tagShareOf, tagChange } from './tag-choice.ts';

const hosts = [{ tagUuids: ['pilot', 'kiosk'] }, { tagUuids: ['pilot'] }];

test.each<[string, TagShare]>([
  ['pilot', 'all'],
  ['kiosk', 'some'],
  ['night', 'none'],
])('%s is held by %s', (tag, expected) => {
  expect(tagShareOf(hosts, tag)).toBe(expected);
  expect(tagShareOf(undefined, tag)).toBe('unknown');
});

test('only a touched box that changes something is sent', () => {
  const touched = new Map([
    ['pilot', true],
    ['kiosk', true],
    ['night', false],
  ]);
  expect(tagChange(touched, (tag) => tagShareOf(hosts, tag))).toEqual({ addTags: ['kiosk'], removeTags: [] });
  expect(tagChange(touched, () => 'unknown')).toEqual({ addTags: ['pilot', 'kiosk'], removeTags: ['night'] });
});

import { expect, test } from 'vitest';
import { type Notice, noticeLifeMs } from './notify.tsx';

const undo = () => undefined;

test.each<[string, Notice, number | undefined]>([
  ['a success goes after five seconds', { tone: 'success', text: 'Saved.' }, 5_000],
  ['so does a note', { tone: 'info', text: 'Opened.' }, 5_000],
  ['an undo stays for ten', { tone: 'success', text: 'Tagged.', undo }, 10_000],
  ['an error stays', { tone: 'danger', text: 'Failed.' }, undefined],
  ['an error with an undo stays too', { tone: 'danger', text: 'Failed.', undo }, undefined],
])('%s', (_what, notice, expected) => {
  expect(noticeLifeMs(notice)).toBe(expected);
});

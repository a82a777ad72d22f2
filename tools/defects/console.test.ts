import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { consoleDefects } from './console.ts';

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/* `npm run proofs -- defects` takes minutes; whoever moves a repair learns here that its row must follow. */
it('every defect of the console has its repair, and the test that notices when it is gone', () => {
  expect(consoleDefects.map(({ no }) => no)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
  for (const { file, without, red } of consoleDefects) {
    expect(read(file)).toContain(without);
    expect(read(red.file)).toContain(red.test);
  }
});

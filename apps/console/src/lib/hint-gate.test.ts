import { expect, test } from 'vitest';
import { createHintGate } from './hint-gate.ts';

const gateAndClock = () => {
  const passed: string[] = [];
  const waiting: (() => void)[] = [];
  const gate = createHintGate({ after: (_ms, run) => void waiting.push(run), pass: (thing) => passed.push(thing) });
  const rest = () => {
    for (const run of waiting.splice(0)) run();
  };
  return { gate, passed, rest };
};

test('the first hint goes through at once, a flood behind it as one', () => {
  const { gate, passed, rest } = gateAndClock();
  for (let i = 0; i < 500; i++) gate('host');
  expect(passed).toEqual(['host']);
  rest();
  expect(passed).toEqual(['host', 'host']);
  rest();
  rest();
  expect(passed).toEqual(['host', 'host']);
});
test('a quiet thing goes through at once again, and things do not wait for each other', () => {
  const { gate, passed, rest } = gateAndClock();
  gate('host');
  gate('tag');
  rest();
  gate('host');
  expect(passed).toEqual(['host', 'tag', 'host']);
});
test('the last hint is never lost', () => {
  const { gate, passed, rest } = gateAndClock();
  for (let second = 0; second < 5; second++) {
    gate('host');
    gate('host');
    rest();
  }
  const before = passed.length;
  gate('host');
  rest();
  expect(passed.length).toBeGreaterThan(before);
});

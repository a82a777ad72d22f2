import { describe, expect, it } from 'vitest';
import { makeDeliveries } from './attacks.factory.ts';
import { argumentsFor, judge, type Trust } from './judge.ts';
import { optionProblem } from './option-rules.ts';
import { Refused } from './refusal.ts';
import type { PackageStatement } from './statements.ts';

const now = Date.UTC(2026, 10, 15, 12);
/** What a host would run for a package that is told this, or the reason why it does not. */
const judged = (
  about: Partial<PackageStatement>,
  options: Record<string, string>,
  kind = 'upgrade-package' as const,
) => {
  const { agent, site, root, ordered, good } = makeDeliveries(now, about);
  const trust: Trust = { agent, site, root, siteVersion: 0, incarnation: 0, sequence: 0, releases: {}, latest: 0 };
  const policy = { refusedKinds: [], refusedChannels: [] };
  try {
    return argumentsFor(judge({ ...good, order: ordered({ options, kind }) }, trust, policy, now));
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
};
const anyText = { maxLength: 200, values: null };

describe('a text that somebody typed', () => {
  it.each([
    'server.example',
    'https://server.example:8080/agent',
    'C:\\Program Files\\App',
    'C:/Program Files/App',
    'two words',
    'a-b/c',
    '10.0.0.1, 10.0.0.2',
    'Prøve & Co.',
  ])('may be an option: %s', (text) => {
    expect(optionProblem(text)).toBeUndefined();
    expect(judged({ installArguments: ['SERVER={server}'], options: { server: anyText } }, { server: text })).toEqual([
      `SERVER=${text}`,
    ]);
  });

  it.each([
    ['a switch', '--pre-invoke=/tmp/evil'],
    ['a switch', '-x'],
    ['a switch after a blank', ' -x'],
    ['a Windows switch', '/quiet'],
    ['a network path', '\\\\evil\\x.mst'],
    ['a network path with slashes', '//evil/x.mst'],
    ['a network path with both', '\\/evil/x.mst'],
    ['a network path by its long name', '\\\\?\\UNC\\evil\\x.mst'],
    ['a device', '\\\\.\\pipe\\x'],
    ['a network path after something', 'C:\\a;\\\\evil\\x.mst'],
    ['a file address', 'file://evil/x.mst'],
    ['a quote', 'x" TRANSFORMS=y'],
    ['a single quote', "x' -y"],
    ['a backquote', 'x`y'],
    ['a line break', 'x\ny'],
    ['the end of a text', 'x\0y'],
  ])('is refused as %s: %s', (_, text) => {
    expect(optionProblem(text)).toBeDefined();
    const about = { installArguments: ['SERVER={server}'], options: { server: anyText } };
    expect(judged(about, { server: text })).toBe('optionInvalid: server');
  });
});

describe('an option that takes any text', () => {
  it('is no switch, network path or end of its quotes', () => {
    for (const text of ['-x', '/x', 'a\\\\evil\\x', 'x"y'])
      expect([text, optionProblem(text) === undefined]).toEqual([text, false]);
  });

  it.each(['SERVER={server}', '/D={server}', '--host={server}', '-h:{server}', 'A.B_C={server}/path'])(
    'may stand behind its name: %s',
    (argument) =>
      expect(judged({ installArguments: [argument], options: { server: anyText } }, { server: 'x' })).toEqual([
        argument.replace('{server}', 'x'),
      ]),
  );

  it('never stands alone as an argument, nor where it could become another one', () => {
    for (const argument of [
      '{server}',
      '{server}.example',
      '-{server}',
      '--{server}',
      '/{server}',
      'x {server}',
      '"{server}"',
    ])
      expect(judged({ installArguments: [argument], options: { server: anyText } }, { server: 'x' })).toBe(
        `argumentUnsafe: ${argument}`,
      );
    expect(judged({ removeArguments: ['{server}'], options: { server: anyText } }, {})).toBe(
      'argumentUnsafe: {server}',
    );
    const two = { installArguments: ['DIR={server}{other}'], options: { server: anyText, other: anyText } };
    expect(judged(two, { server: '\\', other: '\\evil' })).toBe('argumentUnsafe: DIR={server}{other}');
  });

  it('is no other option of the order', () => {
    const about = { installArguments: ['/S', 'X={openApplication}'], options: {} };
    expect(judged(about, { openApplication: 'close' })).toEqual(['/S']);
  });
});

describe('an option with a list of values', () => {
  it('may stand alone: whoever vouched for the package wrote the values', () => {
    const about = { installArguments: ['{mode}'], options: { mode: { maxLength: 0, values: ['/full', '/small'] } } };
    expect(judged(about, { mode: '/small' })).toEqual(['/small']);
    expect(judged(about, { mode: '/other' })).toBe('optionInvalid: mode');
  });
});

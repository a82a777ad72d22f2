import type { Draw } from '../approvals/random-policies.factory.ts';
import type { InstallOption } from './options.ts';

/** What means something to an installer or to whoever reads a command line comes up most. */
const characters = [' ', '\\', '/', '-', '"', "'", '`', '\n', '\0', '$', '&', '%', '=', '{', '}', 'a', 'Z'].concat([
  'é',
  '日',
  '\u00a0',
  '\u2028',
  '\ud800',
]);
const words = [
  '{value}',
  '{server}',
  '$&',
  '$1',
  '%PATH%',
  'two words',
  'a  b',
  'C:\\Program Files\\',
  'D:\\x y\\z',
  'http://proxy:80/',
  'https://a.b',
  'file://x/y',
  'server.example',
  'Prøve & Co.',
];

const charactersOf = (draw: Draw, length: number): string => Array.from({ length }, () => draw.of(characters)).join('');

/** A text that somebody types; about half of them a host refuses. */
export const drawText = (draw: Draw): string => {
  if (draw.chance(30)) return charactersOf(draw, draw.below(10));
  const plain = Array.from({ length: 1 + draw.below(3) }, () => draw.of(words)).join(draw.of(['', ' ', '\\', ',']));
  return draw.chance(20) ? plain + charactersOf(draw, 1) : plain;
};

const around = [
  ['SERVER=', ''],
  ['INSTALLDIR=', ''],
  ['/D=', ''],
  ['--host=', ''],
  ['-h:', ''],
  ['A.B_C=', '/path'],
  ['P=', ' and more'],
] as const;

/** An argument with a place for a text, as statements may have it. */
export const drawArgument = (draw: Draw): string => draw.of(around).join('{value}');

export const textOption = (argument: string, isRequired = false): InstallOption => ({
  name: 'server',
  title: 'Server',
  type: 'text',
  argument,
  isRequired,
});

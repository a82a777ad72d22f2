import fc from 'fast-check';
import type { InstallOption } from './options.ts';

/** Texts of which many are refused: what means something to an installer or a reader comes up most. */
export const optionText = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      ' ',
      '\\',
      '/',
      '-',
      '"',
      "'",
      '`',
      '\n',
      '\0',
      '$',
      '&',
      '%',
      '=',
      '{',
      '}',
      'a',
      'Z',
      'é',
      '日',
    ),
    maxLength: 10,
  }),
  fc.stringMatching(/^[a-zA-Z]:(\\[a-zA-Z ]{1,6}){1,3}\\?$/),
  fc.stringMatching(/^https?:\/\/[a-z]{1,6}(:[0-9]{2,4})?\/?$/),
  fc.constantFrom('{value}', '$&', '$1', '%PATH%', 'two words', 'a  b', 'C:\\Program Files\\', 'file://x/y'),
  fc.string({ unit: 'binary', maxLength: 10 }),
);

/** What stands around a text, as statements may have it. */
const around = fc.constantFrom(
  ['SERVER=', ''],
  ['INSTALLDIR=', ''],
  ['/D=', ''],
  ['--host=', ''],
  ['-h:', ''],
  ['A.B_C=', '/path'],
  ['P=', ' and more'],
);

export const textArgument = around.map(([before, after]) => `${before}{value}${after}`);

export const textOption = (argument: string, isRequired = false): InstallOption => ({
  name: 'server',
  title: 'Server',
  type: 'text',
  argument,
  isRequired,
});

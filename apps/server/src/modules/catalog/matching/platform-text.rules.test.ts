import { describe, expect, it } from 'vitest';
import { speaksOfOthersOnly } from './platform-text.rules.ts';

describe('a text', () => {
  it.each([
    'Use after free in Google Chrome on iOS prior to 127.0.6533.72 allowed',
    'Inappropriate implementation in iOS in Google Chrome prior to 123.0 allowed',
    'WinRAR before 7.00, on Linux and UNIX platforms, allows attackers',
    'Visual Studio Code for Linux Remote Code Execution Vulnerability',
    'overflow. *This bug only affects Firefox on macOS. Other operating systems are unaffected.*',
    'a command injection exists in glob() on Unix-like systems.',
    'On Android, Firefox may have allowed viewing saved passwords',
    'the client before 1.2 for Mac OS X fails',
  ])('is about other systems only: %s', (text) => {
    expect(speaksOfOthersOnly(text)).toBe(true);
  });

  it.each([
    'Use after free in Google Chrome prior to 127.0.6533.72 allowed',
    'Google Chrome on Windows and Mac prior to 100 allowed',
    'a NULL pointer dereference during MAC verification on a server',
    'Cisco IOS on routers',
    'On Linux the file is read; on Windows it is written.',
    'limited to same site on desktop clients, but full access is possible on Android versions',
    'This issue is fixed in macOS Sonoma 14 and affects the engine',
  ])('is not: %s', (text) => {
    expect(speaksOfOthersOnly(text)).toBe(false);
  });
});

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's headless shell opens a page in 1.3 s where the whole browser takes 2.3 s: it has no windows of its own. */
const shell = '/usr/bin/chromium-headless-shell';

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: existsSync(shell) ? shell : '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

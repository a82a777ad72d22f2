import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { launchChromium } from './chromium.ts';
import { patienceMs } from './patience.ts';

const consoleRoot = join(import.meta.dirname, '../../apps/console');
const vite = join(import.meta.dirname, '../../node_modules/vite/bin/vite.js');
const kinds: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export const themes = ['light', 'dark', 'hc'] as const;

export interface Look {
  theme?: (typeof themes)[number] | 'system';
  width?: number;
  rows?: number;
  /** What the user's system asks for. */
  wishes?: Pick<BrowserContextOptions, 'colorScheme' | 'contrast' | 'forcedColors' | 'reducedMotion'>;
}

export interface Gallery {
  /** Opens the gallery for a walk. Fails at the end if the page complained of anything, the content policy included. */
  walk(look: Look, walk: (page: Page) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Builds the gallery as it stands now and serves it to a Chromium. */
export const startGallery = async (): Promise<Gallery> => {
  // A process of its own: inside a test run the build would take itself for a test and bundle React for development.
  // Into a folder of its own: another journey may build the gallery at the same moment.
  const built = mkdtempSync(join(tmpdir(), 'patchkeep-gallery-'));
  const options = ['build', '--config', 'vite.gallery.config.ts', '--mode', 'gallery', '--logLevel', 'error'];
  options.push('--outDir', built, '--emptyOutDir');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [vite, ...options], { cwd: consoleRoot, env });
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://gallery').pathname);
    const kind = kinds[extname(path)];
    if (!kind) return void response.writeHead(204).end();
    response.setHeader('content-type', kind);
    return void response.end(readFileSync(join(built, path)));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  const browser = await launchChromium();
  return {
    async walk({ theme = 'light', width = 1280, rows = 8, wishes = {} }, walk) {
      const context = await browser.newContext({ viewport: { width, height: 720 }, ...wishes });
      context.setDefaultTimeout(patienceMs);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`http://127.0.0.1:${port}/gallery.html?theme=${theme}&rows=${rows}`);
      await page.getByRole('table', { name: 'Hosts', exact: true }).waitFor();
      await walk(page);
      await context.close();
      expect(complaints).toEqual([]);
    },
    async stop() {
      await browser.close();
      server.close();
      rmSync(built, { recursive: true });
    },
  };
};

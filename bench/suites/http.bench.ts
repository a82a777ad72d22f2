import type { Bench } from '../support/bench.ts';
import { startChild } from '../support/child.ts';
import { load } from '../support/load.ts';
import { startPlatform } from '../support/platform.ts';

export const http: Bench = {
  id: 'http',
  what: 'an authenticated no-op endpoint through the whole platform / a bare node:http server answering the same bytes',
  goal: 0.5,
  async start() {
    const platform = await startPlatform();
    const url = platform.at('/bench/noop');
    const BODY = await (await fetch(url, { headers: { cookie: platform.cookie } })).text();
    const bare = await startChild('./bare-server.ts', { BODY });
    return {
      ours: (seconds) => load(url, seconds, { cookie: platform.cookie }),
      bare: (seconds) => load(bare.address, seconds, { cookie: platform.cookie }),
      async stop() {
        await bare.stop();
        await platform.stop();
      },
    };
  },
};

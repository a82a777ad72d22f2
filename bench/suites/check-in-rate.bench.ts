import { enrolFleet } from '../../apps/simulator/src/fleet.ts';
import { transportTo } from '../../apps/simulator/src/transport.ts';
import type { Bench } from '../support/bench.ts';
import { startChild } from '../support/child.ts';
import { startPlatform } from '../support/platform.ts';
import { replay } from '../support/replay.ts';

const hosts = 256;
const connections = 128;

/** R1: unchanged check-ins with their signatures checked, against a bare node:http server that checks as much. */
export const checkInRate: Bench = {
  id: 'R1',
  what: 'unchanged check-ins through the whole api / a bare node:http server with body, digest, MAC and JSON; by processor time',
  goal: 0.55,
  isByCpu: true,
  async start() {
    const platform = await startPlatform();
    const { send, close } = transportTo(platform.address, 64);
    const fleet = await enrolFleet({ send, token: await platform.token(), hosts, applications: 10, seed: 3 });
    // Twice: the first brings the inventory and the server's key, the second opens the session.
    for (let round = 0; round < 2; round++)
      for (let i = 0; i < hosts; i += 64) await Promise.all(fleet.slice(i, i + 64).map((host) => host.checkIn()));
    const [first] = fleet;
    const BODY = first ? (await send(first.checkInCall())).body : '';
    const { load, remove } = replay((now) => fleet.map((host) => host.checkInCall(undefined, now)));
    const bare = await startChild('./bare-check-ins.ts', { BODY });
    return {
      ours: (seconds) => load(platform.address, seconds, connections),
      bare: (seconds) => load(bare.address, seconds, connections),
      async stop() {
        remove();
        close();
        await bare.stop();
        await platform.stop();
      },
    };
  },
};

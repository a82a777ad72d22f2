import { transportTo } from '../../apps/simulator/src/transport.ts';
import type { Bench } from '../support/bench.ts';
import { metered, sumOf } from '../support/cpu.ts';
import { raiseFleet } from '../support/fleet.ts';
import { startPlatform } from '../support/platform.ts';

const atOnce = 64;

/** What a host costs that calls for the first time after the api was started anew, against its later calls. */
export const restart: Bench = {
  id: 'restart',
  what: 'the first check-in of a host at an api process that was started anew / the next ones, by processor time',
  goal: 5,
  isCost: true,
  rounds: 7,
  async start(isShort) {
    const hosts = isShort ? 1_000 : 8_000;
    const platform = await startPlatform({ isSoaked: true });
    let transport = transportTo(platform.address, atOnce);
    const fleet = await raiseFleet({
      platform,
      send: (call) => transport.send(call),
      hosts,
      inventories: 8,
      applications: 10,
      isInspected: true,
    });
    /** Microseconds of processor for a check-in of each host. */
    const checkIns = async (): Promise<number> => {
      const next = fleet.values();
      const work = async (): Promise<void> => {
        for (const host of next) {
          const status = await host.checkIn();
          if (status !== 200) throw new Error(`A check-in was answered ${status}`);
        }
      };
      const { cpu } = await metered(() => Promise.all(Array.from({ length: atOnce }, work)));
      console.log(`  ${[...cpu].map(([name, used]) => `${name} ${((used * 1e6) / hosts).toFixed(0)} µs`).join(', ')}`);
      return (sumOf(cpu) * 1e6) / hosts;
    };
    // The first call opens no session, the second one does.
    await checkIns();
    await checkIns();
    let server: Awaited<ReturnType<typeof platform.another>> | undefined;
    const leave = async (): Promise<void> => {
      transport.close();
      await server?.stop();
    };
    return {
      async ours() {
        await leave();
        server = await platform.another();
        transport = transportTo(server.address, atOnce);
        return checkIns();
      },
      bare: checkIns,
      async stop() {
        await leave();
        await platform.stop();
      },
    };
  },
};

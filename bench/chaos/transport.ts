import http from 'node:http';
import type { SignedCall } from '@patchkeep/agent-client/signed-call';
import type { HttpAnswer, Send } from '../../apps/agent/src/checkin/transport.ts';
import type { Random } from '../../apps/simulator/src/random.ts';

export interface Weather {
  lost: number;
  duplicated: number;
  reordered: number;
}

const callsLater = 3;
/** As an agent waits, only sooner: a server that was killed answers nobody. */
const patienceMs = 10_000;

const post = (agent: http.Agent, server: string, { path, headers, body }: SignedCall): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const call = http.request(
      new URL(path, server),
      { method: 'POST', agent, timeout: patienceMs, headers: { ...headers, 'content-length': body.length } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('error', reject);
        answer.once('end', () =>
          answer.complete
            ? resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                body: Buffer.concat(parts).toString(),
              })
            : reject(new Error('The answer was cut off')),
        );
      },
    );
    call.once('timeout', () => call.destroy(new Error('No answer')));
    call.once('error', reject);
    call.end(body);
  });

/**
 * The network between hosts and server: loses calls or their answers, delivers calls twice, and delivers calls after
 * later ones of the same host, which then has long given up on them.
 */
export const stormyNetwork = (server: string, weather: Weather, random: Random) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 128 });
  const counts = { calls: 0, lost: 0, duplicated: 0, reordered: 0 };
  const waiting = new Set<() => void>();
  let isCalm = false;

  const sendOf = (): Send => {
    const late: { after: number; go: () => void }[] = [];
    return async (call) => {
      counts.calls += 1;
      for (const each of late.splice(0)) {
        each.after -= 1;
        if (each.after > 0) late.push(each);
        else each.go();
      }
      const luck = isCalm ? 1 : random.next();
      if (luck < weather.lost) {
        counts.lost += 1;
        // Half of them on the way there, half on the way back.
        if (luck >= weather.lost / 2) await post(agent, server, call).catch(() => undefined);
        throw new Error('Lost');
      }
      if (luck < weather.lost + weather.duplicated) {
        counts.duplicated += 1;
        const [first] = await Promise.all([
          post(agent, server, call),
          post(agent, server, call).catch(() => undefined),
        ]);
        return first;
      }
      if (luck < weather.lost + weather.duplicated + weather.reordered) {
        counts.reordered += 1;
        const go = () => {
          if (waiting.delete(go)) void post(agent, server, call).catch(() => undefined);
        };
        waiting.add(go);
        late.push({ after: 1 + random.below(callsLater), go });
        throw new Error('Given up');
      }
      return post(agent, server, call);
    };
  };
  return {
    counts,
    sendOf,
    /** What was under way to a server that is killed goes down with it. */
    cutOff: (): void => waiting.clear(),
    calmDown(): void {
      isCalm = true;
    },
    close: (): void => agent.destroy(),
  };
};

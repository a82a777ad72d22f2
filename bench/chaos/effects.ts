import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/** What really happened on the machines, written down before anybody can forget it. */
export const openEffects = (path: string) => {
  const file = openSync(path, 'a', 0o600);
  const times = new Map<string, number>();
  let total = 0;
  return {
    add(hostId: string, sha256: string): void {
      writeSync(file, `${hostId} ${sha256}\n`);
      fsyncSync(file);
      const key = `${hostId} ${sha256}`;
      times.set(key, (times.get(key) ?? 0) + 1);
      total += 1;
    },
    timesOf: (hostId: string, sha256: string): number => times.get(`${hostId} ${sha256}`) ?? 0,
    total: (): number => total,
    close: (): void => closeSync(file),
  };
};
export type Effects = ReturnType<typeof openEffects>;

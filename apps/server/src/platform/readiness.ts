import type pg from 'pg';
import type { Bus } from './bus/bus.ts';
import { isMigrated } from './db/migrate.ts';
import type { FileStore } from './files/file-store.ts';
import type { Log } from './log/log.ts';
import type { SignerClient } from './signer-client.ts';

/** What a process stands on. Without the database or its migrations it serves nothing; without the others, less. */
type Part = 'database' | 'migrations' | 'bus' | 'signer' | 'files';
const fatal: readonly Part[] = ['database', 'migrations'];

export interface Readiness {
  status: 'ready' | 'degraded' | 'not ready';
  /** The parts that are missing, nothing about why: strangers may read this. */
  missing: Part[];
}

export interface ReadinessParts {
  pool: pg.Pool;
  bus: Bus;
  signer: Pick<SignerClient, 'isUp'> | undefined;
  files: Pick<FileStore, 'trouble'> | undefined;
}

/** Looks at every part now. `causes` are for the log. */
const lookAt = async ({ pool, bus, signer, files }: ReadinessParts) => {
  const [migrated, signs, trouble] = await Promise.all([
    isMigrated(pool).catch(() => undefined),
    signer ? signer.isUp() : Promise.resolve(true),
    files?.trouble(),
  ]);
  const missing: Part[] = [];
  if (migrated === undefined) missing.push('database');
  if (migrated === false) missing.push('migrations');
  if (!bus.isUp()) missing.push('bus');
  if (!signs) missing.push('signer');
  if (trouble !== undefined) missing.push('files');
  return { missing, causes: { files: trouble } as Partial<Record<Part, string | undefined>> };
};

export const readReadiness = async (parts: ReadinessParts): Promise<Readiness> => {
  const { missing } = await lookAt(parts);
  const status = missing.some((part) => fatal.includes(part)) ? 'not ready' : 'degraded';
  return { status: missing.length === 0 ? 'ready' : status, missing };
};

const lookEveryMs = 5_000;

/** Writes a line when a part is lost and one when it is back. Returns the way to stop. */
export const watchReadiness = (parts: ReadinessParts, log: Log, everyMs = lookEveryMs): (() => void) => {
  let lost: readonly Part[] = [];
  const look = async (): Promise<void> => {
    const { missing, causes } = await lookAt(parts);
    for (const part of missing) if (!lost.includes(part)) log.warn({ part, cause: causes[part] }, `${part} lost`);
    for (const part of lost) if (!missing.includes(part)) log.info({ part }, `${part} back`);
    lost = missing;
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
};

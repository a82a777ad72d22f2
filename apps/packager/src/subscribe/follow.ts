import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProviderState } from '@patchkeep/contract/packager';
import { z } from 'zod';
import { type Withdrawal, withdrawal } from '../share/catalogue.ts';
import { notReadFrom, type NotReadReason } from './not-read.ts';
import type { Provider } from './providers.ts';
import { type ProviderCatalogue, readProvider } from './read-provider.ts';
import type { Source } from './source.ts';

const readEveryMs = 3_600_000;
const retryEveryMs = 5 * 60_000;

interface Followed {
  provider: Provider;
  source: Source;
  /** What was read last; it counts until its metadata expires. */
  catalogue: ProviderCatalogue | undefined;
  readAt: number | null;
  failure: { reason: NotReadReason; says: string } | null;
  /** What the log says of it. */
  told: string;
  withdrawn: Withdrawal[];
}

/** Beside the metadata: a withdrawal counts also while the provider cannot be read. */
const withdrawnFile = ({ metadata }: Provider): string => join(dirname(metadata), 'withdrawn.json');
const withdrawals = z.array(withdrawal);
const readWithdrawn = (provider: Provider): Withdrawal[] => {
  const path = withdrawnFile(provider);
  return existsSync(path) ? withdrawals.parse(JSON.parse(readFileSync(path, 'utf8'))) : [];
};
const writeWithdrawn = (provider: Provider, withdrawn: readonly Withdrawal[]): void => {
  const path = withdrawnFile(provider);
  writeFileSync(`${path}.new`, JSON.stringify(withdrawn), { flush: true });
  renameSync(`${path}.new`, path);
};

interface Given {
  clock: () => number;
  log: (about: object, says: string) => void;
  providers: readonly Provider[];
  sourceOf: (provider: Provider) => Source;
}

/** Follows what providers share. A provider that cannot be read costs its new packages, and nothing else. */
export const followProviders = ({ providers, sourceOf, log, clock }: Given) => {
  const followed = providers.map((provider): Followed => ({
    provider,
    source: sourceOf(provider),
    catalogue: undefined,
    readAt: null,
    failure: null,
    told: '',
    withdrawn: readWithdrawn(provider),
  }));
  const isFresh = ({ catalogue }: Followed): boolean => (catalogue?.freshUntil ?? 0) > clock();

  const readOne = async (one: Followed): Promise<void> => {
    const { name } = one.provider;
    try {
      const catalogue = await readProvider(one.provider, one.source, clock());
      writeWithdrawn(one.provider, catalogue.withdrawn);
      Object.assign(one, { catalogue, withdrawn: catalogue.withdrawn, readAt: clock(), failure: null, told: '' });
      const { packages, withdrawn, unknown } = catalogue;
      log({ provider: name, packages: packages.length, withdrawn: withdrawn.length, unknown }, 'provider read');
    } catch (error) {
      const { reason, message } = notReadFrom(error);
      one.failure = { reason, says: message };
      const hasExpired = one.catalogue !== undefined && !isFresh(one);
      const says = hasExpired
        ? 'what was read of a provider has expired: nothing new comes of it'
        : 'a provider could not be read';
      // Told once, not every five minutes.
      if (one.told !== `${says} ${reason}`) log({ provider: name, reason, err: error }, says);
      one.told = `${says} ${reason}`;
    }
  };
  const readAll = async (): Promise<void> => {
    for (const one of followed) await readOne(one);
  };

  return {
    readAll,
    /** Reads now and every hour, sooner after a failure. */
    keepReading(): void {
      const next = async (): Promise<void> => {
        await readAll();
        const hasFailed = followed.some(({ failure }) => failure !== null);
        setTimeout(() => void next(), hasFailed ? retryEveryMs : readEveryMs).unref();
      };
      void next();
    },
    /** What counts now; empty when nothing does. */
    catalogues: (): ProviderCatalogue[] => followed.filter(isFresh).flatMap(({ catalogue }) => catalogue ?? []),
    withdrawn: (): Withdrawal[] => followed.flatMap(({ withdrawn }) => withdrawn),
    sourceOf: (name: string): Source => {
      const one = followed.find(({ provider }) => provider.name === name);
      if (!one) throw new Error(`There is no provider ${name}`);
      return one.source;
    },
    states: (): ProviderState[] =>
      followed.map((one) => ({
        name: one.provider.name,
        state: !isFresh(one) ? 'stopped' : one.failure ? 'failing' : 'current',
        readAt: one.readAt === null ? null : new Date(one.readAt).toISOString(),
        reason: one.failure?.reason ?? (one.catalogue && !isFresh(one) ? 'expired' : null),
        says: one.failure?.says.slice(0, 2_000) ?? null,
      })),
  };
};
export type Providers = ReturnType<typeof followProviders>;

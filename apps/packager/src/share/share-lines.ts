import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { BuildStore, KeptBuild } from '../serve/build-store.ts';
import { statementFile } from '../serve/vouch.ts';
import type { CatalogueLine, PackageLine, Withdrawal } from './catalogue.ts';

/** What of a proposal's evidence subscribers need. */
const sharedEvidence = z.object({
  packageId: z.string(),
  /** The address in the manifest. */
  manifest: z.string(),
  offered: z.object({
    variant: z.custom<PackageLine['variant']>(),
    productCodes: z.array(z.string()),
    sha256: z.string(),
  }),
  fetched: z.object({ sha256: z.string() }),
});

const lineOf = (store: BuildStore, build: KeptBuild): PackageLine[] => {
  const folder = store.proposalOf(build.build);
  const evidence = join(folder, 'evidence.json');
  if (!existsSync(evidence)) return [];
  const read = sharedEvidence.safeParse(JSON.parse(readFileSync(evidence, 'utf8')));
  // Of a release before packages could be shared: it is, once it has been made anew.
  if (!read.success) return [];
  const { packageId, manifest: address, offered, fetched } = read.data;
  // An installer out of an archive lies at no address.
  if (offered.sha256 !== fetched.sha256) return [];
  const { variant, productCodes } = offered;
  const statement = readFileSync(statementFile(folder), 'utf8');
  return [{ kind: 'package', packageId, variant, productCodes, address, statement }];
};

/** All that is ready here and was not withdrawn, and what was. */
export const shareLines = (store: BuildStore, withdrawn: readonly Withdrawal[], now: number): CatalogueLine[] => {
  const isWithdrawn = ({ channelTag, version }: KeptBuild): boolean =>
    withdrawn.some((one) => one.channelTag === channelTag && one.version === version);
  const ready = store
    .all()
    .filter((build) => build.state === 'ready' && (build.expires ?? 0) > now && !isWithdrawn(build))
    .toSorted((a, b) => (a.build < b.build ? -1 : 1));
  return [
    ...ready.flatMap((build) => lineOf(store, build)),
    ...withdrawn.map((one) => ({ kind: 'withdrawn' as const, ...one })),
  ];
};

import { createHash } from 'node:crypto';
import { type CustomConfig, customKinds, type TaskSpec } from '@patchkeep/contract/custom-software';
import { canonical } from '@patchkeep/orders/statements';
import type { CustomConfigRow, CustomPackageRow } from './custom-software.tables.ts';
import type { Vouching } from './vouching.rules.ts';

/** Counts the forms of specs: another one is another spec, whatever its tag. */
export const specForm = 1;

export const specTagOf = ({ title, spec }: Pick<CustomConfigRow, 'title' | 'spec'>): string =>
  createHash('sha256').update(canonical({ title, spec })).digest('hex').slice(0, 32);

export type CustomKind = CustomConfig['kind'];
/** By the ending of the main file; undefined for what hosts cannot run. */
export const kindOf = (filename: string): CustomKind | undefined =>
  customKinds.find((kind) => filename.toLowerCase().endsWith(`.${kind}`));
export const osFamilyOf = (kind: CustomKind): 'windows' | 'linux' =>
  kind === 'deb' || kind === 'sh' ? 'linux' : 'windows';

/** Where software stands, by its last statement. */
export const stateOf = (
  config: { specTag: string; isComplete: boolean },
  last: CustomPackageRow | undefined,
  vouching: Vouching | undefined,
  now: Date,
): CustomConfig['state'] => {
  if (!vouching || !config.isComplete) return 'draft';
  if (!last || last.spec_tag !== config.specTag) return 'awaitsSignatures';
  if (last.approvers_version !== vouching.by.version)
    return last.envelope === null ? 'awaitsSignatures' : 'approversChanged';
  if (last.envelope === null) return 'awaitsSignatures';
  return last.expires_at <= now ? 'expired' : 'vouched';
};

/** The statement that belongs to software as it is now; an older one is about something else. */
export const currentOf = (
  specTag: string,
  last: CustomPackageRow | undefined,
  vouching: Vouching | undefined,
  now: Date,
): CustomPackageRow | undefined =>
  last && last.spec_tag === specTag && last.approvers_version === vouching?.by.version && last.expires_at > now
    ? last
    : undefined;

/** Files lie beside one another under their names: Windows tells names apart by their letters alone. */
export const hasEachNameOnce = (names: readonly string[]): boolean =>
  new Set(names.map((each) => each.toLowerCase())).size === names.length;

export const filesOf = ({ files, mainFile }: TaskSpec): string[] => [...new Set([mainFile, ...files])];

import { agentLimits } from '@patchkeep/contract/agent/protocol';
import type { CustomConfig, TaskSpec } from '@patchkeep/contract/custom-software';
import { customPackage, type Recognition } from '@patchkeep/orders/custom/custom-package';
import type pg from 'pg';
import { BoundedMap } from '../../platform/bounded-map.ts';
import { type Tx, withTenant } from '../../platform/db/tenant.ts';
import { selectEnvelopesAfter } from './approvers.repository.ts';
import { selectConfigs, selectSigned } from './configs.repository.ts';
import { readWholes } from './configs.service.ts';
import type { CustomPackageRow } from './custom-software.tables.ts';
import { type CustomKind, osFamilyOf, specForm, specTagOf, stateOf } from './state.rules.ts';

/** What approvers have signed, for whoever makes work of it. */
export interface VouchedCustom {
  statementHash: Buffer;
  release: number;
  kind: CustomKind;
  scope: TaskSpec['scope'];
  osFamily: 'windows' | 'linux';
  isRemovable: boolean;
  recognition: Recognition | null;
  /** Hosts believe its approvers from then on. */
  startsAt: Date;
  approversVersion: number;
}

/** Custom software as jobs know it. */
export interface CustomSoftware {
  configId: string;
  title: string;
  spec: TaskSpec;
  specTag: string;
  specTagSeq: number;
  state: CustomConfig['state'];
  /** Null unless its state is `vouched`. */
  vouched: VouchedCustom | null;
}

const statementOf = ({ statement }: Pick<CustomPackageRow, 'statement'>) =>
  customPackage.schema.parse(JSON.parse(statement));

const vouchedOf = (row: CustomPackageRow, startsAt: Date): VouchedCustom => {
  const { release, kind, scope, removeArguments, recognition } = statementOf(row);
  return {
    statementHash: row.statement_hash,
    release,
    kind,
    scope,
    osFamily: osFamilyOf(kind),
    isRemovable: removeArguments !== null,
    recognition,
    startsAt,
    approversVersion: row.approvers_version,
  };
};

export const readCustomSoftware = async (
  tx: Tx,
  customerId: string,
  siteId: string,
  configIds: readonly string[],
  now: Date,
): Promise<Map<string, CustomSoftware>> => {
  if (configIds.length === 0) return new Map();
  const rows = await selectConfigs(tx, customerId, siteId, configIds);
  const wholes = await readWholes(tx, { customerId, siteId }, rows);
  return new Map(
    wholes.map(({ row, last, vouching, missing }) => {
      const specTag = specTagOf(row);
      const state = stateOf({ specTag, isComplete: missing.length === 0 }, last, vouching, now);
      const vouched = state === 'vouched' && last && vouching ? vouchedOf(last, vouching.startsAt) : null;
      const { config_id: configId, title, spec } = row;
      return [configId, { configId, title, spec, specTag, specTagSeq: specForm, state, vouched }];
    }),
  );
};

/** What hosts are handed with an order, and which files with it. */
export interface CustomEnvelope {
  statement_hash: Buffer;
  envelope: string;
  /** SHA-256, hex. */
  files: string[];
  recognition: Recognition | null;
}

/** By the hashes that tasks carry, of one customer. */
export const selectCustomEnvelopes = async (
  tx: Tx,
  customerId: string,
  hashes: readonly Buffer[],
): Promise<CustomEnvelope[]> => {
  const rows = await selectSigned(tx, customerId, hashes);
  return rows.map(({ statement_hash, envelope, ...row }) => {
    const { files, recognition } = statementOf(row);
    return { statement_hash, envelope: envelope ?? '', files: files.map(({ sha256 }) => sha256), recognition };
  });
};

/** A host hears of new approvers this much later at most: check-ins must not ask the database what nobody changed. */
const believedMs = 10_000;
const mostSites = 10_000;

/** The statements about approvers that follow the one that a host believes, so that it can follow them itself. */
export const approversAfter = (pool: pg.Pool) => {
  const known = new BoundedMap<string, { all: Awaited<ReturnType<typeof selectEnvelopesAfter>>; until: number }>(
    mostSites,
  );
  return async (
    { customerId, siteId }: { customerId: string; siteId: string },
    version: number | undefined,
    now: Date,
  ): Promise<string[]> => {
    if (version === undefined) return [];
    let found = known.get(siteId);
    if (!found || found.until <= now.getTime()) {
      const all = await withTenant(pool, { customerId, siteIds: [siteId], actorId: null }, (tx) =>
        selectEnvelopesAfter(tx, customerId, siteId),
      );
      found = { all, until: now.getTime() + believedMs };
      known.set(siteId, found);
    }
    return found.all
      .filter((each) => each.version > version)
      .slice(0, agentLimits.approvers)
      .map(({ envelope }) => envelope);
  };
};

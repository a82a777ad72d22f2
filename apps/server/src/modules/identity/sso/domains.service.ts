import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { type SsoDomain, ssoLimits } from '@patchkeep/contract/single-sign-on';
import type pg from 'pg';
import type { Context } from '../../../platform/context.ts';
import { withTenant } from '../../../platform/db/tenant.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { recordActOfCaller } from '../../audit/public.ts';
import { lockCustomer } from '../../tenants/public.ts';
import type { TextRecords } from './domain-proof.service.ts';
import { proofIn } from './domain-record.rules.ts';
import { recordNameOf } from './domain.rules.ts';
import { presentDomain } from './sso.presenter.ts';
import { findConnection, findDomain, listConnections, listDomains } from './sso.queries.ts';
import { deleteDomain, enterDomain, insertDomain, leaveDomain, updateDomain } from './sso.repository.ts';
import type { DomainRow } from './sso.tables.ts';

export const domainTexts = {
  foreign: 'This domain belongs to another customer.',
  other: 'There is a record, but with another text.',
  unproven: 'Prove the domain first.',
  required: 'Single sign-on is required for this domain. Take the requirement away first.',
} as const;

const record = (context: Context, verb: string, { domain_id, domain }: DomainRow, after?: object) =>
  recordActOfCaller(context, {
    siteId: null,
    verb,
    objectKind: 'domain',
    objectId: domain_id,
    after: { domain, ...after },
  });

const domainIn = async ({ tx, principal }: Context, domainId: string): Promise<DomainRow> => {
  const row = await findDomain(tx, principal.customerId, domainId);
  if (!row) throw notFound();
  return row;
};

export const addDomain = async (context: Context, domain: string): Promise<SsoDomain> => {
  const { tx, principal, now } = context;
  const { customerId } = principal;
  await lockCustomer(tx, customerId);
  const known = await listDomains(tx, customerId);
  if (known.some((each) => each.domain === domain)) throw invalid(`${domain} is in the list already`);
  if (known.length >= ssoLimits.domainsPerCustomer)
    throw invalid(`There can be ${ssoLimits.domainsPerCustomer} domains`);
  const row = {
    customer_id: customerId,
    domain_id: randomUUIDv7(),
    domain,
    challenge: randomBytes(24).toString('base64url'),
    connection_id: null,
    created_at: now,
    verified_at: null,
    checked_at: null,
    missing_since: null,
  };
  await insertDomain(tx, row);
  await record(context, 'domain.add', row);
  return presentDomain(row);
};

/** Looks for the record. A domain that was proven counts on for a while when its record is gone, and says so. */
export const checkDomain = async (
  context: Context,
  { pool, records }: { pool: pg.Pool; records: TextRecords },
  domainId: string,
): Promise<{ domain: SsoDomain; problem: string | null }> => {
  const { tx, principal, now } = context;
  const { customerId, userId } = principal;
  // In a transaction of its own: DNS is asked afterwards, and nothing stays open meanwhile.
  const asked = await withTenant(pool, { customerId, siteIds: [], actorId: userId }, (own) =>
    findDomain(own, customerId, domainId),
  );
  if (!asked) throw notFound();
  const found = await records(recordNameOf(asked.domain));
  await lockCustomer(tx, customerId);
  const row = await domainIn(context, domainId);
  const proof = proofIn(found, row.challenge);
  if (proof !== 'found') {
    const isMissing = proof === 'missing' && row.verified_at !== null;
    // The end of a domain is the work of the job that tells all system administrators.
    const looked = {
      ...row,
      checked_at: now,
      missing_since: isMissing ? (row.missing_since ?? now) : row.missing_since,
    };
    await updateDomain(tx, row, looked);
    const problem = 'problem' in found ? found.problem : domainTexts.other;
    return { domain: presentDomain(looked), problem };
  }
  const connections = await listConnections(tx, customerId);
  const [only] = connections.length === 1 ? connections : [];
  const proven = {
    ...row,
    connection_id: row.verified_at === null ? (only?.connection_id ?? null) : row.connection_id,
    verified_at: row.verified_at ?? now,
    checked_at: now,
    missing_since: null,
  };
  // Asked only now: who does not own the domain must not learn whether a customer has it.
  if (!(await enterDomain(tx, proven))) throw invalid(domainTexts.foreign);
  await updateDomain(tx, row, proven);
  if (row.verified_at === null) await record(context, 'domain.prove', row);
  return { domain: presentDomain(proven), problem: null };
};

/** Refuses what would leave users without the way to sign in that is required of them. */
const refuseRequired = async ({ tx, principal }: Context, row: DomainRow): Promise<void> => {
  const connection =
    row.connection_id === null ? undefined : await findConnection(tx, principal.customerId, row.connection_id);
  if (connection?.is_required) throw invalid(domainTexts.required);
};

export const changeDomain = async (
  context: Context,
  domainId: string,
  connectionId: string | null,
): Promise<SsoDomain> => {
  const { tx, principal } = context;
  await lockCustomer(tx, principal.customerId);
  const row = await domainIn(context, domainId);
  if (row.verified_at === null) throw invalid(domainTexts.unproven);
  const connection = connectionId === null ? undefined : await findConnection(tx, principal.customerId, connectionId);
  if (connectionId !== null && !connection) throw notFound();
  await refuseRequired(context, row);
  // Who requires single sign-on has tried it with the domains of then; another one comes in before that.
  if (connection?.is_required) throw invalid(domainTexts.required);
  const changed = { ...row, connection_id: connectionId };
  if (!(await enterDomain(tx, changed))) throw invalid(domainTexts.foreign);
  await updateDomain(tx, row, changed);
  await record(context, 'domain.change', row, { connection: connection?.name ?? null });
  return presentDomain(changed);
};

export const removeDomain = async (context: Context, domainId: string): Promise<void> => {
  const { tx, principal } = context;
  await lockCustomer(tx, principal.customerId);
  const row = await domainIn(context, domainId);
  await refuseRequired(context, row);
  await leaveDomain(tx, row);
  await deleteDomain(tx, row);
  await record(context, 'domain.remove', row);
};

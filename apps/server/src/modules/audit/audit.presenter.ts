import type { Activity, ActivitySource, SealedEntry } from '@patchkeep/contract/activity-log';
import { type ActivityRow, nobody } from './activities.queries.ts';
import { canonicalJson } from './audit.rules.ts';
import type { AuditRow } from './audit.tables.ts';

const text = (value: unknown): string | null => (value === null || value === undefined ? null : canonicalJson(value));

/** An entry as it was hashed. */
export const sealed = (row: AuditRow): SealedEntry => ({
  customerId: row.customer_id,
  chainId: row.chain_id,
  seq: row.seq,
  at: row.at.toISOString(),
  actorId: row.actor_id,
  credentialId: row.credential_id,
  instanceId: row.instance_id,
  requestId: row.request_id,
  ip: row.ip,
  verb: row.verb,
  objectKind: row.object_kind,
  objectId: row.object_id,
  before: text(row.before),
  after: text(row.after),
  previousHash: row.previous_hash.toString('hex'),
  hash: row.hash.toString('hex'),
});

const sourceOf = ({ actor_id, credential_id, is_token }: ActivityRow): ActivitySource => {
  if (actor_id === null) return credential_id === null ? 'system' : 'agent';
  if (actor_id === nobody) return 'system';
  return is_token ? 'api' : 'ui';
};

const nameFields = ['title', 'tagName', 'hostName', 'name', 'filename'];
/** The name in what was recorded: the only one there is once the thing is gone. */
const recordedName = (value: unknown): string | null => {
  if (value === null || typeof value !== 'object') return null;
  const fields = new Map(Object.entries(value));
  const name = nameFields.map((field): unknown => fields.get(field)).find((found) => typeof found === 'string');
  return typeof name === 'string' && name !== '' ? name : null;
};

/** An act on many hosts is one entry, about the site. */
const countOfHosts = ({ object_kind, after }: ActivityRow): string | null => {
  const count: unknown =
    object_kind === 'host' && after !== null && typeof after === 'object' && 'count' in after ? after.count : 1;
  return typeof count === 'number' && count > 1 ? `${count} hosts` : null;
};

/** Acts of an identity provider name the connection as it was called then: there is no user who did them. */
const provisioningName = ({ verb, after }: ActivityRow): string | null => {
  if (!verb.startsWith('scim.') || after === null || typeof after !== 'object' || !('connection' in after)) return null;
  return typeof after.connection === 'string' ? `Provisioning by ${after.connection}` : null;
};

export const presentActivity = (row: ActivityRow, names: ReadonlyMap<string, string>): Activity => {
  const isPerson = row.actor_id !== nobody;
  return {
    sequenceNumber: row.seq,
    time: row.at.toISOString(),
    source: sourceOf(row),
    userUuid: isPerson ? row.actor_id : null,
    userName: isPerson ? row.user_name : provisioningName(row),
    verb: row.verb,
    objectKind: row.object_kind,
    objectId: row.object_id,
    objectName: countOfHosts(row) ?? names.get(row.object_id) ?? recordedName(row.after) ?? recordedName(row.before),
    before: row.before,
    after: row.after,
    ip: row.ip,
    instanceId: row.instance_id,
    requestId: row.request_id,
    credentialUuid: row.credential_id,
  };
};

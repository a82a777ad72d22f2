import type { Context, RequestFacts } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/tenant.ts';
import { appendEntry, lockHead } from './audit.repository.ts';
import { canonicalJson, entryHash } from './audit.rules.ts';

export interface Act {
  customerId: string;
  /** The site acted on; null for acts of the customer as a whole, which have a chain of their own. */
  siteId: string | null;
  actorId: string | null;
  /** Which session or token was used. */
  credentialId: string | null;
  /** thing.verb, as in `session.login` or `site.rename`. */
  verb: string;
  objectKind: string;
  objectId: string;
  before?: unknown;
  after?: unknown;
}

/** Writes the act into its chain, in the transaction of the act itself; who looks at the log is told on commit. */
export const recordAct = async (
  tx: Tx,
  facts: RequestFacts & Partial<Pick<Context, 'emit'>>,
  act: Act,
): Promise<void> => {
  const chainId = act.siteId ?? act.customerId;
  const head = await lockHead(tx, act.customerId, chainId);
  const entry = {
    customerId: act.customerId,
    chainId,
    seq: head.seq + 1,
    at: facts.now.toISOString(),
    actorId: act.actorId,
    credentialId: act.credentialId,
    instanceId: facts.instanceId,
    requestId: facts.requestId,
    ip: facts.ip,
    verb: act.verb,
    objectKind: act.objectKind,
    objectId: act.objectId,
    before: act.before === undefined ? null : canonicalJson(act.before),
    after: act.after === undefined ? null : canonicalJson(act.after),
    previousHash: head.hash.toString('hex'),
  };
  await appendEntry(tx, { ...entry, hash: entryHash(entry) });
  facts.emit?.({ thing: 'activityLog', ...(act.siteId !== null && { siteAccountUuid: act.siteId }) });
};

/** Writes an act of whoever is calling. */
export const recordActOfCaller = (context: Context, act: Omit<Act, 'customerId' | 'actorId' | 'credentialId'>) => {
  const { customerId, userId, sessionId } = context.principal;
  return recordAct(context.tx, context, { ...act, customerId, actorId: userId, credentialId: sessionId });
};

import type { Context } from '../../../platform/context.ts';
import { recordAct } from '../../audit/public.ts';
import type { ConnectionRow } from '../sso/sso.tables.ts';

/** Writes an act of an identity provider: the log names its connection instead of a person. */
export const recordScim = (
  context: Context,
  connection: Pick<ConnectionRow, 'customer_id' | 'name'>,
  verb: string,
  object: { kind: 'user' | 'scimGroup'; id: string },
  { before, after = {} }: { before?: unknown; after?: object } = {},
): Promise<void> =>
  recordAct(context.tx, context, {
    customerId: connection.customer_id,
    siteId: null,
    actorId: context.principal.userId,
    credentialId: context.principal.sessionId,
    verb: `scim.${verb}`,
    objectKind: object.kind,
    objectId: object.id,
    before,
    after: { ...after, connection: connection.name },
  });

import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ConnectionRow } from '../sso.tables.ts';
import { entityIdOf, logoutRequest } from './saml-addresses.rules.ts';
import { withRequest } from './saml-sign-in.service.ts';

const text = z.string().nullable();
const kept = z.object({ name: z.string(), format: text, nameQualifier: text, spNameQualifier: text, index: text });

/**
 * Where the browser ends its session at the identity provider (SAML single logout). Undefined where that one offers no
 * such address, or the names that it knows the session by were not kept.
 */
export const samlSignOutAddress = (
  { connection_id, sign_out_address: signOutAddress }: ConnectionRow,
  hint: string | undefined,
  { publicOrigin, state, now }: { publicOrigin: string | undefined; state: string; now: Date },
): URL | undefined => {
  if (signOutAddress === null || hint === undefined) return undefined;
  const request = logoutRequest({
    ...kept.parse(JSON.parse(hint)),
    requestId: `_${randomBytes(16).toString('hex')}`,
    now,
    signOutAddress,
    entityId: entityIdOf(publicOrigin, connection_id),
  });
  return withRequest(new URL(signOutAddress), request, state);
};

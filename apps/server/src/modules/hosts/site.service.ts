import type { Context } from '../../platform/context.ts';
import { forbidden } from '../../platform/errors.ts';

/** The tenant a handler works in. Endpoints of this module ask for rights that nobody holds without a site. */
export const siteOf = ({ principal: { customerId, siteId } }: Context): { customerId: string; siteId: string } => {
  if (siteId === null) throw forbidden('No site');
  return { customerId, siteId };
};

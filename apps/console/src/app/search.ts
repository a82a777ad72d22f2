import { z } from 'zod';

/** Search params live inside the hash. A value that makes no sense is dropped instead of breaking the page. */
const text = z.string().max(200).optional().catch(undefined);
const id = z
  .string()
  .regex(/^[0-9a-f-]{36}$/i)
  .optional()
  .catch(undefined);

export const siteUsersSearch = z.object({ siteUuid: id, siteName: text });
export const configurationSearch = z.object({ tab: text });
export const detachedSearch = z.object({ heading: text });

import { z } from 'zod';

/** Search params live inside the hash. A value that makes no sense is dropped instead of breaking the page. */
const text = z.string().max(200).optional().catch(undefined);
const id = z
  .string()
  .regex(/^[0-9a-f-]{36}$/i)
  .optional()
  .catch(undefined);

export const siteUsersSearch = z.object({ siteUuid: id, siteName: text });
export const configurationSearch = z.object({ tab: text, view: text });
export const detachedSearch = z.object({ heading: text });

/** The address of a list of hosts; its screen says what makes sense. A search for digits reads as a number. */
const hostList = {
  view: text,
  q: z
    .union([z.string().max(200), z.number().transform(String)])
    .optional()
    .catch(undefined),
  group: id,
  tag: id,
  sort: text,
  order: text,
};
export const hostsSearch = z.object(hostList);
export const groupHostsSearch = z.object({ ...hostList, groupUuid: id });
export const tagHostsSearch = z.object({ ...hostList, tagUuid: id });
export const hostResultsSearch = z.object({ hostUuid: id, tab: text });

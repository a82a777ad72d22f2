import { z } from 'zod';

/**
 * A package of the host's own distribution, in Debian's grammar and narrower. The two become one argument of apt, so
 * nothing in them may be read as something else: neither begins with a dash, which would be an option, and a version
 * does not end with `-` or `+`, which apt reads as "remove" and "install".
 */
export const systemPackage = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9+.-]{1,99}$/),
  version: z.string().regex(/^[0-9]([A-Za-z0-9.+~:-]{0,98}[A-Za-z0-9~])?$/),
});
export type SystemPackage = z.output<typeof systemPackage>;

/** Whether an order can name it. The signer refuses all orders of a request when it cannot name one of them. */
export const isSystemPackage = (given: SystemPackage): boolean => systemPackage.safeParse(given).success;

const prefix = 'deb:';
/** What decisions, tasks and a host's own policy call a package of Debian's format. */
export const debTag = (name: string): string => `${prefix}${name}`;
/** The name of the package; undefined for every other application. */
export const nameOfDebTag = (tag: string): string | undefined =>
  tag.startsWith(prefix) ? tag.slice(prefix.length) : undefined;

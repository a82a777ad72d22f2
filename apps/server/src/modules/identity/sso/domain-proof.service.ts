import { Resolver } from 'node:dns/promises';

/** What was found under the name of a record: its texts, or why none could be read. DNS may say that there are none. */
export type FoundTexts = { texts: string[] } | { problem: string; isNone: boolean };

const problems: Record<string, string> = {
  ENOTFOUND: 'There is no such record yet. A new record can take an hour to be seen.',
  ENODATA: 'There is no such record yet. A new record can take an hour to be seen.',
  ETIMEOUT: 'DNS did not answer in time. Try again.',
};

/** Reads TXT records, by the DNS servers of the system or those of the setting. */
export const textRecords = (dnsServers: readonly string[]) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  return async (name: string): Promise<FoundTexts> => {
    try {
      // A long text comes in parts.
      return { texts: (await resolver.resolveTxt(name)).map((parts) => parts.join('')) };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
      const isNone = code === 'ENOTFOUND' || code === 'ENODATA';
      return { problem: problems[code] ?? `DNS could not be asked (${code}).`, isNone };
    }
  };
};
export type TextRecords = ReturnType<typeof textRecords>;

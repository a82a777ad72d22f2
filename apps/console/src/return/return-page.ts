import { z } from 'zod';

/** What the consent page of another service sends back with the browser. */
const consentReturn = z.object({
  admin_consent: z.enum(['true', 'false']).nullable().catch(null),
  tenant: z.string().max(200).nullable().catch(null),
  state: z.string().max(2_000).nullable().catch(null),
});
export type ConsentReturn = z.output<typeof consentReturn>;

export const consentKey = 'patchkeep.consent';

interface Place {
  pathname: string;
  search: string;
}
interface Environment {
  storage: Pick<Storage, 'setItem'>;
  tell(kind: 'patchpro-admin-consent'): void;
  replace(address: string): void;
}

const destinations: Record<string, string> = {
  '/patchpro/admin_consent': '/#/patchpro',
  '/azure/azure-integration': '/#/configuration?tab=azure-integration',
};

/** Keeps the answer for the page that asked, then goes there. */
export const returnFromConsent = ({ pathname, search }: Place, { storage, tell, replace }: Environment): void => {
  const query = new URLSearchParams(search);
  const given = consentReturn.parse({
    admin_consent: query.get('admin_consent')?.toLowerCase() ?? null,
    tenant: query.get('tenant'),
    state: query.get('state'),
  });
  storage.setItem(consentKey, JSON.stringify({ ...given, path: pathname }));
  if (pathname === '/patchpro/admin_consent') tell('patchpro-admin-consent');
  replace(destinations[pathname] ?? '/');
};

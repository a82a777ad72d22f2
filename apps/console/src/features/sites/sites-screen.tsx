import { type ListedSite, sites as endpoints } from '@patchkeep/contract/sites';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Building2 from 'lucide-react/icons/building-2';
import Plus from 'lucide-react/icons/plus';
import { useMemo, useState } from 'react';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { useMay } from '../../lib/use-may.ts';
import { useSession } from '../../lib/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchBar } from '../../ui/form/search-bar.tsx';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { Sort } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { downloadText, rowsToCsv } from '../../ui/table/download.ts';
import { queryState } from '../../ui/table/query-state.ts';
import { pageOfWhole } from '../../ui/table/whole-list.ts';
import { CustomerSettingsDialog } from './customer-settings-dialog.tsx';
import { SecondFactorPolicyDialog } from './second-factor-policy-dialog.tsx';
import { arrange, siteColumns } from './site-columns.tsx';
import { SiteFormDialog } from './site-form-dialog.tsx';
import { sitesQuery } from './sites.queries.ts';

const getId = ({ siteAccountUuid }: ListedSite) => siteAccountUuid;
const getName = ({ siteName }: ListedSite) => siteName;

type Open = { what: 'form'; site: ListedSite | null } | { what: 'settings' | 'factors' } | null;

const leadOf = (rows: readonly ListedSite[], licences: number | undefined): string => {
  const inUse = rows.reduce((sum, { licencesInUse }) => sum + (licencesInUse ?? 0), 0);
  const used = licences === undefined ? '' : ` · ${formatNumber(inUse)} of ${formatNumber(licences)} licences in use`;
  return `${formatCount(rows.length, 'site')}${used}`;
};

function AdministratorButtons({ onOpen }: { onOpen: (open: Open) => void }) {
  const navigate = useNavigate();
  return (
    <>
      <Button onPress={() => void navigate({ to: '/providers', search: {} })}>Service providers</Button>
      <Button onPress={() => onOpen({ what: 'factors' })}>Second factors</Button>
      <Button onPress={() => onOpen({ what: 'settings' })}>Settings for all sites</Button>
      <Button variant="primary" icon={Plus} data-act="new-site" onPress={() => onOpen({ what: 'form', site: null })}>
        New site
      </Button>
    </>
  );
}

/** The sites that the user may enter. A system administrator also creates and changes them here. */
export function SitesScreen({ onOpen }: { onOpen: (siteAccountUuid: string) => void }) {
  const query = useQuery(sitesQuery);
  const isAdmin = useMay('isSystemAdmin');
  const mayManageUsers = useMay('canManageSites');
  const shownUuid = useSession(({ handshake }) => handshake?.currentSite?.siteAccountUuid);
  const licences = useSession(({ handshake }) => handshake?.customerSettings.hostLicenseCount);
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const [q, setQ] = useState('');
  const [from, setFrom] = useState(1);
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' });
  const { mutate: makeDefault } = useAct(
    ({ siteAccountUuid }: ListedSite) =>
      call(
        endpoints.setDefault,
        { params: { id: siteAccountUuid } },
        { operation: { verb: 'set', thing: 'default site' } },
      ),
    { touches: ['site'] },
  );
  const all = query.data?.sites;
  const defaultUuid = query.data?.defaultSiteAccountUuid ?? null;
  const columns = useMemo(
    () =>
      siteColumns(
        {
          onOpen: (site) => onOpen(site.siteAccountUuid),
          onDefault: (site) =>
            makeDefault(site, {
              onSuccess: () => notify({ tone: 'success', text: `You start at "${site.siteName}" from now on.` }),
            }),
          onUsers: mayManageUsers
            ? ({ siteAccountUuid, siteName }) =>
                void navigate({ to: '/sites/users', search: { siteUuid: siteAccountUuid, siteName } })
            : undefined,
          onEdit: isAdmin ? (site) => setOpen({ what: 'form', site }) : undefined,
        },
        { shownUuid, defaultUuid },
      ),
    [onOpen, makeDefault, mayManageUsers, navigate, isAdmin, shownUuid, defaultUuid],
  );
  const found = useMemo(() => all && arrange(all, q, sort), [all, q, sort]);
  const { rows, total, page } = pageOfWhole(found, from, setFrom);
  const close = () => setOpen(null);
  const search = (next: string) => {
    setQ(next);
    setFrom(1);
  };
  return (
    <>
      <PageHead
        title={pages['/sites'].title}
        lead={all && leadOf(all, isAdmin ? licences : undefined)}
        actions={
          <>
            {found && found.length > 0 && (
              <Button onPress={() => downloadText('sites.csv', rowsToCsv(columns, found))}>Export CSV</Button>
            )}
            {isAdmin && <AdministratorButtons onOpen={setOpen} />}
          </>
        }
      />
      <DataTable
        label="Sites"
        noun="sites"
        columns={columns}
        {...queryState(query, rows, 'Unable to fetch sites.')}
        getId={getId}
        getName={getName}
        total={total}
        page={page}
        density="cosy"
        sort={sort}
        onSort={(next) => {
          setSort(next);
          setFrom(1);
        }}
        onOpen={({ siteAccountUuid }) => onOpen(siteAccountUuid)}
        onClearFilters={q === '' ? undefined : () => search('')}
        whenNone={
          <EmptyState icon={Building2} title="No site">
            You may enter no site. A system administrator can give you access to one.
          </EmptyState>
        }
      >
        <SearchBar label="Find a site" value={q} onChange={search} />
      </DataTable>
      {open?.what === 'form' && <SiteFormDialog site={open.site} onClose={close} />}
      {open?.what === 'settings' && <CustomerSettingsDialog onClose={close} />}
      {open?.what === 'factors' && <SecondFactorPolicyDialog onClose={close} />}
    </>
  );
}

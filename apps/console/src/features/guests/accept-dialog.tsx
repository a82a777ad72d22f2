import { type GuestRequestLook, providers } from '@patchkeep/contract/guests';
import { rolePreset } from '@patchkeep/contract/rights';
import type { SiteRef } from '@patchkeep/contract/sites';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RightsPreview } from '../../domain/rights-preview.tsx';
import { presets } from '../../domain/rights-text.ts';
import { call } from '../../lib/client.ts';
import { asFailure } from '../../lib/failure.ts';
import { useAct } from '../../lib/use-act.ts';
import { useSession } from '../../lib/use-stores.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Select } from '../../ui/form/select.tsx';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Choices } from './choices.tsx';
import s from './guests.module.css';

const noSites: readonly SiteRef[] = [];
const roles = presets.filter(({ value }) => value === 'Read-Only' || value === 'Read & Write');

function Who({ asked }: { asked: GuestRequestLook }) {
  return (
    <>
      <p>
        <strong>{asked.providerName}</strong> asks to be let in. {asked.askedBy.longName} ({asked.askedBy.username})
        made the link; it ends <RelativeTime at={asked.expires} isAbsoluteShown />.
      </p>
      <section aria-label="Who will be let in">
        <h3>{formatCount(asked.people.length, 'person', 'people')} will be let in</h3>
        <ul className={s['points']}>
          {asked.people.map(({ longName, username }) => (
            <li key={username}>
              {longName} ({username})
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

interface AcceptDialogProps {
  request: string;
  onClose: () => void;
}

/** Says who will be able to do what, and lets them in. */
export function AcceptDialog({ request, onClose }: AcceptDialogProps) {
  const look = useQuery({
    queryKey: ['account', 'request', request],
    queryFn: ({ signal }) => call(providers.look, { body: { request } }, { signal }),
    staleTime: Infinity,
    meta: { isShownInPlace: true },
  });
  const sites = useSession(({ handshake }) => handshake?.sites) ?? noSites;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [role, setRole] = useState<'Read-Only' | 'Read & Write'>('Read-Only');
  const [refusal, setRefusal] = useState<string>();
  const sitePermissions = rolePreset[role];
  const accepting = useAct(
    () =>
      call(
        providers.accept,
        {
          body: { request, sites: [...chosen].map((siteAccountUuid) => ({ siteAccountUuid, sitePermissions })) },
        },
        { operation: { verb: 'approve', thing: 'site users' } },
      ),
    { touches: ['user'], onRefused: setRefusal, refusals: [400, 410] },
  );
  const problem = refusal ?? (look.isError ? asFailure(look.error).message : undefined);
  return (
    <ActDialog
      title="Let a service provider in"
      verb="Let in"
      isDisabled={!look.data || chosen.size === 0}
      isPending={accepting.isPending}
      onAct={() =>
        accepting.mutate(undefined, {
          onSuccess: ({ providerName }) => {
            onClose();
            notify({ tone: 'success', text: `${providerName} can enter from now on.` });
          },
        })
      }
      onClose={onClose}
    >
      <div className={s['stack']}>
        {problem !== undefined && <Banner tone="danger">{problem.replace(/\.?$/, '.')}</Banner>}
        {look.isPending && <Spinner isBlock />}
        {look.data && (
          <>
            <Who asked={look.data} />
            <Choices
              legend="Sites that they may enter"
              chosen={chosen}
              onChange={setChosen}
              choices={sites.map(({ siteAccountUuid, siteName }) => ({ id: siteAccountUuid, label: siteName }))}
            />
            <Select
              label="Rights on these sites"
              options={roles}
              value={role}
              onChange={(value) => setRole(value === 'Read & Write' ? value : 'Read-Only')}
            />
            <RightsPreview rights={{ sitePermissions, isSystemAdmin: false }} />
            <p>
              They never manage users, service providers, API tokens or the settings for all sites. They enter with a
              second factor of their own account. The activity log names them as guests. You can end all of it at any
              time.
            </p>
          </>
        )}
      </div>
    </ActDialog>
  );
}

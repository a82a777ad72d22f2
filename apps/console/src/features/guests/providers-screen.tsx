import { type Provider, providers as endpoints } from '@patchkeep/contract/guests';
import { unableTo } from '@patchkeep/contract/operations';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import Handshake from 'lucide-react/icons/handshake';
import User from 'lucide-react/icons/user';
import { useState } from 'react';
import { rightsText } from '../../domain/rights-text.ts';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card/section-card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { formatCount } from '../../ui/format.ts';
import { notify } from '../../ui/notify.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { providersQuery } from './guests.queries.ts';
import s from './guests.module.css';

type Guest = Provider['guests'][number];
const rightsOf = ({ sites }: Guest): string =>
  sites.map((each) => `${each.siteName}: ${rightsText({ ...each, isSystemAdmin: false })}`).join(' · ');

const sessionsOf = ({ guests }: Provider) =>
  guests.flatMap(({ longName, sessions }) => sessions.map((each) => ({ ...each, longName })));

function EndDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const sessions = sessionsOf(provider);
  const ending = useAct(
    () =>
      call(endpoints.end, { params: { id: provider.providerUuid } }, { operation: { verb: 'stop', thing: 'session' } }),
    { touches: ['user'] },
  );
  return (
    <ActDialog
      title={`End the access of ${provider.providerName}?`}
      role="alertdialog"
      verb="End access"
      isDanger
      isPending={ending.isPending}
      onAct={() =>
        ending.mutate(undefined, {
          onSuccess: ({ countSessions }) => {
            onClose();
            notify({
              tone: 'success',
              text: `${provider.providerName} cannot enter any more. ${formatCount(countSessions, 'session')} ended.`,
            });
          },
          onError: onClose,
        })
      }
      onClose={onClose}
    >
      <div className={s['stack']}>
        <p>
          {provider.guests.length === 1
            ? 'Its guest loses all rights at once.'
            : `Its ${formatCount(provider.guests.length, 'guest')} lose all rights at once.`}{' '}
          To let anybody of {provider.providerName} in again you need a new link.
        </p>
        <section aria-label="Sessions that end">
          <h3>{sessions.length === 0 ? 'Nobody of them is here now' : 'These sessions end at once'}</h3>
          <ul className={s['points']}>
            {sessions.map(({ longName, browser, address, lastSeen }) => (
              <li key={`${longName} ${lastSeen}`}>
                {longName}: {browser ?? 'Unknown browser'}, {address ?? 'unknown address'}, last seen{' '}
                <RelativeTime at={lastSeen} />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </ActDialog>
  );
}

function ProviderCard({ provider, onEnd }: { provider: Provider; onEnd: () => void }) {
  return (
    <SectionCard
      title={provider.providerName}
      actions={
        <Button variant="danger" aria-label={`End access of ${provider.providerName}`} onPress={onEnd}>
          End access
        </Button>
      }
    >
      <ul className={s['list']} aria-label={`Guests of ${provider.providerName}`}>
        {provider.guests.map((each) => (
          <li key={each.userAccountUuid} className={s['row']}>
            <User size={20} aria-hidden />
            <div className={s['what']}>
              <strong>{each.longName}</strong> <span className="muted">{each.username}</span>
              <div>{rightsOf(each)}</div>
              <div className="muted">
                {each.lastEntry === null ? (
                  'Never entered'
                ) : (
                  <>
                    Entered <RelativeTime at={each.lastEntry} />
                  </>
                )}
                {each.sessions.length > 0 && `, ${formatCount(each.sessions.length, 'session')} open`}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

/** A link as it was sent, or the text in it. */
const requestIn = (typed: string): string => /vpg_[\w-]{20,180}/.exec(typed)?.[0] ?? '';

function LinkField({ onOpen }: { onOpen: (request: string) => void }) {
  const [typed, setTyped] = useState('');
  const request = requestIn(typed);
  return (
    <SectionCard title="Let a service provider in">
      <div className={s['stack']}>
        <TextField
          label="Link of the service provider"
          description="The provider sends it to you. You see who asks, and decide what they may do, before anything happens."
          value={typed}
          onChange={setTyped}
        />
        <div>
          <Button isDisabled={request === ''} onPress={() => onOpen(request)}>
            Look at it
          </Button>
        </div>
      </div>
    </SectionCard>
  );
}

/** Who may enter from outside, and the way to let them in and to end it. */
export function ProvidersScreen({ request, onDone }: { request: string | undefined; onDone: () => void }) {
  const query = useQuery(providersQuery);
  const [typed, setTyped] = useState<string>();
  const [ending, setEnding] = useState<string>();
  const looked = typed ?? request;
  const all = query.data?.providers;
  const ended = all?.find(({ providerUuid }) => providerUuid === ending);
  const close = () => {
    setTyped(undefined);
    onDone();
  };
  return (
    <>
      <PageHead
        title={pages['/providers'].title}
        lead="Companies that look after your hosts. Their people are guests here, with the rights that you give them."
      />
      <div className={s['stack']}>
        {query.isPending && <Spinner isBlock />}
        {query.isError && (
          <Banner tone="danger" action={{ label: 'Try again', onPress: () => void query.refetch() }}>
            {unableTo({ verb: 'fetch', thing: 'site users' })}
          </Banner>
        )}
        {all?.length === 0 && (
          <EmptyState icon={Handshake} title="No service provider">
            Nobody from outside can enter. A service provider that you work with sends you a link to be let in.
          </EmptyState>
        )}
        {all?.map((each) => (
          <ProviderCard key={each.providerUuid} provider={each} onEnd={() => setEnding(each.providerUuid)} />
        ))}
        <LinkField onOpen={setTyped} />
      </div>
      {looked !== undefined && <AcceptDialog key={looked} request={looked} onClose={close} />}
      {ended && <EndDialog provider={ended} onClose={() => setEnding(undefined)} />}
    </>
  );
}

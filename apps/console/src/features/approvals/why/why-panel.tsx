import type { Answer } from '@patchkeep/contract/endpoint';
import type { why } from '@patchkeep/contract/why';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RetryButton } from '../../../acts/retry-button.tsx';
import { useSession } from '../../../lib/use-stores.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { AwaitedContent, SidePanel } from '../../../ui/side-panel.tsx';
import { WhyChain } from './why-chain.tsx';
import { awaitedLink, decisionLink, type WhyAbout } from './why-links.ts';
import { whyQuery, type WhySubject } from './why.queries.ts';
import s from './why.module.css';

export interface WhyPanelProps {
  hostUuid: string;
  subject: WhySubject;
  /** What is known of its name before the answer is there. */
  name: string;
  onClose: () => void;
}

type Why = Answer<typeof why.explain>;

const doesText: Record<Why['jobs'][number]['actionType'], string> = {
  Install: 'installs',
  Remove: 'removes',
  Custom: 'runs',
};

/** Why this is, or is not, updated on this host: the answer in a sentence first, then how it came about. */
export function WhyPanel({ hostUuid, subject, name, onClose }: WhyPanelProps) {
  const query = useQuery(whyQuery(hostUuid, subject));
  const { data } = query;
  const isSystemAdmin = useSession((session) => session.isSystemAdmin);
  const about = (known: string): WhyAbout => ({ hostUuid, subject, name: known, isSystemAdmin });
  return (
    <SidePanel
      title={`Why? ${data?.name ?? name}`}
      lead={data && <Lead why={data} hostUuid={hostUuid} />}
      isOpen
      onClose={onClose}
      actions={
        data && (
          <Link {...decisionLink(winnerOf(data), about(data.name))} className={buttonClass()}>
            Open approvals
          </Link>
        )
      }
    >
      {data ? (
        <Reasons why={data} about={about(data.name)} />
      ) : (
        <AwaitedContent query={query}>Unable to fetch the reasons.</AwaitedContent>
      )}
    </SidePanel>
  );
}

function Lead({ why: { hostName, installedVersions, newestVersion }, hostUuid }: { why: Why; hostUuid: string }) {
  const versions = [
    installedVersions.length > 0 && `installed ${installedVersions.join(', ')}`,
    newestVersion !== null && `newest ${newestVersion}`,
  ].filter(Boolean);
  return (
    <>
      <Link to="/hosts/host-results" search={{ hostUuid }}>
        {hostName}
      </Link>
      {versions.length > 0 && ` · ${versions.join(' · ')}`}
    </>
  );
}

const winnerOf = ({ trace }: Why) => trace.find(({ role }) => role === 'wins');

function Reasons({ why, about }: { why: Why; about: WhyAbout }) {
  const { verdict, trace, awaits, jobs } = why;
  const winner = winnerOf(why);
  return (
    <div className={s['stack']}>
      <p className={cx(s['answer'], s[verdict.action])}>{verdict.sentence}</p>
      {awaits.length > 0 && (
        <Part id="why-awaits" title="What it waits for">
          <ul className={s['awaits']}>
            {awaits.map(({ kind, sentence, until }) => (
              <li key={kind}>
                {sentence}
                <AwaitedLink found={awaitedLink(kind, about, winner)} />
                {kind === 'newDecision' && <Retry about={about} hostName={why.hostName} />}
                {until !== null && (
                  <span className="muted">
                    {' '}
                    <RelativeTime at={until} isAbsoluteShown />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {jobs.length > 0 && (
        <Part id="why-jobs" title="Deployment jobs about it">
          <ul className={s['awaits']}>
            {jobs.map(({ goalUuid, title, actionType, cause }) => (
              <li key={goalUuid}>
                The job “{title}” {doesText[actionType]} it. {cause}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part id="why-chain" title="Who was asked, nearest to the host first">
        <WhyChain trace={trace} about={about} />
      </Part>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={s['part']}>
      <h3 id={id} className="caption">
        {title}
      </h3>
      {children}
    </section>
  );
}

function Retry({ about: { subject, hostUuid, name }, hostName }: { about: WhyAbout; hostName: string }) {
  const what =
    'channelTag' in subject
      ? { kind: 'app' as const, subject: subject.channelTag }
      : { kind: 'wua' as const, subject: subject.wuaKey };
  return (
    <span className={s['act']}>
      <RetryButton size="small" what={`${name} on ${hostName}`} choice={{ ...what, agentUuid: hostUuid }} />
    </span>
  );
}

function AwaitedLink({ found }: { found: ReturnType<typeof awaitedLink> }) {
  if (!found) return null;
  return (
    <>
      {' '}
      <Link {...found.link}>{found.label}</Link>
    </>
  );
}

import type { Returned } from '@patchkeep/contract/endpoint';
import { search } from '@patchkeep/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import Flame from 'lucide-react/icons/flame';
import { useEffect, useState } from 'react';
import { askedDecision } from '../../../domain/asked-decision.ts';
import { StatusBadge } from '../../../domain/product-badges.tsx';
import { statusText } from '../../../domain/vulnerability-badge.tsx';
import { call } from '../../../lib/client.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Badge } from '../../../ui/badge.tsx';
import { formatCount } from '../../../ui/format.ts';
import { actOn, type Go } from './act-commands.ts';
import { type ActWord, actWords, decisions } from './act-words.ts';
import type { Command } from './commands.ts';

/** Short enough that the first answers are there within 150 ms, long enough that a quick typist asks once. */
const typingMs = 40;
const longest = 100;

type Found = Returned<typeof search.find>;

/** What was asked to be done, with each thing it can be done with. */
const actsOf = ({ hosts, applications }: Found, word: ActWord, go: Go): Command[] => {
  const decide = decisions[word];
  if (decide !== undefined)
    return applications.flatMap(({ name, channelTag, hosts: count }): Command[] =>
      channelTag === null
        ? []
        : [
            {
              id: `act ${word} ${channelTag}`,
              label: `${actWords[word]} ${name}`,
              section: 'Acts',
              detail: `${formatCount(count, 'host')} · shows what it changes first`,
              run: () => void go({ to: '/patching/approvals', search: askedDecision({ name, channelTag }, decide) }),
            },
          ],
    );
  if (word !== 'inspect' && word !== 'restart') return [];
  return hosts
    .filter(({ state }) => state === 'active' || state === 'dormant')
    .map(({ uuid, hostName }) =>
      actOn(word, { id: uuid, name: hostName }, word === 'restart', () =>
        go({ to: '/hosts/host-results', search: { hostUuid: uuid } }),
      ),
    );
};

const hostsOf = ({ hosts }: Found, go: Go) =>
  hosts.map(({ uuid, hostName, state }): Command => ({
    id: `host ${uuid}`,
    label: hostName,
    section: 'Hosts',
    ...(state !== 'active' && { detail: state }),
    run: () => void go({ to: '/hosts/host-results', search: { hostUuid: uuid } }),
  }));

const applicationsOf = ({ applications }: Found, go: Go) =>
  applications.map(({ applicationId, name, publisher, hosts, status }): Command => ({
    id: `application ${applicationId}`,
    label: name,
    section: 'Applications',
    detail: [publisher, formatCount(hosts, 'host')].filter(Boolean).join(' · '),
    mark: <StatusBadge status={statusText[status]} />,
    run: () => void go({ to: '/applications/versions', search: { applicationId } }),
  }));

const cvesOf = ({ cves }: Found, go: Go) =>
  cves.map(({ cveId, title, isExploited }): Command => ({
    id: `cve ${cveId}`,
    label: cveId,
    section: 'CVEs',
    detail: title,
    ...(isExploited && {
      mark: (
        <Badge tone="zd" icon={Flame}>
          Exploited
        </Badge>
      ),
    }),
    run: () => void go({ to: '/applications/versions/issues/cve/$cveId', params: { cveId }, search: {} }),
  }));

/**
 * What the server finds by what is typed: hosts, applications and CVEs, and what was asked to be done with them. A
 * failure finds nothing and says nothing.
 */
export const useFoundThings = (
  typed: string,
  word: ActWord | undefined,
): { acts: Command[]; found: Command[]; isSearching: boolean } => {
  const router = useRouter();
  const maySee = useMay('canViewResults');
  const wanted = typed.trim().slice(0, longest);
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(wanted), typingMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const query = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(search.find, { query: { q } }, { signal, retries: 0 }),
    enabled: maySee && q !== '',
    placeholderData: keepPreviousData,
    meta: { isSilent: true },
  });
  if (!maySee || wanted === '') return { acts: [], found: [], isSearching: false };
  const { navigate } = router;
  const { data } = query;
  const byServer = (commands: Command[]) => commands.map((command) => ({ ...command, isByServer: true }));
  return {
    acts: data && word !== undefined ? byServer(actsOf(data, word, navigate)) : [],
    found: data
      ? byServer([...hostsOf(data, navigate), ...applicationsOf(data, navigate), ...cvesOf(data, navigate)])
      : [],
    isSearching: q !== wanted || query.isFetching,
  };
};

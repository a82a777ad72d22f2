import { hosts } from '@patchkeep/contract/hosts';
import { flattenGroups } from '@patchkeep/rules/group-tree';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { DraftTarget } from '../../../acts/jobs/job-draft.ts';
import { call } from '../../../lib/client.ts';
import { groupsQuery, tagsQuery } from '../../../lib/site.queries.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { TypedSearch } from '../../../ui/form/typed-search.tsx';
import { formatCount, formatNumber } from '../../../ui/format.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import s from './create-job.module.css';

interface TargetListProps {
  chosen: ReadonlySet<string>;
  onToggle: (target: DraftTarget, isOn: boolean) => void;
}

interface Choice extends DraftTarget {
  detail: string;
}

const shownAtOnce = 50;
const hostsQuery = (q: string) =>
  queryOptions({
    queryKey: ['host', 'of-job', q],
    queryFn: ({ signal }) =>
      call(
        hosts.list,
        { query: { limit: shownAtOnce, ...(q !== '' && { q }) } },
        { signal, operation: { verb: 'fetch', thing: 'hosts' } },
      ),
    placeholderData: keepPreviousData,
  });

/** Active hosts, found by how their name begins. */
export function HostTargets(props: TargetListProps) {
  const [q, setQ] = useState('');
  const { data } = useQuery(hostsQuery(q));
  return (
    <Choices
      {...props}
      choices={data?.hosts.map(({ uuid, hostName, groupName, osName }) => ({
        id: uuid,
        name: hostName,
        detail: [groupName, osName].filter(Boolean).join(' · '),
      }))}
      search={<TypedSearch label="Name begins with" q={q} onSearch={(next) => setQ(next.trim())} />}
      whenNone={
        q === '' ? (
          <>
            No active hosts yet. <Link to="/hosts">Add hosts</Link> first.
          </>
        ) : (
          'No active host is called so.'
        )
      }
      more={
        data && data.total > shownAtOnce
          ? `The first ${shownAtOnce} of ${formatNumber(data.total)} active hosts. Type to find others, or tick them on Hosts and press Deploy.`
          : undefined
      }
    />
  );
}

/** Groups, each with what is below it. */
export function GroupTargets(props: TargetListProps) {
  const { data } = useQuery(groupsQuery);
  return (
    <Choices
      {...props}
      choices={
        data &&
        flattenGroups(data).map(({ group, path }) => ({
          id: group.uuid,
          name: path,
          detail: `${formatCount(group.totalHostCount, 'host')} with the groups below it`,
        }))
      }
      whenNone={
        <>
          No groups yet. <Link to="/groups">Make one</Link> to reach its hosts together.
        </>
      }
    />
  );
}

export function TagTargets(props: TargetListProps) {
  const { data } = useQuery(tagsQuery);
  return (
    <Choices
      {...props}
      choices={data?.map(({ tagUuid, tagName, hostCount }) => ({
        id: tagUuid,
        name: tagName,
        detail: formatCount(hostCount, 'host'),
      }))}
      whenNone={
        <>
          No tags yet. <Link to="/tags">Make one</Link> for what cuts across groups.
        </>
      }
    />
  );
}

interface ChoicesProps extends TargetListProps {
  choices: readonly Choice[] | undefined;
  search?: ReactNode;
  whenNone: ReactNode;
  more?: string | undefined;
}

function Choices({ choices, chosen, onToggle, search, whenNone, more }: ChoicesProps) {
  if (!choices) return <Spinner isBlock />;
  return (
    <div className={s['choices']}>
      {search}
      {choices.length === 0 && <p className="muted">{whenNone}</p>}
      <ul className={s['ticks']}>
        {choices.map(({ id, name, detail }) => (
          <li key={id}>
            <Checkbox
              isSelected={chosen.has(id)}
              description={detail}
              onChange={(isOn) => onToggle({ id, name }, isOn)}
            >
              {name}
            </Checkbox>
          </li>
        ))}
      </ul>
      {more !== undefined && <p className="muted">{more}</p>}
    </div>
  );
}

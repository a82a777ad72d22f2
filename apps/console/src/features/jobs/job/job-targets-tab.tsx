import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyFrame } from '../../../ui/empty-frame.tsx';
import { formatCount } from '../../../ui/format.ts';
import type { JobAnswer } from '../job-text.ts';
import s from '../jobs.module.css';

/** Whom the job names; the tab of the hosts has whom that reaches. */
export function JobTargetsTab({ job: { goal, agents, groups, tags } }: { job: JobAnswer }) {
  const more = goal.hostTargetCount - agents.length;
  return (
    <div className={s['columns']}>
      <Names title="Hosts">
        {agents.map(({ agentUuid, hostName }) => (
          <li key={agentUuid}>
            <Link to="/hosts/host-results" search={{ hostUuid: agentUuid }}>
              {hostName}
            </Link>
          </li>
        ))}
        {more > 0 && <li className="muted">and {formatCount(more, 'more host')}</li>}
      </Names>
      <Names title="Groups">
        {groups.map(({ uuid, title }) => (
          <li key={uuid}>
            <Link to="/groups/hosts" search={{ groupUuid: uuid }}>
              {title}
            </Link>
          </li>
        ))}
      </Names>
      <Names title="Tags">
        {tags.map(({ tagUuid, tagName }) => (
          <li key={tagUuid}>
            <Link to="/tags/hosts" search={{ tagUuid }}>
              {tagName}
            </Link>
          </li>
        ))}
      </Names>
    </div>
  );
}

function Names({ title, children }: { title: string; children: ReactNode }) {
  const hasAny = [children].flat(2).some((child) => child !== false && child !== undefined);
  return (
    <EmptyFrame title={title}>
      {hasAny ? <ul className={s['names']}>{children}</ul> : <p className="muted">None.</p>}
    </EmptyFrame>
  );
}

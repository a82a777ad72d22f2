import type { Activity, ActivitySource } from '@patchkeep/contract/activity-log';
import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import Bot from 'lucide-react/icons/bot';
import Braces from 'lucide-react/icons/braces';
import Cpu from 'lucide-react/icons/cpu';
import MousePointer from 'lucide-react/icons/mouse-pointer-2';
import { Badge } from '../../ui/badge.tsx';
import type { LogOf } from './activity-log.queries.ts';
import { actorOf, kindOf, objectOf, sourceText } from './log-text.ts';
import l from '../../ui/cell-lines.module.css';
import s from './activity-log.module.css';

const sourceIcons: Record<ActivitySource, LucideIcon> = { ui: MousePointer, api: Braces, agent: Cpu, system: Bot };

function SourceBadge({ source }: { source: ActivitySource }) {
  return (
    <Badge tone={source === 'ui' ? 'neu' : 'info'} icon={sourceIcons[source]}>
      {sourceText[source]}
    </Badge>
  );
}

/** Who acted, and by which way. */
export function ActorCell({ activity }: { activity: Activity }) {
  return (
    <span className={l['lines']}>
      <span>{actorOf(activity)}</span>
      <span className={s['badge']}>
        <SourceBadge source={activity.source} />
      </span>
    </span>
  );
}

/** What was acted on, as a link where it has a page. What is gone by now says so there. */
export function ObjectLink({ activity, of }: { activity: Activity; of: LogOf }) {
  const { objectKind, objectId } = activity;
  const text = objectOf(activity);
  const isOne = objectKind !== 'host' || !/^\d+ hosts$/.test(text);
  if (objectKind === 'host' && isOne)
    return (
      <Link to="/hosts/host-results" search={{ hostUuid: objectId }} className="plain-link">
        {text}
      </Link>
    );
  if (objectKind === 'group')
    return (
      <Link to="/groups/hosts" search={{ groupUuid: objectId }} className="plain-link">
        {text}
      </Link>
    );
  if (objectKind === 'tag')
    return (
      <Link to="/tags/hosts" search={{ tagUuid: objectId }} className="plain-link">
        {text}
      </Link>
    );
  if (objectKind === 'changeSet')
    return (
      <Link
        to={of === 'system' ? '/system-approvals' : '/patching/approvals'}
        search={{ view: 'changes', change: objectId }}
        className="plain-link"
      >
        {text}
      </Link>
    );
  const tab = configurationTabs[objectKind];
  if (tab !== undefined)
    return (
      <Link to="/configuration" search={{ tab }} className="plain-link">
        {text}
      </Link>
    );
  return text;
}

const configurationTabs: Record<string, string> = {
  agentSettings: 'agents',
  restartSettings: 'restarts',
  installToken: 'install-tokens',
  apiToken: 'api-tokens',
  ignoreRule: 'ignore-rules',
  approvalSettings: 'approvals',
};

export function ObjectCell({ activity, of }: { activity: Activity; of: LogOf }) {
  const { objectName, objectKind } = activity;
  return (
    <span className={l['lines']}>
      <span>
        <ObjectLink activity={activity} of={of} />
      </span>
      {objectName !== null && <span className={s['quiet']}>{kindOf(objectKind)}</span>}
    </span>
  );
}

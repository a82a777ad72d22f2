import type { PackageActivity } from '@patchkeep/contract/activities';
import { adviceFor } from '@patchkeep/rules/failures/advice';
import { Link } from '@tanstack/react-router';
import { RetryButton } from '../../acts/retry-button.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { NextCell, ResultCell } from './activity-cells.tsx';
import { causeOf, titleOf, versionsOf } from './activity-text.ts';

const actionText = { upgrade: 'Update', install: 'Install', remove: 'Uninstall' } as const;

export interface ActivityPanelProps {
  activity: PackageActivity;
  /** Narrows the list to what this one is about. */
  onOnly: (which: 'host' | 'title') => void;
  onClose: () => void;
}

/** One activity beside the list, with all that is known of it. */
export function ActivityPanel({ activity, onOnly, onClose }: ActivityPanelProps) {
  const { hostName, agentUuid, kbArticle, exitCode, attempt, groupName } = activity;
  const advice = adviceFor(activity.cause, exitCode);
  return (
    <SidePanel
      title={titleOf(activity)}
      lead={<ResultCell activity={activity} />}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Link
            to="/hosts/host-results"
            search={{ hostUuid: agentUuid, tab: 'tasks' }}
            className={buttonClass('primary')}
          >
            Open host
          </Link>
          {activity.isRetryable && (
            <RetryButton
              what={`${titleOf(activity)} on ${hostName}`}
              choice={{ activityUuid: [activity.activityUuid] }}
            />
          )}
          <Button onPress={() => onOnly('host')}>Only this host</Button>
          <Button onPress={() => onOnly('title')}>
            {kbArticle === null ? 'Only this application' : 'Only this update'}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          { term: 'Host', detail: hostName },
          { term: 'Group', detail: groupName ?? 'None' },
          ...(kbArticle === null ? [] : [{ term: 'KB', detail: kbArticle }]),
          { term: 'What', detail: actionText[activity.action] },
          { term: 'Version', detail: versionsOf(activity) },
          { term: 'Cause', detail: causeOf(activity) || 'None' },
          ...(advice === undefined ? [] : [{ term: 'What to do', detail: advice }]),
          { term: 'Next', detail: <NextCell activity={activity} /> },
          { term: 'Since', detail: <RelativeTime at={activity.awaitedSince ?? activity.endTime} isAbsoluteShown /> },
          { term: 'Planned', detail: <RelativeTime at={activity.created} isAbsoluteShown /> },
          { term: 'Attempts', detail: String(attempt) },
          ...(activity.retried === null
            ? []
            : [{ term: 'Retry requested', detail: <RelativeTime at={activity.retried} isAbsoluteShown /> }]),
          ...(exitCode === null ? [] : [{ term: 'Exit code', detail: String(exitCode) }]),
        ]}
      />
    </SidePanel>
  );
}

import type { ChangeSet } from '@patchkeep/contract/change-sets';
import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleSlash from 'lucide-react/icons/circle-slash-2';
import Clock from 'lucide-react/icons/clock';
import TimerOff from 'lucide-react/icons/timer-off';
import Undo from 'lucide-react/icons/undo-2';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';

const signs: Record<ChangeSet['state'], readonly [BadgeTone, LucideIcon, string]> = {
  applied: ['ok', Check, 'Made'],
  awaiting: ['eol', Clock, 'Awaiting'],
  refused: ['ins', Ban, 'Refused'],
  withdrawn: ['neu', CircleSlash, 'Withdrawn'],
  expired: ['neu', TimerOff, 'Expired'],
  undone: ['neu', Undo, 'Taken back'],
};

export const changeKindText: Record<ChangeSet['kind'], string> = {
  approval: 'Approvals',
  hostUpdate: 'Windows updates',
  job: 'Job',
  membership: 'Groups and tags',
  restart: 'Restart',
  retry: 'Retry',
  hosts: 'Hosts',
  deletion: 'Deletion',
  ignoreRule: 'Ignore rule',
  correction: 'Correction',
};

export const changeStateText = (state: ChangeSet['state']): string => signs[state][2];

export function ChangeStateBadge({ state }: { state: ChangeSet['state'] }) {
  const [tone, icon, word] = signs[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

/** The hash that stands for the content, short enough to be read out to a colleague. */
export const shortHash = (hash: string): string => hash.slice(0, 12).replace(/(.{4})(?=.)/g, '$1 ');

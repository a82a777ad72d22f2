import type { RestartState } from '@patchkeep/rules/restart-state';
import type { LucideIcon } from 'lucide-react';
import AlarmClock from 'lucide-react/icons/alarm-clock';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CircleX from 'lucide-react/icons/circle-x';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { restartWord } from './restart-text.ts';

const signs: Record<RestartState, readonly [BadgeTone, LucideIcon]> = {
  None: ['info', CalendarClock],
  Requested: ['eol', RotateCw],
  Snooze: ['eol', AlarmClock],
  Failed: ['ins', CircleX],
};

interface RestartBadgeProps {
  state: RestartState;
  isScheduled: boolean;
  /** Where nothing else says that it is about a restart. */
  isAlone?: boolean;
}

/** Where the restart of a host stands; nothing when none was asked for. */
export function RestartBadge({ state, isScheduled, isAlone = false }: RestartBadgeProps) {
  const word = restartWord(state, isScheduled);
  if (word === '') return null;
  const [tone, icon] = signs[state];
  return (
    <Badge tone={tone} icon={icon}>
      {isAlone ? `Restart ${word.toLowerCase()}` : word}
    </Badge>
  );
}

import type { Goal, GoalHost } from '@patchkeep/contract/goals';
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Hand from 'lucide-react/icons/hand';
import Pause from 'lucide-react/icons/pause';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Square from 'lucide-react/icons/square';
import UserCheck from 'lucide-react/icons/user-check';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { stateText, verdictText } from './job-text.ts';

type Sign = readonly [tone: BadgeTone, icon: LucideIcon];

const stateSigns: Record<Goal['state'], Sign> = {
  awaiting: ['eol', UserCheck],
  active: ['info', RefreshCw],
  paused: ['ins', Pause],
  stopped: ['neu', Square],
  completed: ['ok', Check],
};

type Verdict = GoalHost['actions'][number]['verdict'];
const verdictSigns: Record<Verdict, Sign> = {
  achieved: ['ok', Check],
  running: ['info', RefreshCw],
  waits: ['info', Ellipsis],
  failed: ['eol', RotateCw],
  spent: ['ins', CircleX],
  notApplicable: ['neu', CircleDashed],
  held: ['eol', Hand],
};

const badgeOf = ([tone, icon]: Sign, text: string) => (
  <Badge tone={tone} icon={icon}>
    {text}
  </Badge>
);

export function JobStateBadge({ state }: Pick<Goal, 'state'>) {
  return badgeOf(stateSigns[state], stateText[state]);
}

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return badgeOf(verdictSigns[verdict], verdictText[verdict]);
}

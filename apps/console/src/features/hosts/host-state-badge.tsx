import type { HostState } from '@patchkeep/contract/hosts';
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import Hourglass from 'lucide-react/icons/hourglass';
import Moon from 'lucide-react/icons/moon';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Trash2 from 'lucide-react/icons/trash-2';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const signs: Record<HostState, readonly [word: string, tone: BadgeTone, icon: LucideIcon]> = {
  active: ['Active', 'ok', Check],
  dormant: ['Dormant', 'neu', Moon],
  disabled: ['Disabled', 'neu', CircleDashed],
  pending: ['Waiting', 'info', Hourglass],
  quarantined: ['Quarantined', 'ins', ShieldAlert],
  trash: ['Trash', 'neu', Trash2],
};

export const stateWord = (state: HostState): string => signs[state][0];

export function HostStateBadge({ state }: { state: HostState }) {
  const [word, tone, icon] = signs[state];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

import type { ActivityLabel } from '@patchkeep/rules/activity-label';
import type { LucideIcon } from 'lucide-react';
import Snooze from 'lucide-react/icons/alarm-clock';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import CornerDownRight from 'lucide-react/icons/corner-down-right';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Flame from 'lucide-react/icons/flame';
import HardDrive from 'lucide-react/icons/hard-drive';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import RotateCw from 'lucide-react/icons/rotate-cw';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Star from 'lucide-react/icons/star';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

/** The tone and icon of a word. */
type Sign = readonly [tone: BadgeTone, icon: LucideIcon];

const statusSigns = {
  Ok: ['ok', Check],
  EoL: ['eol', Clock],
  Insecure: ['ins', TriangleAlert],
  '0-Day': ['zd', Star],
  Dormant: ['neu', CornerDownRight],
  Disabled: ['neu', CircleDashed],
  'Not judged': ['neu', CircleDashed],
  'Not in catalogue': ['neu', CircleDashed],
} as const satisfies Record<string, Sign>;

const approvalSigns = {
  Auto: ['info', RefreshCw],
  'Up to date': ['ok', Check],
  'Out of date': ['eol', CircleAlert],
  Blocked: ['ins', Ban],
  'No Default': ['neu', CornerDownRight],
} as const satisfies Record<string, Sign>;

const resultSigns = {
  Pending: ['info', Ellipsis],
  Applying: ['info', RefreshCw],
  Installing: ['info', RefreshCw],
  Uninstalling: ['info', RefreshCw],
  Updated: ['ok', Check],
  Installed: ['ok', Check],
  Uninstalled: ['ok', Check],
  Completed: ['ok', Check],
  'Reboot Required': ['eol', RotateCw],
  'App Restart Required': ['eol', RotateCw],
  'Disk Full': ['ins', HardDrive],
  'Pending User Login': ['eol', Snooze],
  Superseded: ['neu', CornerDownRight],
  Conflict: ['ins', TriangleAlert],
  Rejected: ['ins', Ban],
  Failed: ['ins', CircleX],
  Tentative: ['neu', ShieldAlert],
  None: ['neu', CircleDashed],
  Unknown: ['neu', CircleDashed],
} as const satisfies Record<ActivityLabel, Sign>;

export type Status = keyof typeof statusSigns;
export type ApprovalLabel = keyof typeof approvalSigns;
export type ResultLabel = keyof typeof resultSigns;

export interface StatusBadgeProps {
  status: Status;
  count?: number | undefined;
  /** Said instead of a count, such as a share. */
  note?: string;
  /** Attackers use it: a flame instead of the sign of the status. */
  isExploited?: boolean;
}

export function StatusBadge({ status, count, note, isExploited = false }: StatusBadgeProps) {
  const [tone, icon] = statusSigns[status];
  return (
    <Badge tone={tone} icon={isExploited ? Flame : icon} count={count}>
      {isExploited && <span className="visually-hidden">Exploited, </span>}
      {status}
      {note && ` ${note}`}
    </Badge>
  );
}

export interface ApprovalBadgeProps {
  approval: ApprovalLabel;
  count?: number | undefined;
  isInherited?: boolean;
  isStruck?: boolean;
}

export function ApprovalBadge({ approval, count, isInherited, isStruck }: ApprovalBadgeProps) {
  const [tone, icon] = approvalSigns[approval];
  return (
    <Badge tone={tone} icon={icon} count={count} isInherited={isInherited} isStruck={isStruck}>
      {approval}
    </Badge>
  );
}

export function ResultBadge({ result }: { result: ResultLabel }) {
  const [tone, icon] = resultSigns[result];
  return (
    <Badge tone={tone} icon={icon}>
      {result}
    </Badge>
  );
}

import type { BuildState } from '@patchkeep/contract/packager';
import type { PackageInfo } from '@patchkeep/contract/packages';
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import Clock from 'lucide-react/icons/clock';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Eye from 'lucide-react/icons/eye';
import Hand from 'lucide-react/icons/hand';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ScanSearch from 'lucide-react/icons/scan-search';
import Signature from 'lucide-react/icons/signature';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { stateOf } from './package-text.ts';

const signs: Record<BuildState, readonly [BadgeTone, LucideIcon]> = {
  waiting: ['neu', Ellipsis],
  fetching: ['info', Download],
  checking: ['info', ScanSearch],
  awaitsVerifier: ['info', Eye],
  awaitsPerson: ['info', Signature],
  ready: ['ok', Check],
  held: ['ins', Hand],
  movedOn: ['eol', RefreshCw],
  vendorDown: ['eol', Clock],
  notOffered: ['neu', CircleDashed],
};

export function PackageStateBadge({ info }: { info: Pick<PackageInfo, 'state' | 'percent' | 'holds'> }) {
  const [tone, icon] = signs[info.state];
  return (
    <Badge tone={tone} icon={icon}>
      {stateOf(info)}
    </Badge>
  );
}

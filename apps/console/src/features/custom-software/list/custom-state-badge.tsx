import type { CustomConfig, customStates } from '@patchkeep/contract/custom-software';
import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import PencilLine from 'lucide-react/icons/pencil-line';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Signature from 'lucide-react/icons/signature';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { kindText, stateText } from '../custom-text.ts';
import l from '../../../ui/cell-lines.module.css';

const signs: Record<(typeof customStates)[number], readonly [BadgeTone, LucideIcon]> = {
  draft: ['neu', PencilLine],
  awaitsSignatures: ['info', Signature],
  vouched: ['ok', Check],
  expired: ['eol', RefreshCw],
  approversChanged: ['eol', RefreshCw],
};

export function CustomStateBadge({ config }: { config: CustomConfig }) {
  const [tone, icon] = signs[config.state];
  return (
    <Badge tone={tone} icon={icon}>
      {stateText(config)}
    </Badge>
  );
}

export function CustomStateAndKind({ config }: { config: CustomConfig }) {
  return (
    <span className={l['pieces']}>
      <CustomStateBadge config={config} />
      {kindText[config.kind]}
    </span>
  );
}

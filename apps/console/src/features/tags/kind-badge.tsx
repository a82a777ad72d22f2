import { type Tag as TagRow, tagKind } from '@patchkeep/contract/tags';
import type { LucideIcon } from 'lucide-react';
import Cloud from 'lucide-react/icons/cloud';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Tag from 'lucide-react/icons/tag';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { kindText } from './tag-text.ts';

const signs: Record<TagRow['tagKind'], readonly [BadgeTone, LucideIcon]> = {
  [tagKind.BasicTag]: ['neu', Tag],
  [tagKind.RestartTag]: ['eol', RotateCw],
  [tagKind.AzureGroupTag]: ['info', Cloud],
};

export function KindBadge({ kind }: { kind: TagRow['tagKind'] }) {
  const [tone, icon] = signs[kind];
  return (
    <Badge tone={tone} icon={icon}>
      {kindText[kind]}
    </Badge>
  );
}

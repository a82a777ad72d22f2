import type { ApprovalKind } from '@patchkeep/contract/approval-fields';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { systemScope } from '../approval-scope.ts';
import { KindSwitch, LevelSwitch } from './level-switch.tsx';
import s from '../approvals.module.css';

interface NoScopeChosenProps {
  title: string;
  level: 'site' | 'group' | 'tag';
  kind: ApprovalKind;
  /** Looked at from the system: a site comes first. */
  isSystem?: boolean;
}

/** A page of one site, group or tag without it in its address. */
export function NoScopeChosen({ title, level, kind, isSystem = false }: NoScopeChosenProps) {
  return (
    <>
      <PageHead title={title} />
      <div className={s['switches']}>
        <LevelSwitch scope={isSystem ? systemScope : { level, scopeUuid: null, name: null }} kind={kind} />
        <KindSwitch kind={kind} />
      </div>
      <EmptyState icon={BadgeCheck} title={`No ${level} chosen`}>
        {isSystem
          ? `Choose a site above${level === 'site' ? '' : `; its ${level}s with decisions of their own stand below each row`}.`
          : `Choose a ${level} above to see what it decides.`}
      </EmptyState>
    </>
  );
}

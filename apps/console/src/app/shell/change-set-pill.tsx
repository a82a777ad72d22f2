import { useQuery } from '@tanstack/react-query';
import UserCheck from 'lucide-react/icons/user-check';
import { Focusable } from 'react-aria-components/Focusable';
import { awaitingQuery } from '../../features/approvals/change-sets/change-sets.queries.ts';
import { useMay } from '../../lib/use-may.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useHref } from './page-links.ts';
import s from './header.module.css';

const useWaiting = (level: 'site' | 'system', isAsked: boolean): number =>
  useQuery({ ...awaitingQuery(level), enabled: isAsked }).data?.changeSets.filter(({ isConfirmable }) => isConfirmable)
    .length ?? 0;

/** Changes that wait for this very person; nothing for those who cannot confirm one. */
export function ChangeSetPill() {
  const mayChange = useMay('canMakeChanges');
  const mayView = useMay('canViewResults');
  const isSystemAdmin = useMay('isSystemAdmin');
  const ofSite = useWaiting('site', mayChange && mayView);
  const ofSystem = useWaiting('system', isSystemAdmin && mayView);
  const href = useHref();
  const waiting = ofSite + ofSystem;
  if (waiting === 0) return null;
  const label = `${waiting} to confirm`;
  return (
    <Tooltip text="Changes that wait for you as the second person" placement="bottom">
      <Focusable>
        <a
          href={href(ofSite > 0 ? '/patching/approvals' : '/system-approvals', { view: 'changes' })}
          className={s['pill']}
        >
          <UserCheck size={14} aria-hidden />
          <span className="visually-hidden">Changes: </span>
          <span className={s['pillText']}>{label}</span>
          <span className={s['pillCount']} aria-hidden>
            {waiting}
          </span>
        </a>
      </Focusable>
    </Tooltip>
  );
}

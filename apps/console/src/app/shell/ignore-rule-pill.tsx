import { Link } from '@tanstack/react-router';
import BellRing from 'lucide-react/icons/bell-ring';
import { Focusable } from 'react-aria-components/Focusable';
import { useSession } from '../../lib/use-stores.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import s from './header.module.css';

/** Ignore rules that ended or soon will; leads to where they are renewed. */
export function IgnoreRulePill() {
  const counts = useSession((session) => session.handshake?.expiringIgnoreRules);
  const canViewResults = useSession((session) => session.canViewResults);
  if (!counts || !canViewResults) return null;
  const parts = [
    counts.countExpired > 0 && `${counts.countExpired} expired`,
    counts.countExpiringSoon > 0 && `${counts.countExpiringSoon} expiring`,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  const link = (
    <Link to="/configuration" search={{ tab: 'ignore-rules', view: 'renew' }} className={s['pill']}>
      <BellRing size={14} aria-hidden />
      <span className="visually-hidden">Ignore rules: </span>
      <span className={s['pillText']}>{parts.join(', ')}</span>
      <span className={s['pillCount']} aria-hidden>
        {counts.countExpired + counts.countExpiringSoon}
      </span>
    </Link>
  );
  return (
    <Tooltip text="Ignore rules: open them to renew or remove" placement="bottom">
      <Focusable>{link}</Focusable>
    </Tooltip>
  );
}

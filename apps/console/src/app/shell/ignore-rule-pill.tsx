import { Link } from '@tanstack/react-router';
import BellRing from 'lucide-react/icons/bell-ring';
import { useSession } from '../../lib/use-stores.ts';
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
  return (
    <Link to="/configuration" search={{ tab: 'ignore-rules' }} className={s['pill']}>
      <BellRing size={14} aria-hidden />
      <span className={s['pillWord']}>Ignore rules: </span>
      {parts.join(', ')}
    </Link>
  );
}

import { ApprovalBadge } from '../../ui/badge.tsx';
import s from './approvals.module.css';

/** How the badges are read. */
export function Legend() {
  return (
    <p className={s['legend']} aria-label="Legend">
      <span>
        <ApprovalBadge approval="Auto" /> set here
      </span>
      <span>
        <ApprovalBadge approval="Auto" isInherited /> inherited
      </span>
      <span>
        <ApprovalBadge approval="Auto" isStruck /> settings needed
      </span>
    </p>
  );
}

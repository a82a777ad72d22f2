import { effectiveMask, has } from '@patchkeep/rules/permissions';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { cx } from '../ui/cx.ts';
import { permissionBits } from './rights-text.ts';
import s from './rights-preview.module.css';

export interface Rights {
  sitePermissions: number;
  isSystemAdmin: boolean;
}

interface RightsPreviewProps {
  rights: Rights;
  /** Whose rights they are. */
  who?: 'They' | 'You';
}

/** What somebody with these rights may do and may not do, in words. */
export function RightsPreview({ rights: { sitePermissions, isSystemAdmin }, who = 'They' }: RightsPreviewProps) {
  const mask = effectiveMask(isSystemAdmin, sitePermissions);
  return (
    <section className={s['preview']} aria-label="What these rights allow">
      <h3>
        {isSystemAdmin
          ? `In every site ${who.toLowerCase()} may`
          : mask === 0
            ? `${who} cannot open this site`
            : `${who} may`}
      </h3>
      <ul hidden={mask === 0}>
        {permissionBits.map(({ bit, may }) => (
          <Allowed key={bit} may={may} isHeld={has(mask, bit)} />
        ))}
      </ul>
    </section>
  );
}

function Allowed({ may, isHeld }: { may: string; isHeld: boolean }) {
  const Icon = isHeld ? Check : X;
  return (
    <li className={cx(!isHeld && s['without'])}>
      <Icon size={16} aria-hidden />
      <span>{isHeld ? may : `Not: ${may}`}</span>
    </li>
  );
}

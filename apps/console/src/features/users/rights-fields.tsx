import { rolePreset } from '@patchkeep/contract/rights';
import { effectiveMask, has } from '@patchkeep/rules/permissions';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { cx } from '../../ui/cx.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Select } from '../../ui/form/select.tsx';
import { permissionBits, presetOf, presets, withBit } from './rights-text.ts';
import s from './users.module.css';

export interface Rights {
  sitePermissions: number;
  isSystemAdmin: boolean;
}

interface RightsFieldsProps {
  rights: Rights;
  onChange: (rights: Rights) => void;
  /** What the caller holds in the site: nobody gives more. */
  own: Rights;
}

const custom = { value: 'Custom', label: 'Custom', detail: 'Ticked one by one' } as const;

/** Presets and single rights, with a preview of what they let somebody do. */
export function RightsFields({ rights, onChange, own }: RightsFieldsProps) {
  const { sitePermissions, isSystemAdmin } = rights;
  const ownMask = effectiveMask(own.isSystemAdmin, own.sitePermissions);
  const preset = presetOf(sitePermissions);
  const options = presets.map((each) => ({ ...each, isDisabled: !has(ownMask, rolePreset[each.value]) }));
  return (
    <>
      {own.isSystemAdmin && (
        <Checkbox
          isSelected={isSystemAdmin}
          onChange={(isOn) => onChange({ ...rights, isSystemAdmin: isOn })}
          description="Administers every site, and makes sites and other system administrators."
        >
          System Administrator
        </Checkbox>
      )}
      {!isSystemAdmin && (
        <>
          <Select
            label="Rights in this site"
            options={preset === undefined ? [...options, custom] : options}
            value={preset ?? 'Custom'}
            onChange={(value) => {
              if (value !== 'Custom') onChange({ ...rights, sitePermissions: rolePreset[value] });
            }}
          />
          <fieldset className={s['bits']}>
            <legend>Single rights</legend>
            {permissionBits.map(({ bit, label }) => (
              <Checkbox
                key={bit}
                isSelected={has(sitePermissions, bit)}
                isDisabled={!has(ownMask, bit) && !has(sitePermissions, bit)}
                onChange={(isOn) => onChange({ ...rights, sitePermissions: withBit(sitePermissions, bit, isOn) })}
                description={has(ownMask, bit) ? undefined : 'You do not have this right yourself.'}
              >
                {label}
              </Checkbox>
            ))}
          </fieldset>
        </>
      )}
      <RightsPreview rights={rights} />
    </>
  );
}

/** What somebody with these rights may do and may not do, in words. */
export function RightsPreview({ rights: { sitePermissions, isSystemAdmin } }: { rights: Rights }) {
  const mask = effectiveMask(isSystemAdmin, sitePermissions);
  return (
    <section className={s['preview']} aria-label="What these rights allow">
      <h3>{isSystemAdmin ? 'In every site they may' : mask === 0 ? 'They cannot open this site' : 'They may'}</h3>
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

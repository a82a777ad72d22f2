import { rolePreset } from '@patchkeep/contract/rights';
import { effectiveMask, has } from '@patchkeep/rules/permissions';
import { type Rights, RightsPreview } from '../../domain/rights-preview.tsx';
import { permissionBits, presetOf, presets, withBit } from '../../domain/rights-text.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Select } from '../../ui/form/select.tsx';
import s from './users.module.css';

interface RightsFieldsProps {
  rights: Rights;
  onChange: (rights: Rights) => void;
  /** What the caller holds in the site: nobody gives more. */
  own: Rights;
  /** Said of a right that cannot be given. */
  whyNot?: string;
}

const custom = { value: 'Custom', label: 'Custom', detail: 'Ticked one by one' } as const;

/** Presets and single rights, with a preview of what they let somebody do. */
export function RightsFields({
  rights,
  onChange,
  own,
  whyNot = 'You do not have this right yourself.',
}: RightsFieldsProps) {
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
                description={has(ownMask, bit) ? undefined : whyNot}
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

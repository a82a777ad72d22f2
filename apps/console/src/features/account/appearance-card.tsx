import { themes } from '@patchkeep/contract/session';
import { useId } from 'react';
import { preferences } from '../../lib/client.ts';
import { themeNames } from '../../lib/preferences/theme-names.ts';
import { usePreferences } from '../../lib/use-stores.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { AccountCard } from './account-card.tsx';
import s from './account.module.css';

export function AppearanceCard() {
  const theme = usePreferences((state) => state.theme);
  const hasLetters = usePreferences((state) => state.hasLetterShortcuts);
  const name = useId();
  return (
    <AccountCard title="Appearance">
      <fieldset className={s['choices']}>
        <legend className={s['legend']}>Theme</legend>
        {themes.map((choice) => (
          <label key={choice} className={s['choice']}>
            <input type="radio" name={name} checked={theme === choice} onChange={() => preferences.setTheme(choice)} />
            {themeNames[choice]}
          </label>
        ))}
      </fieldset>
      <Checkbox
        isSelected={hasLetters}
        onChange={preferences.setLetterShortcuts}
        description="Such as g and then h for Hosts. Ctrl+K works either way."
      >
        Single letters are shortcuts
      </Checkbox>
    </AccountCard>
  );
}

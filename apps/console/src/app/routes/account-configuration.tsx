import { pages } from '@patchkeep/rules/pages';
import { useId } from 'react';
import { preferences } from '../../lib/client.ts';
import { themes } from '../../lib/preferences.ts';
import { usePreferences } from '../../lib/use-stores.ts';
import { cx } from '../../ui/cx.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { themeNames } from '../shell/palette/shell-commands.ts';
import { whatComes } from './what-comes.ts';
import s from './routes.module.css';

/** What this browser remembers stands here already; the account itself comes later. */
export function AccountConfigurationPage() {
  const theme = usePreferences((state) => state.theme);
  const hasLetters = usePreferences((state) => state.hasLetterShortcuts);
  const name = useId();
  return (
    <>
      <h1 tabIndex={-1}>{pages['/account-configuration'].title}</h1>
      <section className={cx('card', s['card'])} aria-labelledby={`${name}-appearance`}>
        <h2 id={`${name}-appearance`}>Appearance in this browser</h2>
        <fieldset className={s['choices']}>
          <legend className={s['legend']}>Theme</legend>
          {themes.map((choice) => (
            <label key={choice} className={s['choice']}>
              <input
                type="radio"
                name={name}
                checked={theme === choice}
                onChange={() => preferences.setTheme(choice)}
              />
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
      </section>
      <section className={cx('card', s['card'])} aria-labelledby={`${name}-account`}>
        <h2 id={`${name}-account`}>Account</h2>
        <p className="muted">{whatComes['/account-configuration']} This part is not built yet.</p>
      </section>
    </>
  );
}

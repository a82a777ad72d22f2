import { pages } from '@patchkeep/rules/pages';
import { Link } from '@tanstack/react-router';
import { Dialog } from '../../ui/dialog.tsx';
import { goTo, pageKeys } from '../../lib/shortcuts.ts';
import { usePreferences } from '../../lib/use-stores.ts';
import s from './keyboard-help.module.css';

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <dt>
      {keys.map((key) => (
        <kbd key={key} className={s['key']}>
          {key}
        </kbd>
      ))}
    </dt>
  );
}

const general: [string[], string][] = [
  [['Ctrl', 'K'], 'Open the command palette'],
  [['?'], 'Show this help'],
  [['Esc'], 'Close a menu, a panel or a dialog'],
];

/** Keys of one screen, on its focused row or the ticked ones. */
const inApprovals: [string[], string][] = [
  [['a'], 'Approve the recommended version'],
  [['u'], 'Automate'],
  [['b'], 'Block'],
  [['i'], 'No Default: inherit'],
  [['Enter'], 'All that can be done with the row'],
  [['Ctrl', 'Z'], 'Undo the last change'],
];

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const hasLetters = usePreferences((state) => state.hasLetterShortcuts);
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      <div className={s['columns']}>
        <section>
          <h3>Everywhere</h3>
          <dl className={s['list']}>
            {general.map(([keys, does]) => (
              <div key={does} className={s['row']}>
                <Keys keys={keys} />
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>On a page with a list</h3>
          <dl className={s['list']}>
            {Object.entries(pageKeys).map(([key, does]) => (
              <div key={key} className={s['row']}>
                <Keys keys={[key]} />
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>In approvals</h3>
          <dl className={s['list']}>
            {inApprovals.map(([keys, does]) => (
              <div key={does} className={s['row']}>
                <Keys keys={keys} />
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>Go to</h3>
          <dl className={s['list']}>
            {Object.entries(goTo).map(([letter, path]) => (
              <div key={letter} className={s['row']}>
                <Keys keys={letter === 'g' ? ['g', 'g '] : ['g', letter]} />
                <dd>{pages[path].title}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <p className={s['note']}>
        {hasLetters ? 'Single letters can be switched off under ' : 'Single letters are switched off under '}
        <Link to="/account-configuration" onClick={onClose}>
          Account Configuration
        </Link>
        .
      </p>
    </Dialog>
  );
}

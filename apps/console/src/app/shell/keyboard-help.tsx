import { pages } from '@patchkeep/rules/pages';
import { Link } from '@tanstack/react-router';
import { goTo, pageKeys } from '../../lib/shortcuts.ts';
import { usePreferences } from '../../lib/use-stores.ts';
import { Dialog } from '../../ui/dialog.tsx';
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

type Row = readonly [keys: readonly string[], does: string];

const general: Row[] = [
  [['Ctrl', 'K'], 'Open the command palette'],
  [['?'], 'Show this help'],
  [['Esc'], 'Close a menu, a panel or a dialog'],
];

/** Keys of one screen, on its focused row or the ticked ones. */
const inApprovals: Row[] = [
  [['a'], 'Approve the recommended version'],
  [['u'], 'Automate'],
  [['b'], 'Block'],
  [['i'], 'No Default: inherit'],
  [['Enter'], 'All that can be done with the row'],
  [['Ctrl', 'Z'], 'Undo the last change'],
];

const onLists: Row[] = [
  [['↓'], 'From the heading into the list'],
  ...Object.entries(pageKeys).map(([key, does]): Row => [[key], does]),
];

const goingTo = Object.entries(goTo).map(([letter, path]): Row => [
  letter === 'g' ? ['g', 'g '] : ['g', letter],
  pages[path].title,
]);

function Section({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className={s['list']}>
        {rows.map(([keys, does]) => (
          <div key={keys.join(' ')} className={s['row']}>
            <Keys keys={keys} />
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const hasLetters = usePreferences((state) => state.hasLetterShortcuts);
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      <p className={s['note']}>
        {hasLetters ? 'Single letters can be switched off under ' : 'Single letters are switched off under '}
        <Link to="/account-configuration" onClick={onClose}>
          Account Configuration
        </Link>
        .
      </p>
      <div className={s['columns']}>
        <Section title="Everywhere" rows={general} />
        <Section title="On a page with a list" rows={onLists} />
        <Section title="In approvals" rows={inApprovals} />
        <Section title="Go to" rows={goingTo} />
      </div>
    </Dialog>
  );
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no native element is a list that an input elsewhere steers */
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useStore } from 'zustand';
import { useSession } from '../../../lib/use-stores.ts';
import { cx } from '../../../ui/cx.ts';
import { formatCount } from '../../../ui/format.ts';
import { mayAct } from './act-commands.ts';
import { readAct } from './act-words.ts';
import { type Command, findCommands, sectionsOf } from './commands.ts';
import { useShellCommands } from './shell-commands.ts';
import { typedAhead } from './typed-ahead.ts';
import { useFoundThings } from './use-found-things.tsx';
import { useSiteCommands } from './use-site-commands.ts';
import k from '../keys.module.css';
import s from './palette.module.css';

interface PaletteProps {
  onClose: () => void;
  onOpenHelp: () => void;
}

const placeholder = 'Search hosts, applications, groups, tags, CVEs, pages and acts';

const OptionContent = ({ command: { label, detail, mark, keys } }: { command: Command }) => (
  <>
    <span className={cx('clipped', s['label'])}>
      {label}
      {detail !== undefined && <span className={s['detail']}> {detail}</span>}
    </span>
    {mark} {keys && <kbd className={cx(k['keys'], s['keys'])}>{keys}</kbd>}
  </>
);

/** What answers what was typed. */
const useListed = (typed: string, onOpenHelp: () => void): { listed: Command[]; isSearching: boolean } => {
  const subject = useSession((session) => session.subject);
  const asked = readAct(typed);
  const word = asked && subject && mayAct(asked.word, subject) ? asked.word : undefined;
  const own = [...useShellCommands(onOpenHelp), ...useSiteCommands(word)];
  const { acts, found: things, isSearching } = useFoundThings(asked?.name ?? typed, word);
  // An act was asked for by name: it comes first. Else what the server finds comes below what is here at once, so that
  // nothing moves under the finger that presses Enter.
  const found = [...acts, ...findCommands(own, typed), ...things];
  return {
    listed: sectionsOf(found).flatMap((section) => found.filter((command) => command.section === section)),
    isSearching,
  };
};

interface ResultsProps {
  id: string;
  listed: readonly Command[];
  current: Command | undefined;
  optionId: (command: Command) => string;
  onPoint: (command: Command) => void;
  onRun: (command: Command) => void;
}

function Results({ id, listed, current, optionId, onPoint, onRun }: ResultsProps) {
  return (
    <div id={id} role="listbox" aria-label="Results" className={s['list']}>
      {sectionsOf(listed).map((section) => (
        <div key={section} role="group" aria-label={section}>
          <div className={cx('caption', s['heading'])} aria-hidden>
            {section}
          </div>
          {listed
            .filter((command) => command.section === section)
            .map((command) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field takes the keys for all of them
              <div
                key={command.id}
                id={optionId(command)}
                role="option"
                tabIndex={-1}
                aria-selected={command === current}
                className={s['option']}
                onClick={() => onRun(command)}
                onPointerMove={() => onPoint(command)}
              >
                <OptionContent command={command} />
              </div>
            ))}
        </div>
      ))}
    </div>
  );
}

/** Everything by its name: type, choose, go. */
export function Palette({ onClose, onOpenHelp }: PaletteProps) {
  const { text: typed, isEntered } = useStore(typedAhead.store);
  const [place, setPlace] = useState(0);
  const id = useId();
  const { listed, isSearching } = useListed(typed, onOpenHelp);
  const current = listed[Math.min(place, listed.length - 1)];
  const optionId = (command: Command) => `${id}-${command.id.replaceAll(' ', '-')}`;
  const currentId = current && optionId(current);

  // The field has the focus now, and with it the keys.
  useLayoutEffect(() => typedAhead.stop(), []);

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  // Enter that came before the answer holds for its first row, not for a row of the answer before.
  const runEntered = useEffectEvent(() => run(current));
  const isAwaited = isSearching && (current === undefined || current.isByServer === true);
  useEffect(() => {
    if (!isEntered || isAwaited) return;
    typedAhead.store.setState({ isEntered: false });
    runEntered();
  }, [isEntered, isAwaited]);

  const move = (to: number) => setPlace((to + listed.length) % Math.max(1, listed.length));
  const onKeyDown = (event: KeyboardEvent) => {
    const index = Math.min(place, listed.length - 1);
    const actions: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(index + 1),
      ArrowUp: () => move(index - 1),
      Enter: () => typedAhead.store.setState({ isEntered: true }),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

  return (
    <ModalOverlay className={cx(s['backdrop'])} isOpen onOpenChange={onClose} isDismissable>
      <Modal className={cx('raised', s['modal'])}>
        <Dialog aria-label="Command palette" className={cx(s['dialog'])}>
          <div className={s['field']}>
            <Search size={18} aria-hidden />
            <input
              className={s['input']}
              role="combobox"
              aria-label={placeholder}
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={currentId}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={false}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- a palette that does not take the keys is no palette
              autoFocus
              value={typed}
              onChange={(event) => {
                typedAhead.store.setState({ text: event.target.value, isEntered: false });
                setPlace(0);
              }}
              onKeyDown={onKeyDown}
            />
            <kbd className={cx(k['keys'], s['keys'])}>Esc</kbd>
          </div>
          <Results
            id={`${id}-list`}
            listed={listed}
            current={current}
            optionId={optionId}
            onPoint={(command) => setPlace(listed.indexOf(command))}
            onRun={run}
          />
          <output className={listed.length === 0 ? s['none'] : 'visually-hidden'}>
            {listed.length > 0
              ? formatCount(listed.length, 'result')
              : isSearching
                ? 'Searching...'
                : 'Nothing matches.'}
          </output>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Banner } from './banner.tsx';
import { IconButton } from './button.tsx';
import { returnFocus } from './focus/focus-memory.ts';
import { Spinner } from './spinner.tsx';
import s from './side-panel.module.css';

export interface SidePanelProps {
  title: string;
  /** A quieter line or badges under the title. */
  lead?: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  actions?: ReactNode;
}

/** Details beside the list they belong to. Not modal: the list stays in use while it is open. */
export function SidePanel(props: SidePanelProps) {
  return props.isOpen ? <OpenPanel {...props} /> : null;
}

interface AwaitedContentProps {
  query: { isError: boolean; refetch: () => Promise<unknown> };
  /** What is said when it could not be fetched. */
  children: ReactNode;
}

/** Stands in a panel until its answer is there. */
export function AwaitedContent({ query, children }: AwaitedContentProps) {
  if (!query.isError) return <Spinner isBlock />;
  return (
    <Banner tone="danger" action={{ label: 'Try again', onPress: () => void query.refetch() }}>
      {children}
    </Banner>
  );
}

/* A menu, list box or dialog open above the panel has the first right to Esc. */
function hasOwnEscape(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role=menu], [role=listbox], [role=dialog], [role=alertdialog]') !== null
  );
}

function OpenPanel({ title, lead, onClose, children, actions }: SidePanelProps) {
  const titleId = useId();
  const titleRef = useRef<HTMLHeadingElement>(null);
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const former = document.activeElement;
    titleRef.current?.focus();
    return () => {
      // Only when focus would be lost with the panel; someone who has gone on working is left alone.
      const isAdrift = document.activeElement === document.body || document.activeElement === null;
      if (isAdrift && former instanceof HTMLElement) former.focus();
      // What it was opened from is gone too.
      returnFocus();
    };
  }, []);

  useEffect(() => {
    // On the way down, so that the panel goes first and the table's own Esc, which clears the choice, comes second.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || hasOwnEscape(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);

  return (
    <aside className={s['panel']} aria-labelledby={titleId}>
      <header className={s['head']}>
        <div className={s['words']}>
          <h2 id={titleId} ref={titleRef} tabIndex={-1} className={s['title']}>
            {title}
          </h2>
          {lead && <div className={s['lead']}>{lead}</div>}
        </div>
        <IconButton icon={X} label="Close panel" onPress={onClose} />
      </header>
      <div className={s['body']}>{children}</div>
      {actions && (
        <footer className={s['actions']} data-panel-actions>
          {actions}
        </footer>
      )}
    </aside>
  );
}

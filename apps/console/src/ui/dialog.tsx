import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import s from './dialog.module.css';

export interface DialogProps {
  title: string;
  isOpen: boolean;
  /** Called by Esc and by the corner button; a dialog that may not be dismissed never calls it. */
  onClose?: (() => void) | undefined;
  /** False for a dialog that must be answered through its actions: no corner button, Esc does nothing. */
  isDismissable?: boolean;
  /** What Ctrl+Enter does: the same as the main action. */
  onSubmit?: (() => void) | undefined;
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
  actions?: ReactNode;
}

/** A large modal with a static backdrop: a press outside never closes it, so no half-filled work is lost. */
export function Dialog({
  title,
  isOpen,
  onClose,
  isDismissable = true,
  onSubmit,
  role = 'dialog',
  children,
  actions,
}: DialogProps) {
  return (
    <ModalOverlay
      className={cx(s['backdrop'])}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose?.();
      }}
      isDismissable={false}
      isKeyboardDismissDisabled={!isDismissable}
    >
      <Modal className={cx('raised', s['modal'])}>
        <AriaDialog role={role} className={cx(s['dialog'])}>
          {onSubmit && <SubmitKey onSubmit={onSubmit} />}
          <header className={s['head']}>
            <Heading slot="title" level={2} className={cx(s['title'])}>
              {title}
            </Heading>
            {isDismissable && <IconButton icon={X} label="Close" onPress={() => onClose?.()} />}
          </header>
          <div className={s['body']}>{children}</div>
          {actions && <footer className={s['actions']}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/* Hears the key anywhere in the dialog: the dialog component itself takes no key listener. */
function SubmitKey({ onSubmit }: { onSubmit: () => void }) {
  const submit = useEffectEvent(onSubmit);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      submit();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return null;
}

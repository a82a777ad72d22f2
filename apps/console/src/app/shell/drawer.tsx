import X from 'lucide-react/icons/x';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { NavigationPanel } from './navigation-panel.tsx';
import s from './drawer.module.css';

/** The navigation on a narrow window. */
export function Drawer({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay className={cx(s['backdrop'])} isOpen onOpenChange={onClose} isDismissable>
      <Modal className={cx(s['drawer'])}>
        <Dialog aria-label="Navigation" className={cx(s['dialog'])}>
          <div className={s['head']}>
            <IconButton icon={X} label="Close navigation" onPress={onClose} />
          </div>
          <NavigationPanel isRail={false} onNavigate={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

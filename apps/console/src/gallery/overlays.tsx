import { useState } from 'react';
import { ApprovalBadge } from '../domain/product-badges.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox } from '../ui/form/checkbox.tsx';
import { notify } from '../ui/notify.tsx';
import { PreviewPanel } from '../ui/preview-panel.tsx';
import g from './gallery.module.css';

type Open = 'none' | 'plain' | 'firm' | 'preview';

export function Overlays() {
  const [open, setOpen] = useState<Open>('none');
  const [isOverride, setOverride] = useState(false);
  const close = () => setOpen('none');
  return (
    <div className={g['card']}>
      <h3>Dialogs</h3>
      <div className={g['row']}>
        <Button onPress={() => setOpen('plain')}>Open dialog</Button>
        <Button onPress={() => setOpen('firm')}>Open firm dialog</Button>
        <Button onPress={() => setOpen('preview')}>Preview a block</Button>
      </div>
      <Dialog
        title="Move 2 hosts"
        isOpen={open === 'plain'}
        onClose={close}
        actions={
          <>
            <Button onPress={close}>Cancel</Button>
            <Button variant="primary" onPress={close}>
              Move 2 hosts
            </Button>
          </>
        }
      >
        <p>LT-CPH-0412 and LT-CPH-0388 leave Sales and take the approvals of their new group at the next check-in.</p>
      </Dialog>
      <Dialog
        title="Session expired"
        role="alertdialog"
        isOpen={open === 'firm'}
        isDismissable={false}
        actions={
          <Button variant="primary" onPress={close}>
            Re-login
          </Button>
        }
      >
        <p>Your current session has expired. Please re-login.</p>
      </Dialog>
      <PreviewPanel
        title={'Block "Java 8 (Oracle)" at Site level'}
        tier={2}
        isOpen={open === 'preview'}
        onCancel={close}
        onConfirm={() => {
          close();
          notify({
            tone: 'success',
            text: 'Blocked on 61 hosts. 58 waiting for check-in, 3 dormant.',
            undo: () => undefined,
          });
        }}
        verb="Block on"
        affected={61}
        affectedDetail="52 workstations, 9 servers"
        confirmWord="Contoso DK"
        change={{
          now: (
            <>
              <ApprovalBadge approval="Up to date" count={44} />
              <ApprovalBadge approval="Out of date" count={12} />
              <ApprovalBadge approval="Auto" count={5} />
            </>
          ),
          after: <ApprovalBadge approval="Blocked" count={61} />,
        }}
        warnings={['12 of these installs are Insecure. Blocking stops their fix.']}
        facts={[
          { term: 'Will not change', detail: 'Group Finance (Auto), Tag Kiosk (Up to date)' },
          { term: 'Skipped', detail: '3 already blocked' },
          {
            term: 'Takes effect',
            detail: 'At the next check-in, 13:55 host time: 38 today, 20 within 24 h, 3 dormant',
          },
        ]}
      >
        <Checkbox isSelected={isOverride} onChange={setOverride}>
          Override the groups and tags that set their own value
        </Checkbox>
      </PreviewPanel>
    </div>
  );
}

import type { ActPreview, ChangeSet } from '@patchkeep/contract/change-sets';
import { useStore } from 'zustand';
import { wideActs } from '../../lib/client.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { useHref } from './page-links.ts';
import s from './wide-acts.module.css';

const named = (hosts: ActPreview['sampleHosts'], total: number): string => {
  const names = hosts.map(({ hostName }) => hostName).join(', ');
  return total > hosts.length ? `${names} and ${formatCount(total - hosts.length, 'more host')}` : names;
};

/** What an act on many hosts would do, shown before it is done. */
function WidePreview({ preview, answer }: { preview: ActPreview; answer: (isWanted: boolean) => void }) {
  return (
    <Dialog
      title={preview.title}
      isOpen
      onClose={() => answer(false)}
      onSubmit={() => answer(true)}
      actions={
        <>
          <Button onPress={() => answer(false)}>Cancel</Button>
          <Button variant="primary" onPress={() => answer(true)}>
            {preview.needsSecondPerson ? 'Ask for it' : `Do it on ${formatCount(preview.hosts, 'host')}`}
          </Button>
        </>
      }
    >
      <div className={s['stack']}>
        <p>
          This touches <strong>{formatCount(preview.hosts, 'host')}</strong>.
          {preview.needsSecondPerson && ' Another administrator must confirm it before anything is changed.'}
        </p>
        <p className={s['muted']}>{named(preview.sampleHosts, preview.hosts)}</p>
      </div>
    </Dialog>
  );
}

/** Nothing was done: somebody else has to agree first. */
function AwaitingSecondPerson({ set }: { set: ChangeSet }) {
  const href = useHref();
  const close = () => wideActs.setState({ awaiting: null });
  return (
    <Dialog
      title="This awaits a second person"
      isOpen
      onClose={close}
      actions={
        <>
          <a
            className={buttonClass()}
            href={href(set.level === 'system' ? '/system-approvals' : '/patching/approvals', { view: 'changes' })}
            onClick={close}
          >
            Look at the change
          </a>
          <Button variant="primary" onPress={close}>
            Close
          </Button>
        </>
      }
    >
      <div className={s['stack']}>
        <p>
          <strong>{set.title}</strong>
        </p>
        <p>Nothing is changed yet. Another administrator must confirm it within 24 hours.</p>
      </div>
    </Dialog>
  );
}

/** The gate of wide acts, for every page: what is asked before one, and what is said when one must wait. */
export function WideActs() {
  const asked = useStore(wideActs, (state) => state.asked);
  const awaiting = useStore(wideActs, (state) => state.awaiting);
  if (asked) return <WidePreview preview={asked.preview} answer={asked.answer} />;
  return awaiting && <AwaitingSecondPerson set={awaiting} />;
}

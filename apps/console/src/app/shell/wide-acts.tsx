import type { ActPreview, ChangeSet } from '@patchkeep/contract/change-sets';
import { useStore } from 'zustand';
import { SecondPersonNote } from '../../features/approvals/change-sets/second-person-note.tsx';
import { wideActs } from '../../lib/client.ts';
import { deferred } from '../../lib/deferred.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { PreviewPanel } from '../../ui/preview-panel.tsx';
import { useHref } from './page-links.ts';
import s from './wide-acts.module.css';

const StepUpDialog = deferred(async () => (await import('./step-up-dialog.tsx')).StepUpDialog);

const named = (hosts: ActPreview['sampleHosts'], total: number): string => {
  const names = hosts.map(({ hostName }) => hostName).join(', ');
  return total > hosts.length ? `${names} and ${formatCount(total - hosts.length, 'more host')}` : names;
};

/** What an act on many hosts would do, shown before it is done. */
function WidePreview({ preview, answer }: { preview: ActPreview; answer: (isWanted: boolean) => void }) {
  const { title, effect, hosts, sampleHosts, needsSecondPerson, confirmers, level, noUndo } = preview;
  return (
    <PreviewPanel
      title={title}
      tier={1}
      isOpen
      hasReason={false}
      verb={needsSecondPerson ? 'Ask for it on' : 'Do it on'}
      affected={hosts}
      affectedDetail={named(sampleHosts, hosts)}
      facts={[
        { term: 'What happens', detail: effect },
        {
          term: 'Second person',
          detail: needsSecondPerson ? 'Needed. The request ends after 24 hours without an answer.' : 'Not needed.',
        },
        {
          term: 'Taking it back',
          detail: noUndo === null ? 'Possible, under Approvals, Changes.' : `This cannot be undone. ${noUndo}`,
        },
      ]}
      onCancel={() => answer(false)}
      onConfirm={() => answer(true)}
    >
      {needsSecondPerson && <SecondPersonNote level={level} confirmers={confirmers} />}
    </PreviewPanel>
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
        <p>
          Nothing is changed yet. Another administrator must confirm it within 24 hours; until then you can withdraw it.
        </p>
        {set.noUndo !== null && <p>Once it is confirmed it cannot be undone. {set.noUndo}</p>}
      </div>
    </Dialog>
  );
}

/** The gate of wide acts, for every page: what is asked before one, and what is said when one must wait. */
export function WideActs() {
  const questions = useStore(wideActs, (state) => state.questions);
  const awaiting = useStore(wideActs, (state) => state.awaiting);
  const isUnproved = useStore(wideActs, (state) => state.unproved.length > 0);
  const [first] = questions;
  if (isUnproved) return <StepUpDialog />;
  if (first) return <WidePreview key={first.preview.previewToken} {...first} />;
  return awaiting && <AwaitingSecondPerson set={awaiting} />;
}

import { approverKeys, type ApproversAnswer } from '@patchkeep/contract/custom-software';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyFrame } from '../../../ui/empty-frame.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { notify } from '../../../ui/notify.tsx';
import { signedText, signersOf } from '../custom-text.ts';
import { AgreeDialog } from './agree-dialog.tsx';
import { thresholdText } from './approver-text.ts';
import { KeyList } from './key-list.tsx';
import l from '../../../ui/cell-lines.module.css';

type Next = NonNullable<ApproversAnswer['next']>;
const saveApprovers = { verb: 'save', thing: 'approvers' } as const;

interface NextApproversProps {
  next: Next;
  /** Those who must agree. */
  now: ApproversAnswer['approvers'];
  mayName: boolean;
}

/** Who shall vouch next, once enough of those who vouch now have agreed. */
export function NextApprovers({ next, now, mayName }: NextApproversProps) {
  const mayWrite = useMay('canWriteCustomDeployments');
  const [isAgreeing, setAgreeing] = useState(false);
  const withdrawal = useAct(() => call(approverKeys.withdraw, {}, { operation: saveApprovers }), {
    touches: ['approvers'],
  });
  const agreed = signersOf(next.signatures);
  return (
    <EmptyFrame title="Who shall vouch next">
      <div className="stack">
        <p>
          They wait for those who vouch now: {signedText(next)} {next.neededCount === 1 ? 'has' : 'have'} agreed
          {agreed.length > 0 && ` (${agreed.join(', ')})`}. Until then nothing changes, and afterwards custom software
          is to be signed anew.
        </p>
        <Facts facts={[{ term: 'Must sign then', detail: thresholdText(next) }]} />
        <KeyList label="Next approvers" keys={next.keys} />
        <div className={l['pieces']}>
          {mayWrite && (
            <Button variant="primary" onPress={() => setAgreeing(true)}>
              Agree...
            </Button>
          )}
          {mayName && (
            <Button
              isPending={withdrawal.isPending}
              onPress={() =>
                withdrawal.mutate(undefined, {
                  onSuccess: () => notify({ tone: 'success', text: 'Those who vouch now stay the approvers.' }),
                })
              }
            >
              Give up
            </Button>
          )}
        </div>
      </div>
      {isAgreeing && <AgreeDialog next={next} now={now} onClose={() => setAgreeing(false)} />}
    </EmptyFrame>
  );
}

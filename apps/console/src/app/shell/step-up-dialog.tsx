import { stepUp } from '@patchkeep/contract/step-up';
import { ProofDialog } from '../../acts/proof/proof-dialog.tsx';
import { answerUnproved, call } from '../../lib/client.ts';

const operation = { verb: 'refresh', thing: 'session' } as const;

/** Asks for a proof before what the user has just asked for is done. What they filled in stays as it is. */
export function StepUpDialog() {
  return (
    <ProofDialog
      title="Confirm that it is you"
      verb="Confirm"
      isProofThereEnough
      act={(proof) => call(stepUp.prove, { body: { proof } }, { operation })}
      onDone={() => answerUnproved(true)}
      onClose={() => answerUnproved(false)}
    >
      <p>You signed in some time ago. Confirm that it is you, and what you asked for is done.</p>
    </ProofDialog>
  );
}

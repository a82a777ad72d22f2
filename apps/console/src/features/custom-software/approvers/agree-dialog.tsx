import { approverKeys, type ApproversAnswer, type SignedBody } from '@patchkeep/contract/custom-software';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';
import { Facts } from '../../../ui/facts.tsx';
import { notify } from '../../../ui/notify.tsx';
import { approversToSignQuery } from '../custom-software.queries.ts';
import { peopleOf } from '../custom-text.ts';
import { SignDialog } from '../signing/sign-dialog.tsx';
import { readApprovers } from '../signing/signed-statement.ts';
import { KeyList } from './key-list.tsx';

interface AgreeDialogProps {
  next: NonNullable<ApproversAnswer['next']>;
  /** Those who must agree. */
  now: ApproversAnswer['approvers'];
  onClose: () => void;
}

/** Agrees, as one of those who vouch now, to those who shall vouch next. */
export function AgreeDialog({ next, now, onClose }: AgreeDialogProps) {
  const query = useQuery(approversToSignQuery);
  const describe = (statement: string) => {
    const given = readApprovers(statement);
    // What is signed is the statement: names are shown only of keys that it has.
    if (!given || given.keys.length !== next.keys.length) return null;
    return (
      <>
        <p>Once enough have agreed, hosts of the site believe these people instead of those who vouch now.</p>
        <Facts
          facts={[
            { term: 'Must sign then', detail: `${given.threshold} of ${peopleOf(next.keys).length}` },
            { term: 'Version', detail: String(given.version) },
          ]}
        />
        <KeyList label="Next approvers" keys={next.keys} />
      </>
    );
  };
  return (
    <SignDialog
      title="Agree to the next approvers"
      verb="Agree with passkey"
      query={query}
      describe={describe}
      typedTitle="approvers"
      fileName="approvers.json"
      approvers={peopleOf(now?.keys ?? [])}
      send={(body: SignedBody) =>
        call(approverKeys.sign, { body }, { operation: { verb: 'save', thing: 'approvers' } })
      }
      onDone={() => {
        onClose();
        notify({ tone: 'success', text: 'You agreed to the next approvers.' });
      }}
      onClose={onClose}
    />
  );
}

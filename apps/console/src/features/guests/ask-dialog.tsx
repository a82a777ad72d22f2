import { type GuestCandidate, guestLimits, guestRequests } from '@patchkeep/contract/guests';
import { useState } from 'react';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Choices } from './choices.tsx';
import s from './guests.module.css';

function LinkDialog({ made, onClose }: { made: { request: string; expires: string }; onClose: () => void }) {
  const link = `${location.origin}/#/providers?request=${made.request}`;
  return (
    <Dialog
      title="Link for the customer"
      isOpen
      isDismissable={false}
      actions={
        <Button variant="primary" onPress={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className={s['stack']}>
        <p>Send this link to a system administrator of the customer. Only they can let your colleagues in with it.</p>
        <Banner tone="warning" word="Shown once">
          It works once and ends <RelativeTime at={made.expires} isAbsoluteShown />.
        </Banner>
        <code className={s['address']}>{link}</code>
        <div>
          <CopyButton text={link} label="Copy link" />
        </div>
      </div>
    </Dialog>
  );
}

/** Chooses who is to be let in, and shows the link once. */
export function AskDialog({ candidates, onClose }: { candidates: readonly GuestCandidate[]; onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [refusal, setRefusal] = useState<string>();
  const [made, setMade] = useState<{ request: string; expires: string }>();
  const asking = useAct(
    () =>
      call(
        guestRequests.create,
        { body: { userAccountUuids: [...chosen] } },
        { operation: { verb: 'create', thing: 'site users' } },
      ),
    { touches: ['user'], onRefused: setRefusal },
  );
  if (made) return <LinkDialog made={made} onClose={onClose} />;
  return (
    <ActDialog
      title="Ask a customer to let you in"
      verb="Make link"
      isDisabled={chosen.size === 0 || chosen.size > guestLimits.people}
      isPending={asking.isPending}
      onAct={() => asking.mutate(undefined, { onSuccess: setMade })}
      onClose={onClose}
    >
      <div className={s['stack']}>
        {refusal !== undefined && <Banner tone="danger">{refusal}</Banner>}
        <p>The customer decides on which sites they may do what. Rights to administer are never given to guests.</p>
        <Choices
          legend="Who is to be let in"
          chosen={chosen}
          onChange={setChosen}
          choices={candidates.map(({ userAccountUuid, longName, username, hasSecondFactor }) => ({
            id: userAccountUuid,
            label: longName,
            description: hasSecondFactor ? username : `${username}. Needs a second factor before they can enter.`,
          }))}
        />
      </div>
    </ActDialog>
  );
}

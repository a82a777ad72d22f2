import { type Factor, factors } from '@patchkeep/contract/factors';
import { unableTo } from '@patchkeep/contract/operations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProofDialog } from '../../acts/proof/proof-dialog.tsx';
import { call } from '../../lib/client.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card/section-card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { factorsQuery } from './factors.queries.ts';
import { KeptCodesDialog } from './kept-codes-dialog.tsx';
import { SetUpAppDialog } from './set-up-app-dialog.tsx';
import s from '../../acts/second-factor/second-factor.module.css';

type Open = { kind: 'setUp' } | { kind: 'passkey' } | { kind: 'codes' } | { kind: 'remove'; factor: Factor };

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  return (
    <li className={s['factor']}>
      <div>
        <strong>{factor.name}</strong>
        <p className="muted">
          Set up <RelativeTime at={factor.created} />,{' '}
          {factor.lastUsed === null ? (
            'never used'
          ) : (
            <>
              last used <RelativeTime at={factor.lastUsed} />
            </>
          )}
        </p>
        {factor.isNeeded && (
          <p className="muted">Your organisation asks for it. Set up another one before you remove it.</p>
        )}
      </div>
      {factor.isSuspended && (
        <Banner tone="danger" word="Suspended">
          It may have been copied, so it opens nothing any more. Remove it, and ask yourself who had it.
        </Banner>
      )}
      <Button onPress={onRemove} isDisabled={factor.isNeeded} aria-label={`Remove ${factor.name}`}>
        Remove
      </Button>
    </li>
  );
}

interface OpenDialogProps {
  open: Open;
  count: number;
  onClose: () => void;
}

function OpenDialog({ open, count, onClose }: OpenDialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const operation = { verb: open.kind === 'remove' ? 'remove' : 'save', thing: 'account info' } as const;
  if (open.kind === 'setUp') return <SetUpAppDialog onClose={onClose} />;
  if (open.kind === 'passkey') return <AddPasskeyDialog onClose={onClose} />;
  if (codes) return <KeptCodesDialog title="Keep your new recovery codes" codes={codes} onClose={onClose} />;
  if (open.kind === 'codes')
    return (
      <ProofDialog
        title="Make new recovery codes"
        verb="Make new codes"
        act={(proof) => call(factors.newRecoveryCodes, { body: { proof } }, { operation })}
        onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
        onClose={onClose}
      >
        <p>The codes that you have now stop working.</p>
      </ProofDialog>
    );
  const { factorUuid: id, name } = open.factor;
  return (
    <ProofDialog
      title={`Remove ${name}`}
      verb="Remove"
      act={(proof) => call(factors.remove, { params: { id }, body: { proof } }, { operation })}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        {count === 1
          ? 'It is your last second factor: afterwards your password alone signs you in, and your recovery codes stop working.'
          : 'Signing in will not take it any more.'}
      </p>
    </ProofDialog>
  );
}

/** The second factors of the person who is signed in. Who signs in by single sign-on only has none here. */
export function SecondFactorsSection() {
  const { data, isPending, isError, refetch } = useQuery(factorsQuery);
  const [open, setOpen] = useState<Open | null>(null);
  if (data?.isSsoLoginOnly) return null;
  const count = data?.factors.length ?? 0;
  return (
    <SectionCard
      title="Second factors"
      actions={
        <div className={s['buttons']}>
          {data?.isPasskeyOffered && <Button onPress={() => setOpen({ kind: 'passkey' })}>Add a passkey</Button>}
          {data?.isTotpOffered && (
            <Button onPress={() => setOpen({ kind: 'setUp' })}>Set up an authenticator app</Button>
          )}
        </div>
      }
    >
      {isPending && <Spinner isBlock />}
      {isError && !data && (
        <Banner tone="danger" action={{ label: 'Try again', onPress: () => void refetch() }}>
          {unableTo({ verb: 'fetch', thing: 'account info' })}
        </Banner>
      )}
      {data && count === 0 && (
        <p>
          {data.isTotpOffered || data.isPasskeyOffered
            ? 'Your password alone signs you in. With a second factor, somebody who learns your password still cannot.'
            : 'This server cannot keep second factors: its operator has not set a data key yet.'}
        </p>
      )}
      {data && count > 0 && (
        <>
          <ul className={s['factors']}>
            {data.factors.map((factor) => (
              <FactorRow key={factor.factorUuid} factor={factor} onRemove={() => setOpen({ kind: 'remove', factor })} />
            ))}
          </ul>
          {data.recoveryCodesLeft <= 3 && (
            <Banner tone="warning">
              {data.recoveryCodesLeft === 0 ? 'No recovery code is left.' : 'Few recovery codes are left.'} Make new
              ones before you need them.
            </Banner>
          )}
          <div className={s['factor']}>
            <p>Recovery codes left: {data.recoveryCodesLeft}</p>
            <Button onPress={() => setOpen({ kind: 'codes' })}>Make new codes</Button>
          </div>
        </>
      )}
      {open && <OpenDialog open={open} count={count} onClose={() => setOpen(null)} />}
    </SectionCard>
  );
}

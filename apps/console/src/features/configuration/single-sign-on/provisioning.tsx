import { provisioning, type ProvisioningState } from '@patchkeep/contract/provisioning';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { formatCount } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { MadeTokenDialog } from '../made-token-dialog.tsx';
import { provisioningQuery, removing, saving } from './single-sign-on.queries.ts';
import s from './single-sign-on.module.css';

interface ProvisioningProps {
  connectionUuid: string;
  /** Of the connection. */
  name: string;
}

/** Whether the identity provider of a connection says by itself who there is. */
export function Provisioning({ connectionUuid, name }: ProvisioningProps) {
  const { data, isError, refetch } = useQuery(provisioningQuery(connectionUuid));
  return (
    <section className={s['mappings']} aria-label={`Provisioning by ${name}`}>
      <h3>Provisioning</h3>
      {isError && !data && (
        <Banner tone="danger" action={{ label: 'Try again', onPress: () => void refetch() }}>
          Unable to fetch configuration.
        </Banner>
      )}
      {!data && !isError && <Spinner isBlock />}
      {data && <State connectionUuid={connectionUuid} name={name} state={data} />}
    </section>
  );
}

const usersText = ({ userCount, disabledCount, groupCount }: ProvisioningState): string => {
  const disabled = disabledCount === 0 ? '' : `, of them ${disabledCount} disabled`;
  return `${formatCount(userCount, 'user')}${disabled}; ${formatCount(groupCount, 'group')}`;
};

interface TokenFactsProps {
  token: NonNullable<ProvisioningState['token']>;
  state: ProvisioningState;
}

function TokenFacts({ token, state }: TokenFactsProps) {
  const { address } = state;
  return (
    <Facts
      facts={[
        {
          term: 'Tenant URL or base URL, for the identity provider',
          detail: (
            <span className={s['copied']}>
              <code>{address}</code>
              <CopyButton text={address} label="Copy base URL" />
            </span>
          ),
        },
        {
          term: 'Token',
          detail: (
            <>
              Made <RelativeTime at={token.created} /> by {token.madeBy}, last used{' '}
              {token.lastUsed === null ? 'never' : <RelativeTime at={token.lastUsed} />}
            </>
          ),
        },
        { term: 'Looked after', detail: usersText(state) },
      ]}
    />
  );
}

function State({ connectionUuid, name, state }: ProvisioningProps & { state: ProvisioningState }) {
  const [asked, setAsked] = useState<'replace' | 'revoke' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const params = { id: connectionUuid };
  const close = () => setAsked(null);
  const make = useAct(() => call(provisioning.makeToken, { params }, saving), { touches: ['singleSignOn'] });
  const makeOne = () =>
    make.mutate(undefined, {
      onSuccess: (made) => {
        close();
        setSecret(made.secret);
      },
    });
  const { token, address } = state;
  return (
    <>
      <p className="muted">
        The identity provider can say by SCIM 2.0 who there is. Whoever is disabled or deleted there loses access here
        at once: the sign-in, open sessions and API tokens. Its groups give what is mapped above without waiting for a
        sign-in.
      </p>
      {token === null ? (
        <p>
          No token is in use, so the identity provider cannot say anything.
          {state.userCount > 0 && ` It has said so far: ${usersText(state)}.`}
        </p>
      ) : (
        <TokenFacts token={token} state={state} />
      )}
      <div className={s['acts']}>
        {token === null ? (
          <Button isPending={make.isPending} onPress={makeOne}>
            Make a provisioning token
          </Button>
        ) : (
          <>
            <Button onPress={() => setAsked('replace')}>Replace token</Button>
            <Button variant="quiet" onPress={() => setAsked('revoke')}>
              Revoke token
            </Button>
          </>
        )}
      </div>
      {asked === 'replace' && (
        <ActDialog
          title={`Replace the token of ${name}`}
          verb="Replace"
          isPending={make.isPending}
          onClose={close}
          onAct={makeOne}
        >
          <p>The token in use ends at once. Until the identity provider has the new one, nobody is disabled by it.</p>
        </ActDialog>
      )}
      {asked === 'revoke' && <RevokeDialog connectionUuid={connectionUuid} name={name} onClose={close} />}
      {secret !== null && (
        <MadeTokenDialog
          noun="provisioning token"
          secret={secret}
          uses={
            <p className="muted">
              Paste it as the secret token of {name}, together with the base URL {address}.
            </p>
          }
          onClose={() => setSecret(null)}
        >
          {null}
        </MadeTokenDialog>
      )}
    </>
  );
}

function RevokeDialog({ connectionUuid, name, onClose }: ProvisioningProps & { onClose: () => void }) {
  const params = { id: connectionUuid };
  const revoke = useAct(() => call(provisioning.revokeToken, { params }, removing), { touches: ['singleSignOn'] });
  return (
    <ActDialog
      title={`Revoke the token of ${name}`}
      verb="Revoke"
      isDanger
      isPending={revoke.isPending}
      onClose={onClose}
      onAct={() =>
        revoke.mutate(undefined, {
          onSuccess: () => {
            onClose();
            notify({ tone: 'success', text: 'The token is revoked.' });
          },
        })
      }
    >
      <p>
        The identity provider can say nothing any more: whoever is disabled there keeps access here. Users and their
        rights stay as they are.
      </p>
    </ActDialog>
  );
}

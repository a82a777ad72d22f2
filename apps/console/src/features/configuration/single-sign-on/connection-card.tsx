import { singleSignOn, type SsoCheck, type SsoConnection } from '@patchkeep/contract/single-sign-on';
import { roleLabel } from '@patchkeep/rules/permissions';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Lock from 'lucide-react/icons/lock';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { useSession } from '../../../lib/use-stores.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card/section-card.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionFacts } from './connection-facts.tsx';
import { MappingsDialog } from './mappings-dialog.tsx';
import { Provisioning } from './provisioning.tsx';
import { RemoveConnectionDialog } from './remove-connection-dialog.tsx';
import { SamlDialog } from './saml-dialog.tsx';
import { saving } from './single-sign-on.queries.ts';
import { checkText } from './sso-text.ts';
import s from './single-sign-on.module.css';

interface ConnectionCardProps {
  connection: SsoConnection;
  /** The reader has signed in by it. */
  isOwn: boolean;
  isSecretKept: boolean;
}

type Open = 'change' | 'mappings' | 'remove' | null;

/** One identity provider: what it is known by, whether it works, what its groups give. */
export function ConnectionCard({ connection, isOwn, isSecretKept }: ConnectionCardProps) {
  const [open, setOpen] = useState<Open>(null);
  const [checks, setChecks] = useState<readonly SsoCheck[]>([]);
  const { connectionUuid: id, name, isRequired } = connection;
  const test = useAct(() => call(singleSignOn.testConnection, { params: { id } }, saving), { touches: [] });
  const close = () => setOpen(null);
  return (
    <SectionCard title={name}>
      <ConnectionFacts connection={connection} />
      <div className={s['acts']}>
        <Button
          isPending={test.isPending}
          onPress={() => test.mutate(undefined, { onSuccess: (a) => setChecks(a.checks) })}
        >
          Test
        </Button>
        <Button onPress={() => setOpen('change')}>Change</Button>
        <Button onPress={() => setOpen('mappings')}>Map groups</Button>
        <Button variant="quiet" onPress={() => setOpen('remove')}>
          Remove
        </Button>
      </div>
      {checks.length > 0 && <Checks checks={checks} />}
      <Mappings connection={connection} />
      <Provisioning connectionUuid={id} name={name} />
      <Requirement connection={connection} isOwn={isOwn} />
      {isRequired && (
        <div>
          <Badge tone="info" icon={Lock}>
            Required
          </Badge>
        </div>
      )}
      {open === 'change' && connection.kind === 'saml' && <SamlDialog connection={connection} onClose={close} />}
      {open === 'change' && connection.kind === 'oidc' && (
        <ConnectionDialog connection={connection} isSecretKept={isSecretKept} onClose={close} />
      )}
      {open === 'mappings' && <MappingsDialog connection={connection} onClose={close} />}
      {open === 'remove' && <RemoveConnectionDialog connection={connection} onClose={close} />}
    </SectionCard>
  );
}

function Checks({ checks }: { checks: readonly SsoCheck[] }) {
  return (
    <ul className={s['checks']} aria-label="What the test found">
      {checks.map(({ check, isGood, detail }) => (
        <li key={check}>
          <Badge tone={isGood ? 'ok' : 'ins'} icon={isGood ? CircleCheck : CircleX}>
            {isGood ? 'Good' : 'Not good'}
          </Badge>
          <span>{`${checkText[check]}. ${detail}`}</span>
        </li>
      ))}
    </ul>
  );
}

function Mappings({ connection: { mappings } }: { connection: SsoConnection }) {
  const sites = useSession(({ handshake }) => handshake?.sites) ?? [];
  const nameOf = (id: string) =>
    sites.find(({ siteAccountUuid }) => siteAccountUuid === id)?.siteName ?? 'Unknown site';
  return (
    <div className={s['mappings']}>
      <h3>What groups may do</h3>
      {mappings.length === 0 ? (
        <p>No group is mapped, so nobody new gets in.</p>
      ) : (
        <ul>
          {mappings.map(({ group, siteAccountUuid, sitePermissions }) => (
            <li key={`${group} ${siteAccountUuid}`}>
              <strong>{group}</strong>: {roleLabel(false, sitePermissions)} in {nameOf(siteAccountUuid)}
            </li>
          ))}
        </ul>
      )}
      <p className="muted">
        Renewed at each sign-in. Rights that somebody gave by hand stay. Nobody becomes a system administrator by a
        group.
      </p>
    </div>
  );
}

function Requirement({ connection, isOwn }: Pick<ConnectionCardProps, 'connection' | 'isOwn'>) {
  const { connectionUuid: id, isRequired, serialNumber } = connection;
  const [refusal, setRefusal] = useState<string>();
  const change = useAct(
    () =>
      call(singleSignOn.changeConnection, { params: { id }, body: { serialNumber, isRequired: !isRequired } }, saving),
    { touches: ['singleSignOn'], onRefused: setRefusal },
  );
  return (
    <div className={s['mappings']}>
      <h3>{isRequired ? 'Users of its domains sign in by it only' : 'Users of its domains may also use a password'}</h3>
      {refusal !== undefined && <p role="alert">{refusal}</p>}
      {!isRequired && !isOwn && (
        <p className="muted">To require single sign-on, sign in by it yourself first. Then you know that it works.</p>
      )}
      <div>
        <Button
          isDisabled={!isRequired && !isOwn}
          isPending={change.isPending}
          onPress={() => {
            setRefusal(undefined);
            change.mutate(undefined);
          }}
        >
          {isRequired ? 'Allow passwords again' : 'Require single sign-on'}
        </Button>
      </div>
    </div>
  );
}

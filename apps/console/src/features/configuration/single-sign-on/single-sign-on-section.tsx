import type { SsoKind } from '@patchkeep/contract/single-sign-on';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useSession } from '../../../lib/use-stores.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card/section-card.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { DomainsCard } from './domains-card.tsx';
import { SamlDialog } from './saml-dialog.tsx';
import { singleSignOnQuery } from './single-sign-on.queries.ts';
import c from '../configuration.module.css';
import s from './single-sign-on.module.css';

function Head() {
  return (
    <>
      <div className={c['sectionHead']}>
        <h2 id="single-sign-on">Single sign-on</h2>
      </div>
      <p className="muted">
        People of your organisation sign in by its identity provider, with OpenID Connect or SAML, instead of a password
        here. It holds for the customer as a whole. First prove that a mail domain is yours, then connect the identity
        provider, then say what its groups may do.
      </p>
    </>
  );
}

/** Domains, identity providers and what their groups give. */
export function SingleSignOnSection() {
  const isSystemAdmin = useSession((session) => session.isSystemAdmin);
  return (
    <section className={c['section']} aria-labelledby="single-sign-on">
      <Head />
      {isSystemAdmin ? (
        <Settings />
      ) : (
        <Banner tone="info">Only a system administrator can see and change single sign-on.</Banner>
      )}
    </section>
  );
}

function Settings() {
  const { data, isError, refetch } = useQuery(singleSignOnQuery);
  const [adding, setAdding] = useState<SsoKind | null>(null);
  const close = () => setAdding(null);
  if (isError && !data)
    return (
      <Banner tone="danger" action={{ label: 'Try again', onPress: () => void refetch() }}>
        Unable to fetch configuration.
      </Banner>
    );
  if (!data) return <Spinner isBlock />;
  return (
    <>
      {data.missing === 'publicUrl' && (
        <Banner tone="warning" word="Not ready">
          This server does not know the address that users type, so no identity provider can send browsers back to it.
          Whoever runs it sets <code>PATCHKEEP_PUBLIC_URL</code> and starts it again.
        </Banner>
      )}
      <DomainsCard domains={data.domains} connections={data.connections} />
      {data.connections.map((connection) => (
        <ConnectionCard
          key={connection.connectionUuid}
          connection={connection}
          isOwn={data.ownConnectionUuid === connection.connectionUuid}
          isSecretKept={data.isSecretKept}
        />
      ))}
      <SectionCard title={data.connections.length === 0 ? 'Identity provider' : 'Another identity provider'}>
        {data.connections.length === 0 && (
          <p>
            Such as Entra ID, Google Workspace, Okta or Keycloak. With OpenID Connect you need its issuer, and a client
            that you register there for Patchkeep. With SAML you need its metadata.
          </p>
        )}
        <div className={s['acts']}>
          <Button
            icon={Plus}
            variant={data.connections.length === 0 ? 'primary' : 'plain'}
            onPress={() => setAdding('oidc')}
          >
            Connect an identity provider
          </Button>
          <Button icon={Plus} onPress={() => setAdding('saml')}>
            Connect by SAML
          </Button>
        </div>
      </SectionCard>
      {adding === 'oidc' && <ConnectionDialog isSecretKept={data.isSecretKept} onClose={close} />}
      {adding === 'saml' && <SamlDialog onClose={close} />}
    </>
  );
}

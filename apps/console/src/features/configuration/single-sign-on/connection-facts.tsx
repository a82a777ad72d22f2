import type { SamlSettings, SsoConnection } from '@patchkeep/contract/single-sign-on';
import Download from 'lucide-react/icons/download';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { formatCount } from '../../../ui/format.ts';
import { downloadText } from '../../../ui/table/download.ts';
import s from './single-sign-on.module.css';

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className={s['copied']}>
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}

const dayOf = (time: string): string => time.slice(0, 10);

const samlFacts = ({ returnAddress }: SsoConnection, saml: SamlSettings) => [
  { term: 'Sign-in address', detail: saml.signInAddress },
  { term: 'Sign-out address', detail: saml.signOutAddress ?? 'None: signing out ends the session here only' },
  {
    term: 'Certificates',
    detail: (
      <span className={s['certificates']}>
        {saml.certificates.map(({ fingerprint, subject, validFrom, validTo }) => (
          <span key={fingerprint}>
            {subject}, {dayOf(validFrom)} to {dayOf(validTo)}
            <br />
            <code className="muted">{fingerprint}</code>
          </span>
        ))}
      </span>
    ),
  },
  { term: 'A person is named by', detail: saml.subjectAttribute ?? 'The persistent name identifier' },
  { term: 'Our entity ID', detail: <Copied text={saml.entityId} label="Copy entity ID" /> },
  {
    term: 'Our address for answers (ACS URL)',
    detail: <Copied text={returnAddress} label="Copy address" />,
  },
  {
    term: 'Our metadata',
    detail: (
      <Button
        icon={Download}
        onPress={() => downloadText('patchkeep-saml-metadata.xml', saml.metadata, 'application/samlmetadata+xml')}
      >
        Download XML
      </Button>
    ),
  },
];

const oidcFacts = ({ clientId, hasClientSecret, returnAddress }: SsoConnection) => [
  { term: 'Client', detail: `${clientId ?? ''}${hasClientSecret ? ', with a secret' : ', without a secret'}` },
  {
    term: 'Redirect URI, to be registered with the client',
    detail: <Copied text={returnAddress} label="Copy address" />,
  },
];

/** What the connection is known by, on both sides. */
export function ConnectionFacts({ connection }: { connection: SsoConnection }) {
  const { saml, issuer, groupsClaim, userCount } = connection;
  return (
    <Facts
      facts={[
        { term: 'Protocol', detail: saml ? 'SAML 2.0' : 'OpenID Connect' },
        { term: saml ? 'Entity ID of the identity provider' : 'Issuer', detail: issuer },
        ...(saml ? samlFacts(connection, saml) : oidcFacts(connection)),
        { term: saml ? 'Attribute with the groups' : 'Claim with the groups', detail: groupsClaim },
        { term: 'Known users', detail: formatCount(userCount, 'user') },
      ]}
    />
  );
}

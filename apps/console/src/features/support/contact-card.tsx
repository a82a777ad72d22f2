import { type SupportContact, supportDocuments } from '@patchkeep/contract/support';
import { Facts } from '../../ui/facts.tsx';
import { SupportCard } from './support-card.tsx';
import s from './support.module.css';

const missing = <span className="muted">Not given by whoever runs this server</span>;

function Address({ url }: { url: string | null }) {
  return url === null ? (
    missing
  ) : (
    <a href={url} target="_blank" rel="noreferrer">
      {url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
    </a>
  );
}

/** How support is reached, whatever happens to this server. */
export function ContactCard({ contact }: { contact: SupportContact }) {
  const { email, phone, portalUrl, communityUrl } = contact;
  return (
    <SupportCard title="Contact">
      <Facts
        facts={[
          { term: 'E-mail', detail: email === null ? missing : <a href={`mailto:${email}`}>{email}</a> },
          {
            term: 'Telephone',
            detail: phone === null ? missing : <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>,
          },
          { term: 'Support portal', detail: <Address url={portalUrl} /> },
          { term: 'Community', detail: <Address url={communityUrl} /> },
        ]}
      />
    </SupportCard>
  );
}

export function DocumentsCard({ contact: { documents, email } }: { contact: SupportContact }) {
  return (
    <SupportCard title="Guides and legal documents">
      <p className="muted">The documentation is under revision.</p>
      <ul className={s['documents']}>
        {documents.map(({ id, url }) => (
          <li key={id}>
            {url === null ? (
              <>
                {supportDocuments[id]}{' '}
                <span className="muted">{email === null ? 'not given by whoever runs this server' : 'on request'}</span>
              </>
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {supportDocuments[id]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </SupportCard>
  );
}

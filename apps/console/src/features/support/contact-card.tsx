import { type SupportContact, supportDocuments } from '@patchkeep/contract/support';
import { SectionCard } from '../../ui/card/section-card.tsx';
import { Facts } from '../../ui/facts.tsx';
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
    <SectionCard title="Contact">
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
    </SectionCard>
  );
}

type Offered = SupportContact['documents'][number];

function DocumentLine({ id, url, otherwise }: Offered & { otherwise: string }) {
  const title = supportDocuments[id];
  if (url === null)
    return (
      <li>
        {title} <span className="muted">{otherwise}</span>
      </li>
    );
  return (
    <li>
      <a href={url} target="_blank" rel="noreferrer">
        {title}
      </a>
    </li>
  );
}

export function DocumentsCard({ contact: { documents, email } }: { contact: SupportContact }) {
  const otherwise = email === null ? 'not given by whoever runs this server' : 'on request';
  const lines = documents.map((document) => <DocumentLine key={document.id} {...document} otherwise={otherwise} />);
  return (
    <SectionCard title="Guides and legal documents">
      <p className="muted">The documentation is under revision.</p>
      <ul className={s['documents']}>{lines}</ul>
    </SectionCard>
  );
}

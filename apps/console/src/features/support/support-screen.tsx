import { unableTo } from '@patchkeep/contract/operations';
import type { SentMessage } from '@patchkeep/contract/support';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../ui/banner.tsx';
import { SectionCard } from '../../ui/card/section-card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ContactCard, DocumentsCard } from './contact-card.tsx';
import { MessageCard } from './message-card.tsx';
import { messagesQuery, supportQuery } from './support.queries.ts';
import s from './support.module.css';

function Message({ subject, created, sent }: SentMessage) {
  return (
    <li>
      <strong>{subject}</strong>
      {sent === null ? (
        <span className="muted">
          written <RelativeTime at={created} />; waits for the mail server, which is tried again by itself
        </span>
      ) : (
        <span className="muted">
          sent <RelativeTime at={sent} />; support answers by mail
        </span>
      )}
    </li>
  );
}

function Messages({ messages }: { messages: readonly SentMessage[] }) {
  const lines = messages.map((message) => <Message key={message.messageUuid} {...message} />);
  return (
    <SectionCard title="Your messages">
      <ul className={s['messages']}>{lines}</ul>
    </SectionCard>
  );
}

export function SupportScreen() {
  const query = useQuery(supportQuery);
  const contact = query.data;
  const messages = useQuery({ ...messagesQuery, enabled: contact?.isMessagePossible ?? false }).data?.messages ?? [];
  return (
    <>
      <PageHead title={pages['/support'].title} lead="How to reach support, guides and legal documents" />
      {query.isPending && <Spinner isBlock />}
      {query.isError && !contact && (
        <Banner tone="danger" action={{ label: 'Try again', onPress: () => void query.refetch() }}>
          {unableTo({ verb: 'fetch', thing: 'support' })}
        </Banner>
      )}
      {contact && (
        <>
          <ContactCard contact={contact} />
          {contact.isMessagePossible && <MessageCard />}
          {messages.length > 0 && <Messages messages={messages} />}
          <DocumentsCard contact={contact} />
        </>
      )}
    </>
  );
}

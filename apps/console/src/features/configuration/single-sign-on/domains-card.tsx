import { domainName, singleSignOn, type SsoConnection, type SsoDomain } from '@patchkeep/contract/single-sign-on';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { z } from 'zod';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card/section-card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FormTextField } from '../../../ui/form/form-text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { browserTimeZone, formatAbsolute } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { removing, saving } from './single-sign-on.queries.ts';
import s from './single-sign-on.module.css';

const touches = ['singleSignOn'] as const;

interface DomainsCardProps {
  domains: readonly SsoDomain[];
  connections: readonly SsoConnection[];
}

/** The mail domains of the customer; a domain counts once it is proven. */
export function DomainsCard({ domains, connections }: DomainsCardProps) {
  return (
    <SectionCard title="Mail domains">
      <p>
        Whoever types an address of a proven domain on the sign-in page is offered the identity provider of the domain.
      </p>
      {domains.length > 0 && (
        <ul className={s['list']}>
          {domains.map((domain) => (
            <DomainItem key={domain.domainUuid} domain={domain} connections={connections} />
          ))}
        </ul>
      )}
      <AddDomain />
    </SectionCard>
  );
}

const domainForm = z.object({ domain: domainName });
const labels = { domain: 'Domain' };

function AddDomain() {
  const form = useZodForm(domainForm, { domain: '' });
  const [refusal, setRefusal] = useState<string>();
  const adding = useAct(
    ({ domain }: { domain: string }) => call(singleSignOn.addDomain, { body: { domain } }, saving),
    {
      touches,
      onRefused: setRefusal,
    },
  );
  const add = (values: { domain: string }) => {
    setRefusal(undefined);
    adding.mutate(values, { onSuccess: () => form.reset() });
  };
  return (
    <Form form={form} labels={labels} onSubmit={add}>
      {refusal !== undefined && <Banner tone="danger">{refusal}.</Banner>}
      <div className={s['line']}>
        <FormTextField control={form.control} name="domain" label={labels.domain} placeholder="example.org" />
        <Button type="submit" isPending={adding.isPending}>
          Add domain
        </Button>
      </div>
    </Form>
  );
}

interface DomainItemProps {
  domain: SsoDomain;
  connections: readonly SsoConnection[];
}

const none = 'none';

function DomainItem({ domain, connections }: DomainItemProps) {
  const { domainUuid: id, domain: name, verified, lapses, connectionUuid } = domain;
  const [problem, setProblem] = useState<string | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const params = { id };
  const check = useAct(() => call(singleSignOn.checkDomain, { params }, saving), { touches, onRefused: setProblem });
  const choose = useAct(
    (chosen: string) =>
      call(singleSignOn.changeDomain, { params, body: { connectionUuid: chosen === none ? null : chosen } }, saving),
    { touches, onRefused: setProblem },
  );
  const remove = useAct(() => call(singleSignOn.removeDomain, { params }, removing), {
    touches,
    onRefused: (message) => {
      setProblem(message);
      setRemoving(false);
    },
  });
  const look = () => {
    setProblem(null);
    check.mutate(undefined, {
      onSuccess: (answer) => {
        setProblem(answer.problem);
        if (answer.problem === null) notify({ tone: 'success', text: `${name} is proven.` });
      },
    });
  };
  return (
    <li className={s['item']}>
      <div className={s['itemHead']}>
        <h3>{name}</h3>
        <DomainState domain={domain} />
        <div className={s['push']}>
          <Button isPending={check.isPending} onPress={look}>
            {verified === null ? 'Check now' : 'Check again'}
          </Button>
          <Button variant="quiet" onPress={() => setRemoving(true)} aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </div>
      </div>
      {problem !== null && <Banner tone="warning">{problem}</Banner>}
      {lapses !== null && (
        <Banner tone="warning">
          The record is not found any more. Publish it again; without it, from{' '}
          {formatAbsolute(new Date(lapses), browserTimeZone())} on, users of {name} are not offered single sign-on, and
          another company could prove the domain.
        </Banner>
      )}
      {(verified === null || lapses !== null) && <ToPublish domain={domain} />}
      {verified !== null && connections.length > 0 && (
        <Select
          label={`Users of ${name} sign in by`}
          options={[
            ...connections.map((each) => ({ value: each.connectionUuid, label: each.name })),
            { value: none, label: 'A password only' },
          ]}
          value={connectionUuid ?? none}
          onChange={(chosen) => choose.mutate(chosen)}
        />
      )}
      {isRemoving && (
        <ActDialog
          title={`Remove ${name}`}
          verb="Remove domain"
          isDanger
          isPending={remove.isPending}
          onAct={() => remove.mutate(undefined, { onSuccess: () => setRemoving(false) })}
          onClose={() => setRemoving(false)}
        >
          <p>
            Users of {name} are not offered single sign-on any more. Those who have no password cannot sign in until the
            domain is proven again. Nobody who is signed in now is signed out.
          </p>
        </ActDialog>
      )}
    </li>
  );
}

function DomainState({ domain: { verified, missingSince } }: { domain: SsoDomain }) {
  if (verified === null)
    return (
      <Badge tone="eol" icon={Clock}>
        Not proven yet
      </Badge>
    );
  return missingSince === null ? (
    <Badge tone="ok" icon={CircleCheck}>
      Proven
    </Badge>
  ) : (
    <Badge tone="ins" icon={TriangleAlert}>
      Record missing
    </Badge>
  );
}

function ToPublish({ domain: { recordName, recordText, checked } }: { domain: SsoDomain }) {
  return (
    <>
      <p>Publish this TXT record in the DNS of the domain, then check. It has to stay there.</p>
      <dl className={s['record']}>
        <dt>Name</dt>
        <dd>
          <code>{recordName}</code>
          <CopyButton text={recordName} label="Copy name" />
        </dd>
        <dt>Text</dt>
        <dd>
          <code>{recordText}</code>
          <CopyButton text={recordText} label="Copy text" />
        </dd>
      </dl>
      {checked !== null && (
        <p className="muted">
          Last checked <RelativeTime at={checked} />.
        </p>
      )}
    </>
  );
}

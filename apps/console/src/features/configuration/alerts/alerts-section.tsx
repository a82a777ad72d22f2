import { type AlertChoice, alertChoices } from '@patchkeep/contract/alerts';
import type { Answer } from '@patchkeep/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import Mail from 'lucide-react/icons/mail';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { notify } from '../../../ui/notify.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { alertChoicesQuery } from './alerts.queries.ts';
import { choiceColumns, type ChoiceRow, type Wanted } from './choice-columns.tsx';
import { testMailText } from './mail-text.ts';
import c from '../configuration.module.css';
import s from './alerts.module.css';

type Choices = Answer<typeof alertChoices.read>;

const getId = ({ siteUuid }: ChoiceRow) => siteUuid ?? 'system';
const getName = ({ name }: ChoiceRow) => name;
/** A list of more sites than this is searched rather than read. */
const searchedFrom = 10;
const mostShown = 100;

const systemRow = (system: AlertChoice): ChoiceRow => ({
  ...system,
  siteUuid: null,
  name: 'Installation and all sites',
});

const rowsOf = ({ sites, system }: Choices): ChoiceRow[] => [
  ...(system ? [systemRow(system)] : []),
  ...sites.map(({ siteAccountUuid, siteName, ...choice }) => ({
    ...choice,
    siteUuid: siteAccountUuid,
    name: siteName,
  })),
];

const useChoose = (onSaved: (row: ChoiceRow) => void) => {
  const { mutate } = useAct(
    ({ row: { siteUuid }, wanted }: { row: ChoiceRow; wanted: Wanted }) => {
      const operation = { operation: { verb: 'save', thing: 'settings' } } as const;
      return siteUuid === null
        ? call(alertChoices.saveSystem, { body: wanted }, operation)
        : call(alertChoices.save, { params: { id: siteUuid }, body: wanted }, operation);
    },
    { touches: ['alertChoice', 'dashboard'] },
  );
  return (row: ChoiceRow, wanted: Wanted) => mutate({ row, wanted }, { onSuccess: () => onSaved(row) });
};

/** Says whether mails can be sent, and sends one to try. */
function MailServer({ choices: { isMailing, address, testMail } }: { choices: Choices }) {
  const test = useAct(() => call(alertChoices.test, {}, { operation: { verb: 'request', thing: 'settings' } }), {
    touches: ['alertChoice'],
    refusals: [400, 429],
    onRefused: () => notify({ tone: 'info', text: 'Wait half a minute between two test mails.' }),
  });
  if (!isMailing)
    return (
      <Banner tone="warning" word="No mails">
        This server has no mail server, so nothing is sent. Whoever runs it sets <code>PATCHKEEP_SMTP_URL</code>,{' '}
        <code>PATCHKEEP_MAIL_FROM</code> and <code>PATCHKEEP_PUBLIC_URL</code> and starts it again. What you choose here
        is kept until then.
      </Banner>
    );
  const isWaiting = testMail?.state === 'waiting';
  return (
    <div className={s['test']}>
      <Button icon={Mail} isPending={test.isPending || isWaiting} onPress={() => test.mutate(undefined)}>
        Send me a test mail
      </Button>
      <output>{testMail && testMailText(testMail, address)}</output>
    </div>
  );
}

/** Which mails the user gets, of which sites. */
export function AlertsSection() {
  const query = useQuery(alertChoicesQuery);
  const [saved, setSaved] = useState<ChoiceRow | null>(null);
  const choose = useChoose(setSaved);
  const [part, setPart] = useState('');
  const all = query.data && rowsOf(query.data);
  const wanted = part.trim().toLowerCase();
  const matching = all?.filter(({ name }) => name.toLowerCase().includes(wanted));
  const rows = matching?.slice(0, mostShown);
  return (
    <section className={c['section']} aria-labelledby="alerts">
      <div className={c['sectionHead']}>
        <h2 id="alerts">Alerts</h2>
        {query.data && <span className="muted">Mails go to {query.data.address}</span>}
        <output className={c['push']}>{saved && `Saved: mails about ${saved.name}`}</output>
      </div>
      <p className="muted">
        An alert tells by mail what is new at a site: software that attackers use or that has no fix, updates that
        failed for good, vulnerabilities past their due day without a decision, and hosts that fell silent. Each is told
        once, in at most one mail an hour, and once more when it is resolved. The monthly report comes on the first
        working day.
      </p>
      {query.data && <MailServer choices={query.data} />}
      <DataTable
        label="Mails"
        noun="choices"
        density="cosy"
        columns={choiceColumns(choose)}
        rows={query.isError && !rows ? [] : rows}
        getId={getId}
        getName={getName}
        total={matching?.length ?? 0}
        page={{ from: 1 }}
        onClearFilters={wanted === '' ? undefined : () => setPart('')}
        error={
          query.isError && !rows
            ? { message: 'Unable to fetch configuration.', onRetry: () => void query.refetch() }
            : undefined
        }
      >
        {(all?.length ?? 0) > searchedFrom && <SearchField label="Find a site" value={part} onChange={setPart} />}
      </DataTable>
      {query.data?.system && (
        <p className="muted">
          About the installation you are told of feeds that are too old and of packages that wait for signatures or are
          held. The monthly report of all sites counts every site of the customer.
        </p>
      )}
    </section>
  );
}

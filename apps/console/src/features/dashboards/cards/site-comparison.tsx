import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { asFailure } from '../../../lib/failure.ts';
import { useSession } from '../../../lib/use-stores.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ChartFrame } from '../../../ui/chart-frame.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchChoice } from '../../../ui/form/search-choice.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Look } from '../card-look.ts';
import { comparisonQuery } from '../dashboards.queries.ts';
import { comparedRows } from './compared-rows.tsx';
import s from '../dashboards.module.css';

interface SiteComparisonProps {
  left: string;
  right: string;
  onChange: (left: string, right: string) => void;
  onClose: () => void;
  onOpenSite: (siteAccountUuid: string) => void;
}

const title = 'Two sites compared';
const choicesShown = 50;

/** Two sites side by side, chosen in the address. */
export function SiteComparison({ left, right, onChange, onClose, onOpenSite }: SiteComparisonProps) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => frame.current?.focus(), []);
  return (
    <section ref={frame} tabIndex={-1} className={s['compare']} aria-label="Compare two sites">
      <div className={s['choices']}>
        <SiteChoice key={`left ${left}`} label="First site" value={left} onChange={(id) => onChange(id, right)} />
        <SiteChoice key={`right ${right}`} label="Second site" value={right} onChange={(id) => onChange(left, id)} />
      </div>
      <Compared left={left} right={right} onClose={onClose} onOpenSite={onOpenSite} />
    </section>
  );
}

function SiteChoice({ label, value, onChange }: { label: string; value: string; onChange: (id: string) => void }) {
  const sites = useSession((session) => session.handshake?.sites) ?? [];
  const chosen = sites.find((site) => site.siteAccountUuid === value)?.siteName ?? '';
  const [typed, setTyped] = useState(chosen);
  const part = typed === chosen ? '' : typed.trim().toLowerCase();
  const found = sites.filter(({ siteName }) => siteName.toLowerCase().includes(part)).slice(0, choicesShown);
  return (
    <SearchChoice
      label={label}
      found={found.map(({ siteAccountUuid, siteName }) => ({ value: siteAccountUuid, label: siteName }))}
      typed={typed}
      onType={setTyped}
      value={value}
      onChange={(option) => {
        if (option) onChange(option.value);
      }}
      whenNone="No site has such a name."
    />
  );
}

/** What the two decide differently, in words. */
const decisionText = (decisions: { total: number; names: readonly string[] } | null): string => {
  if (decisions === null) return 'Only system administrators see what sites decide.';
  const { total, names } = decisions;
  if (total === 0) return 'The two decide the same about every application.';
  const others = total - names.length;
  return `The two decide differently about ${formatCount(total, 'application')}: ${names.join(', ')}${
    others > 0 ? ` and ${formatCount(others, 'other')}` : ''
  }.`;
};

function Compared({ left, right, onClose, onOpenSite }: Omit<SiteComparisonProps, 'onChange'>) {
  const query = useQuery(comparisonQuery(left, right));
  const close = <IconButton size="small" icon={X} label="Close the comparison" onPress={onClose} />;
  const closing = <Button onPress={onClose}>Close the comparison</Button>;
  if (left === right)
    return (
      <EmptyState title="Choose two different sites" action={closing}>
        Both are the same one now.
      </EmptyState>
    );
  if (query.isError)
    return (
      <EmptyState title="These sites cannot be compared" action={closing}>
        {asFailure(query.error).type === 404
          ? 'One of them is gone, or you may not look into it.'
          : 'Their numbers could not be loaded.'}
      </EmptyState>
    );
  if (!query.data) return <Spinner isBlock />;
  const { decisions, ...both } = query.data;
  const look: Look = { of: 'system', isPrint: false, isNewTab: false, isBare: false, onOpenSite };
  return (
    <ChartFrame
      title={title}
      lead={`${decisionText(decisions)} The difference is the second site less the first.`}
      fileName="two-sites"
      actions={close}
      table={{
        head: ['Number', both.left.siteName, both.right.siteName, 'Difference'],
        rows: comparedRows(both.left, both.right, look),
      }}
    />
  );
}

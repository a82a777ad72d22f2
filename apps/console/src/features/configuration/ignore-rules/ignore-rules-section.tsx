import type { IgnoreRule } from '@patchkeep/contract/ignore-rules';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import EyeOff from 'lucide-react/icons/eye-off';
import Plus from 'lucide-react/icons/plus';
import { useMemo, useState } from 'react';
import { useMay } from '../../../lib/use-may.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { RuleActions } from './ignore-columns.tsx';
import { IgnoreDialog } from './ignore-dialog.tsx';
import { ignoreRulesQuery } from './ignore-rules.queries.ts';
import { type IgnoreView, ignoreViews, inView, viewOf } from './ignore-views.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { RenewDialog } from './renew-dialog.tsx';
import { RuleList } from './rule-list.tsx';
import { RulePanel } from './rule-panel.tsx';
import { useIgnoreActs } from './use-ignore-acts.ts';
import c from '../configuration.module.css';

const viewText: Record<IgnoreView, string> = { force: 'All rules', renew: 'To renew', revoked: 'Revoked' };
const emptyText: Record<IgnoreView, readonly [string, string]> = {
  force: [
    'No ignore rules',
    'A rule says what shall not count, where, why and until when. What it covers is counted apart, never hidden.',
  ],
  renew: ['Nothing to renew', 'Rules stand here when they have ended, or will within 14 days.'],
  revoked: ['No revoked rules', 'Rules that were ended before their time stand here and can be restored.'],
};

type Open = { what: 'new' } | { what: 'renew'; rules: readonly IgnoreRule[] } | { what: 'edit'; rule: IgnoreRule };

/** Which problems are not counted, where, why and until when. */
export function IgnoreRulesSection({ view: given }: { view: string | undefined }) {
  const rules = useQuery(ignoreRulesQuery);
  const navigate = useNavigate();
  const mayChange = useMay('canMakeChanges');
  const [open, setOpen] = useState<Open | null>(null);
  const [peekedId, setPeekedId] = useState<string | null>(null);
  const acts = useIgnoreActs(() => setOpen(null));
  const { revoke, restore } = acts;
  const actions = useMemo(
    (): RuleActions | undefined =>
      mayChange
        ? {
            renew: (rule) => setOpen({ what: 'renew', rules: [rule] }),
            edit: (rule) => setOpen({ what: 'edit', rule }),
            revoke: (rule) => revoke([rule]),
            restore,
          }
        : undefined,
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the acts are new functions each time, and always do the same
    [mayChange],
  );
  const byId = new Map(rules.data?.map((rule) => [rule.ignoreRuleUuid, rule]));
  const peeked = byId.get(peekedId ?? '');
  const makeButton = mayChange && (
    <Button variant="primary" icon={Plus} data-act="new-ignore-rule" onPress={() => setOpen({ what: 'new' })}>
      New ignore rule
    </Button>
  );
  return (
    <section className={c['section']} aria-labelledby="ignore-rules">
      <div className={c['sectionHead']}>
        <h2 id="ignore-rules">Ignore rules</h2>
        <div className={c['push']}>{makeButton}</div>
      </div>
      <p className="muted">
        What a rule covers is counted apart, as Ignored, until the rule ends. Then it counts again by itself.
      </p>
      <Tabs
        label="Views of ignore rules"
        selected={viewOf(given)}
        onSelect={(view) =>
          void navigate({
            to: '/configuration',
            search: { tab: 'ignore-rules', ...(view !== 'force' && { view }) },
            replace: true,
          })
        }
        tabs={ignoreViews.map((view) => ({
          id: view,
          label: viewText[view],
          ...(rules.data && { count: inView(rules.data, view).length }),
          content: (
            <RuleList
              rules={rules.data && inView(rules.data, view)}
              error={rules.isError && !rules.data ? () => void rules.refetch() : undefined}
              actions={actions}
              isActing={acts.isPending}
              onRenew={(some) => setOpen({ what: 'renew', rules: some })}
              onRevoke={revoke}
              onPeek={({ ignoreRuleUuid }) => setPeekedId(ignoreRuleUuid)}
              whenNone={
                <EmptyState icon={EyeOff} title={emptyText[view][0]} action={view === 'force' && makeButton}>
                  {emptyText[view][1]}
                </EmptyState>
              }
            />
          ),
        }))}
      />
      {open?.what === 'new' && <IgnoreDialog subject={{}} onClose={() => setOpen(null)} />}
      {open?.what === 'renew' && <RenewDialog rules={open.rules} acts={acts} onClose={() => setOpen(null)} />}
      {open?.what === 'edit' && <ReasonDialog rule={open.rule} acts={acts} onClose={() => setOpen(null)} />}
      {peeked && (
        <RulePanel
          rule={peeked}
          duplicateOf={byId.get(peeked.duplicateOfUuid ?? '')}
          actions={actions}
          onClose={() => setPeekedId(null)}
        />
      )}
    </section>
  );
}

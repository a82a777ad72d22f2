import type { IgnoreRule } from '@patchkeep/contract/ignore-rules';
import { Link } from '@tanstack/react-router';
import { reasonText, scopeText, targetText } from '../../../domain/ignore-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { formatCount, formatNumber } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { IgnoreStateBadge, type RuleActions } from './ignore-columns.tsx';
import s from './ignore-rules.module.css';

export interface RulePanelProps {
  rule: IgnoreRule;
  /** The rule that makes this one needless. */
  duplicateOf: IgnoreRule | undefined;
  actions: RuleActions | undefined;
  onClose: () => void;
}

/** One rule with its whole story, beside the list. */
export function RulePanel({ rule, duplicateOf, actions, onClose }: RulePanelProps) {
  const scope = scopeText(rule);
  return (
    <SidePanel
      title={targetText(rule.target)}
      lead={<IgnoreStateBadge state={rule.state} />}
      isOpen
      onClose={onClose}
      actions={
        actions &&
        (rule.state === 'revoked' ? (
          <Button onPress={() => actions.restore(rule)}>Restore</Button>
        ) : (
          <>
            <Button variant="primary" onPress={() => actions.renew(rule)}>
              Renew...
            </Button>
            <Button onPress={() => actions.revoke(rule)}>Revoke</Button>
          </>
        ))
      }
    >
      <div className={s['stack']}>
        {duplicateOf && (
          <Banner tone="warning" word="Duplicate">
            {targetText(duplicateOf.target)} ({scopeText(duplicateOf)}) covers all of this already.
          </Banner>
        )}
        {rule.matchesNothing && (
          <Banner tone="warning" word="Matches nothing">
            Nothing here has what this rule ignores. It may have been fixed: then the rule can go.
          </Banner>
        )}
        <Facts
          facts={[
            {
              term: 'Where',
              detail:
                rule.scope === 'host' && rule.scopeUuid !== null ? (
                  <Link to="/hosts/host-results" search={{ hostUuid: rule.scopeUuid }}>
                    {scope}
                  </Link>
                ) : (
                  scope
                ),
            },
            {
              term: 'Keeps uncounted',
              detail: rule.hits === null ? 'Not counted yet' : `something on ${formatCount(rule.hits, 'host')}`,
            },
            { term: 'Reason', detail: reasonText[rule.reasonKind] },
            { term: 'In words', detail: rule.reason },
            { term: 'Owner', detail: rule.owner },
            { term: 'Made', detail: <RelativeTime at={rule.created} isAbsoluteShown /> },
            {
              term: rule.state === 'expired' ? 'Ended' : 'Ends',
              detail: <RelativeTime at={rule.expires} isAbsoluteShown />,
            },
            { term: 'Renewed', detail: rule.renewals === 0 ? 'Never' : `${formatNumber(rule.renewals)} times` },
            ...rule.history.map((renewal, index) => ({
              term: `Renewal ${formatNumber(rule.history.length - index)}`,
              detail: (
                <>
                  <RelativeTime at={renewal.at} /> by {renewal.by}, until {renewal.expires.slice(0, 10)}
                  {renewal.reason && `: ${renewal.reason}`}
                </>
              ),
            })),
          ]}
        />
      </div>
    </SidePanel>
  );
}

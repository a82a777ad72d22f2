import type { ApproversAnswer } from '@patchkeep/contract/custom-software';
import { useQuery } from '@tanstack/react-query';
import UserCheck from 'lucide-react/icons/user-check';
import { useState } from 'react';
import { useMay } from '../../../lib/use-may.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyFrame } from '../../../ui/empty-frame.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { browserTimeZone, formatAbsolute } from '../../../ui/format.ts';
import { AwaitedContent } from '../../../ui/side-panel.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useApproversQuery } from '../custom-software.queries.ts';
import { obstacleText, thresholdText } from './approver-text.ts';
import { KeyList } from './key-list.tsx';
import { NameApproversDialog } from './name-approvers-dialog.tsx';
import { NextApprovers } from './next-approvers.tsx';
import s from '../custom-software.module.css';

/** Who vouches for the custom software of the site, and who shall next. */
export function ApproversTab() {
  const query = useQuery(useApproversQuery());
  const { data } = query;
  return data ? (
    <Approvers vouching={data} />
  ) : (
    <AwaitedContent query={query}>Unable to fetch approvers.</AwaitedContent>
  );
}

function Approvers({ vouching }: { vouching: ApproversAnswer }) {
  const mayName = useMay('canManageSites');
  const [isNaming, setNaming] = useState(false);
  const { approvers, next, obstacle } = vouching;
  const button = mayName && (
    <Button
      variant={approvers === null ? 'primary' : 'plain'}
      isDisabled={obstacle === 'noSigner'}
      onPress={() => setNaming(true)}
    >
      Name approvers
    </Button>
  );
  return (
    <div className={s['cards']}>
      {obstacle !== null && <Banner tone="warning">{obstacleText[obstacle]}</Banner>}
      <p className="muted">
        Hosts run custom software only when the approvers of this site have signed it, and every host checks that
        itself. So nobody who breaks into this server can bring software of their own to hosts.
      </p>
      <EmptyFrame title="Who vouches now" actions={approvers && button}>
        {approvers === null ? (
          <EmptyState icon={UserCheck} title="Nobody vouches yet" action={button}>
            {mayName
              ? 'Name the people whose signatures hosts shall believe. They begin 72 hours later, so that everybody has time to object.'
              : 'An administrator of this site names the people whose signatures hosts believe.'}
          </EmptyState>
        ) : (
          <NowVouching approvers={approvers} />
        )}
      </EmptyFrame>
      {next && <NextApprovers next={next} mayName={mayName} now={approvers} />}
      {isNaming && <NameApproversDialog vouching={vouching} onClose={() => setNaming(false)} />}
    </div>
  );
}

function NowVouching({ approvers }: { approvers: NonNullable<ApproversAnswer['approvers']> }) {
  const now = useNow();
  const starts = new Date(approvers.startsAt);
  const from = formatAbsolute(starts, browserTimeZone());
  return (
    <div className="stack">
      {starts > now && (
        <Banner tone="info">
          Hosts believe them from {from} on. They can sign already, and jobs begin then. Was it not you who named them?
          Then tell the operator of the server now.
        </Banner>
      )}
      <Facts
        facts={[
          { term: 'Must sign', detail: thresholdText(approvers) },
          { term: 'Believed', detail: `From ${from} on` },
          { term: 'Version', detail: String(approvers.version) },
        ]}
      />
      <KeyList label="Approvers" keys={approvers.keys} />
    </div>
  );
}

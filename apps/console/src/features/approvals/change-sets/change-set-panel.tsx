import type { ChangeSet } from '@patchkeep/contract/change-sets';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { formatCount } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { ChangeList } from './change-set-changes.tsx';
import { changeKindText, ChangeStateBadge, shortHash } from './change-set-text.tsx';
import s from './change-set.module.css';

export interface ChangeSetPanelProps {
  set: ChangeSet;
  /** Absent for those who may only look. */
  actions: { undo: () => void; confirm: () => void; refuse: () => void } | undefined;
  isPending: boolean;
  /** Asked for by the one who is looking. */
  isOwn: boolean;
  refusal: string | null;
  onClose: () => void;
}

const AwaitingBanner = ({ isConfirmable, isOwn }: { isConfirmable: boolean; isOwn: boolean }) => (
  <Banner tone="warning" word="Nothing is changed yet">
    {isConfirmable
      ? 'You are the second person: look at what follows, then confirm or refuse it.'
      : isOwn
        ? 'You asked for it, so another administrator must confirm it.'
        : 'Another administrator must confirm it.'}
  </Banner>
);

/** How whoever closed it is called; otherwise they confirmed it. */
const closedTerm: Partial<Record<ChangeSet['state'], string>> = { refused: 'Refused by', withdrawn: 'Withdrawn by' };

/** One change with its whole story: who wanted what, why, what it moved, and the way back. */
export function ChangeSetPanel({ set, actions, isPending, isOwn, refusal, onClose }: ChangeSetPanelProps) {
  const isAwaiting = set.state === 'awaiting';
  return (
    <SidePanel
      title={set.title}
      lead={<ChangeStateBadge state={set.state} />}
      isOpen
      onClose={onClose}
      actions={
        actions && (
          <>
            {set.isConfirmable && (
              <Button variant="primary" isPending={isPending} onPress={actions.confirm}>
                Confirm on {formatCount(set.hosts, 'host')}
              </Button>
            )}
            {isAwaiting && (set.isConfirmable || isOwn) && (
              <Button onPress={actions.refuse}>{isOwn ? 'Withdraw...' : 'Refuse...'}</Button>
            )}
            {set.isUndoable && <Button onPress={actions.undo}>Take back...</Button>}
          </>
        )
      }
    >
      <div className="stack">
        {refusal !== null && <Banner tone="danger">{refusal}</Banner>}
        {isAwaiting && <AwaitingBanner isConfirmable={set.isConfirmable} isOwn={isOwn} />}
        <Facts
          facts={[
            { term: 'Kind', detail: changeKindText[set.kind] },
            ...(set.effect === '' ? [] : [{ term: 'What happens', detail: set.effect }]),
            ...(set.noUndo === null ? [] : [{ term: 'Taking it back', detail: `Not possible. ${set.noUndo}` }]),
            {
              term: 'Asked for by',
              detail: set.isRequestedByToken ? `${set.requestedBy}, with an API token` : set.requestedBy,
            },
            { term: 'When', detail: <RelativeTime at={set.requestedAt} isAbsoluteShown /> },
            ...(set.confirmedBy === null
              ? []
              : [
                  {
                    term: closedTerm[set.state] ?? 'Confirmed by',
                    detail: (
                      <>
                        {set.confirmedBy}
                        {set.confirmedAt !== null && (
                          <>
                            , <RelativeTime at={set.confirmedAt} />
                          </>
                        )}
                      </>
                    ),
                  },
                ]),
            ...(isAwaiting && set.expires !== null
              ? [{ term: 'Gone if nobody confirms', detail: <RelativeTime at={set.expires} isAbsoluteShown /> }]
              : []),
            { term: 'Reason', detail: set.reason || 'None given' },
            ...(set.state in closedTerm ? [{ term: `Why ${set.state}`, detail: set.refusal || 'None given' }] : []),
            { term: 'Touches', detail: formatCount(set.hosts, 'host') },
            {
              term: 'Content',
              detail: (
                <span className={s['hash']} title={set.contentHash}>
                  {shortHash(set.contentHash)}
                </span>
              ),
            },
          ]}
        />
        {set.kind === 'approval' ? (
          <section className={s['part']} aria-labelledby="change-set-changes">
            <h3 id="change-set-changes" className="caption">
              {formatCount(set.changeCount, 'decision')}
            </h3>
            <ChangeList set={set} />
          </section>
        ) : (
          <section className={s['part']} aria-labelledby="change-set-hosts">
            <h3 id="change-set-hosts" className="caption">
              {formatCount(set.hosts, 'host')}
            </h3>
            <ul className={s['hosts']}>
              {set.sampleHosts.map(({ uuid, hostName }) => (
                <li key={uuid}>{hostName}</li>
              ))}
            </ul>
            {set.hosts > set.sampleHosts.length && (
              <p className="muted">and {formatCount(set.hosts - set.sampleHosts.length, 'more host')}</p>
            )}
          </section>
        )}
        {set.state === 'applied' && set.kind === 'approval' && !set.isUndoable && (
          <p className="muted">It can no longer be taken back as one: newer decisions stand on it.</p>
        )}
      </div>
    </SidePanel>
  );
}

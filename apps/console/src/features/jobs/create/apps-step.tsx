import { type ChannelInfo, channels } from '@patchkeep/contract/channels';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type DraftAction, withActions } from '../../../acts/jobs/job-draft.ts';
import { call } from '../../../lib/client.ts';
import { EmptyFrame } from '../../../ui/empty-frame.tsx';
import { TypedSearch } from '../../../ui/form/typed-search.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { ActionsInJob } from './actions-in-job.tsx';
import { FoundThing } from './found-thing.tsx';
import type { StepProps } from './job-steps.tsx';
import { OfferedCustom } from './offered-custom.tsx';
import s from './create-job.module.css';

const shownAtOnce = 30;
const catalogueQuery = (q: string) =>
  queryOptions({
    // What installs and what does not changes with the catalogue, as the counts do.
    queryKey: ['counts', 'catalogue', q],
    queryFn: ({ signal }) =>
      call(
        channels.list,
        { query: { limit: shownAtOnce, ...(q !== '' && { q }) } },
        { signal, operation: { verb: 'fetch', thing: 'channel info' } },
      ),
    placeholderData: keepPreviousData,
  });

/** What the job installs and removes: the catalogue on the left, what was chosen on the right. */
export function AppsStep({ draft, onChange }: StepProps) {
  const [q, setQ] = useState('');
  const query = useQuery(catalogueQuery(q));
  const chosen = new Map(draft.actions.map((action) => [action.channelTag, action]));
  const setActions = (actions: readonly DraftAction[]) => onChange({ actions: [...actions] });
  const drop = (channelTag: string) => setActions(draft.actions.filter((each) => each.channelTag !== channelTag));

  const choose = (
    { channelTag, title }: Pick<ChannelInfo, 'channelTag' | 'title'>,
    type: DraftAction['actionType'],
  ) => {
    const before = chosen.get(channelTag);
    if (before?.actionType === type) return drop(channelTag);
    setActions(withActions(draft.actions, [{ channelTag, title, actionType: type, version: null }]));
    if (before?.version)
      notify({
        tone: 'info',
        text: `${title} is to be removed now; version ${before.version} is no longer asked for.`,
        undo: () => setActions(withActions(draft.actions, [before])),
      });
    return undefined;
  };

  return (
    <div className={s['columns']}>
      <EmptyFrame title="Catalogue">
        <TypedSearch label="Name or vendor begins with" q={q} onSearch={(next) => setQ(next.trim())} />
        <OfferedCustom q={q} actions={draft.actions} onActions={setActions} />
        {query.data ? (
          <>
            <ul className={s['found']}>
              {query.data.channelInfos.map((info) => (
                <FoundApplication
                  key={info.channelTag}
                  info={info}
                  chosen={chosen.get(info.channelTag)?.actionType}
                  onChoose={(type) => choose(info, type)}
                />
              ))}
            </ul>
            <output className="muted">
              {query.data.total === 0
                ? 'The catalogue has nothing of that name.'
                : query.data.total > shownAtOnce
                  ? `The first ${shownAtOnce} of ${formatNumber(query.data.total)}. Type to find others.`
                  : null}
            </output>
          </>
        ) : (
          <Spinner isBlock />
        )}
      </EmptyFrame>
      <ActionsInJob draft={draft} onActions={setActions} onChoose={choose} onDrop={drop} />
    </div>
  );
}

interface FoundApplicationProps {
  info: ChannelInfo;
  chosen: DraftAction['actionType'] | undefined;
  onChoose: (type: DraftAction['actionType']) => void;
}

function FoundApplication({ info, chosen, onChoose }: FoundApplicationProps) {
  const { title, vendor, newestVersion } = info;
  const isInstallable = info.isInstallableSystemBased || info.isInstallableUserBased;
  const detail = [vendor, newestVersion, !isInstallable && 'no package that installs it'].filter(Boolean).join(' · ');
  return (
    <FoundThing
      title={title}
      detail={detail}
      offers={[
        {
          verb: 'Install',
          isChosen: chosen === 'Install',
          isDisabled: !isInstallable,
          onPress: () => onChoose('Install'),
        },
        { verb: 'Remove', isChosen: chosen === 'Remove', onPress: () => onChoose('Remove') },
      ]}
    />
  );
}

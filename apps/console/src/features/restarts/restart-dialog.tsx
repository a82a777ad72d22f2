import type { RestartPreview } from '@patchkeep/contract/restarts';
import { restartTier } from '@patchkeep/rules/restart-request';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RestartMock } from '../../domain/restart-mock.tsx';
import { restartStory } from '../../domain/restart-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/form/select.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { browserTimeZone, formatAbsolute, formatCount } from '../../ui/format.ts';
import { PreviewPanel } from '../../ui/preview-panel.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useNow } from '../../ui/use-now.ts';
import { deadlineOf, fieldText, nextEvening, type When } from './deadline.ts';
import { restartPreviewQuery, restartTagsQuery, type RestartTargets } from './restarts.queries.ts';
import { useRestartActs } from './use-restart-acts.ts';
import s from './restarts.module.css';

const whenOptions = [
  { value: 'now', label: 'At once' },
  { value: 'tonight', label: 'At 22:00, the next time it comes' },
  { value: 'at', label: 'At a time of your choice' },
] as const;

const time = (at: string) => formatAbsolute(new Date(at), browserTimeZone());

const leftOutOf = ({ leftOut, minimumAgentVersion }: RestartPreview): string[] => [
  ...(leftOut.tooOld > 0
    ? [`${formatCount(leftOut.tooOld, 'host')} whose agent is not above version ${minimumAgentVersion}.`]
    : []),
  ...(leftOut.notAtWork > 0
    ? [`${formatCount(leftOut.notAtWork, 'host')} that get no work: disabled, waiting or in the trash.`]
    : []),
];

const factsOf = (preview: RestartPreview) => [
  { term: 'Asked from', detail: time(preview.rebootDeadline) },
  { term: 'Forced at', detail: time(preview.forceTime) },
  {
    term: 'What happens',
    detail: restartStory(preview.settings).map((sentence) => <p key={sentence}>{sentence}</p>),
  },
  ...(preview.dormant > 0
    ? [{ term: 'Dormant', detail: `${formatCount(preview.dormant, 'host')}: asked when they are heard of again.` }]
    : []),
  ...(preview.alreadyAsked > 0
    ? [{ term: 'Already asked', detail: `${formatCount(preview.alreadyAsked, 'host')}: this request takes the place.` }]
    : []),
  ...(leftOutOf(preview).length > 0
    ? [{ term: 'Left out', detail: leftOutOf(preview).map((line) => <p key={line}>{line}</p>) }]
    : []),
];

export interface RestartDialogProps {
  /** The whole deed in words: Restart LT-CPH-0412. */
  title: string;
  targets: RestartTargets;
  onClose: () => void;
  /** After it was asked for. */
  onDone?: () => void;
}

/** Asks hosts to restart: under which settings, from when on, whom it reaches and what they will see. */
export function RestartDialog({ title, targets, onClose, onDone = onClose }: RestartDialogProps) {
  const tags = useQuery(restartTagsQuery).data;
  const now = useNow();
  const [chosenTag, setTag] = useState<string>();
  const [when, setWhen] = useState<When>('now');
  const [typed, setTyped] = useState(() => fieldText(nextEvening(new Date())));
  const acts = useRestartActs(onDone);
  const tagUuid = chosenTag ?? tags?.[0]?.tagUuid;
  const deadline = deadlineOf(when, typed, now);
  const request = { ...targets, ...(deadline && { deadline: deadline.toISOString() }) };
  const preview = useQuery({
    ...restartPreviewQuery(tagUuid ?? '', request),
    enabled: tagUuid !== undefined && deadline !== null,
  });
  if (!tags || (tagUuid !== undefined && !preview.data))
    return (
      <Dialog title={title} isOpen onClose={onClose}>
        {preview.isError ? <Banner tone="danger">Unable to fetch restarts.</Banner> : <Spinner isBlock />}
      </Dialog>
    );
  if (tagUuid === undefined || !preview.data)
    return (
      <Dialog
        title={title}
        isOpen
        onClose={onClose}
        actions={
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button variant="primary" isPending={acts.isPending} onPress={() => acts.makeTag('Restart')}>
              Make restart tag
            </Button>
          </>
        }
      >
        <p>
          A restart follows the settings of a restart tag, and this site has none yet. Make one called
          &quot;Restart&quot; with the settings of the site; you can change it under Tags.
        </p>
      </Dialog>
    );
  const { data } = preview;
  const isSettled = deadline !== null && !preview.isPlaceholderData;
  return (
    <PreviewPanel
      title={title}
      tier={restartTier(data)}
      isOpen
      isPending={acts.isPending}
      verb="Restart"
      affected={isSettled ? data.hosts : 0}
      affectedDetail={`${formatCount(data.workstations, 'workstation')}, ${formatCount(data.servers, 'server')}`}
      warnings={data.servers > 0 ? [`${formatCount(data.servers, 'server')} will go down for everybody.`] : []}
      facts={factsOf(data)}
      onCancel={onClose}
      onConfirm={(reason) =>
        acts.request(tagUuid, targets, {
          ...(deadline && { deadline: deadline.toISOString() }),
          ...(reason !== '' && { reason }),
          expectedCount: data.hosts,
        })
      }
    >
      <div className={s['choices']}>
        <Select
          label="Restart tag"
          description="Its settings are followed."
          options={tags.map((tag) => ({ value: tag.tagUuid, label: tag.tagName }))}
          value={tagUuid}
          onChange={setTag}
        />
        <Select
          label="Deadline"
          description="From then on people are asked."
          options={whenOptions}
          value={when}
          onChange={setWhen}
        />
        {when === 'at' && (
          <TextField
            label="Date and time"
            placeholder="YYYY-MM-DD HH:MM"
            description={`By the clock of this browser (${browserTimeZone()}).`}
            errorMessage={
              deadline === null ? `Write a time to come, such as ${fieldText(nextEvening(now))}.` : undefined
            }
            value={typed}
            onChange={setTyped}
          />
        )}
      </div>
      <RestartMock settings={data.settings} />
    </PreviewPanel>
  );
}

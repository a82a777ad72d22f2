import { goals } from '@patchkeep/contract/goals';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { JobDraft } from '../../../acts/jobs/job-draft.ts';
import { call } from '../../../lib/client.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { Banner } from '../../../ui/banner.tsx';
import { EmptyFrame } from '../../../ui/empty-frame.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { diffText, type JobRequest, requestOf } from './draft-request.ts';
import { firstProblem, summaryOf } from './draft-text.ts';
import { unreachedTexts } from './result-text.ts';
import { useUnconfigured } from './use-job-configs.ts';
import s from './create-job.module.css';

/** Whom a job would reach; nothing is made. The title is no part of the question. */
const reachQuery = (request: JobRequest, starts: JobDraft['starts']) =>
  queryOptions({
    queryKey: ['goal', 'reach', starts, request],
    queryFn: ({ signal }) =>
      call(
        starts === 'now' ? goals.preview : goals.previewScheduled,
        { body: request },
        { signal, operation: { verb: 'fetch', thing: 'deployment jobs' } },
      ),
    placeholderData: keepPreviousData,
    retry: false,
    // Groups, tags and inventories say who is reached.
    meta: { alsoOf: ['group', 'tag', 'host'], isShownInPlace: true },
  });

/** What the preview of the draft says; undefined while it is not complete or the answer is on its way. */
export const useReach = (draft: JobDraft, day: string) => {
  const unconfigured = useUnconfigured(draft.actions);
  const problem = firstProblem({ ...draft, title: null })?.text ?? unconfigured;
  const { title, comment: _comment, ...rest } = requestOf(draft, day);
  const request = useDebouncedValue<JobRequest>({ ...rest, title: title === '' ? 'Preview' : 'Preview of a job' });
  const query = useQuery({
    ...reachQuery(request, draft.starts),
    enabled: draft.editing === null && problem === undefined,
  });
  return { query, problem };
};

/** Before anything is made: whom it reaches, or what an edit changes. */
export function JobReview({ draft, day }: { draft: JobDraft; day: string }) {
  return draft.editing ? <EditReview draft={draft} /> : <ReachReview draft={draft} day={day} />;
}

function EditReview({ draft }: { draft: JobDraft }) {
  const { jobs = [], before } = draft.editing ?? {};
  const text = diffText(draft);
  return (
    <EmptyFrame title="What changes">
      <p>{text === '' ? 'Nothing yet.' : `${text}.`}</p>
      {!before && (
        <>
          <p className="muted">On each of these jobs:</p>
          <ul className={s['names']}>
            {jobs.map(({ goalUuid, title }) => (
              <li key={goalUuid}>{title}</li>
            ))}
          </ul>
        </>
      )}
      <p className="muted">A completed job runs again when something is added to it. What hosts have begun ends.</p>
    </EmptyFrame>
  );
}

function ReachReview({ draft, day }: { draft: JobDraft; day: string }) {
  const { query, problem } = useReach(draft, day);
  const { data } = query;
  return (
    <EmptyFrame title="Whom it reaches">
      {problem !== undefined ? (
        <p className="muted">{problem}.</p>
      ) : query.isError ? (
        <Banner tone="danger" action={{ label: 'Try again', onPress: () => void query.refetch() }}>
          Whom it reaches could not be worked out.
        </Banner>
      ) : data ? (
        <div className={s['reach']} aria-busy={query.isPlaceholderData}>
          <p>
            <span className="figure">{formatCount(data.agentCount, 'host')}</span>
          </p>
          <p className="muted">
            {summaryOf(draft, 'apps')} for {summaryOf(draft, 'targets').toLowerCase()}, each host counted once.
          </p>
          {unreachedTexts(data).map((text) => (
            <Banner key={text} tone="warning">
              {text}
            </Banner>
          ))}
          {data.isUpdateOnly && (
            <Banner tone="warning">
              The packages there are only update copies. Where the application is not installed, nothing happens.
            </Banner>
          )}
          {data.conflicts.length > 0 && (
            <Banner tone="warning" word="Other jobs">
              {data.conflicts.map(({ title }) => `"${title}"`).join(', ')}{' '}
              {data.conflicts.length === 1 ? 'wants' : 'want'} something else on some of these hosts. The job of higher
              priority wins, else the newer one.
            </Banner>
          )}
        </div>
      ) : (
        <Spinner isBlock />
      )}
    </EmptyFrame>
  );
}

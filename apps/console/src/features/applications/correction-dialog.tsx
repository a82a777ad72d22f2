import { constants } from '@patchkeep/contract/constants';
import { search } from '@patchkeep/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../lib/client.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { TypedSearch } from '../../ui/form/typed-search.tsx';
import { formatCount } from '../../ui/format.ts';
import { useCorrectionActs } from './use-correction-acts.ts';
import s from './correction.module.css';

export interface CorrectionSubject {
  versionId: number;
  reportedName: string;
  reportedPublisher: string;
  /** What it is taken for now; null when it was not recognised. */
  applicationName: string | null;
}

export interface CorrectionDialogProps {
  subject: CorrectionSubject;
  onClose: () => void;
  /** Told which application it counts as now; null when none is known. */
  onCorrected?: (applicationId: number | null) => void;
}

type Answer = 'isApplication' | 'isUnknown';

/** "This is X", or "this match is wrong". Counts for every version of that software, in the whole company, at once. */
export function CorrectionDialog({ subject, onClose, onCorrected }: CorrectionDialogProps) {
  const { versionId, reportedName, reportedPublisher, applicationName } = subject;
  const acts = useCorrectionActs((applicationId) => {
    onClose();
    onCorrected?.(applicationId);
  }, onClose);
  const [answer, setAnswer] = useState<Answer>('isApplication');
  const [chosen, setChosen] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const group = useId();
  const isReady = answer === 'isUnknown' || chosen !== null;
  const save = () => {
    if (answer === 'isUnknown') acts.correct({ kind: 'isUnknown', versionId, note });
    else if (chosen !== null) acts.correct({ kind: 'isApplication', versionId, applicationId: chosen, note });
  };
  return (
    <ActDialog
      title="Correct the match"
      onClose={onClose}
      verb="Correct the match"
      onAct={save}
      isDisabled={!isReady}
      isPending={acts.isPending}
    >
      <div className={s['stack']}>
        <p>
          Hosts report <strong>{reportedName}</strong>
          {reportedPublisher !== '' && <> by {reportedPublisher}</>}.{' '}
          {applicationName === null
            ? 'The catalogue does not know it.'
            : `The catalogue takes it for ${applicationName}.`}
        </p>
        <fieldset className={s['choices']}>
          <legend className="visually-hidden">What it is</legend>
          <label className={s['choice']}>
            <input
              type="radio"
              name={group}
              checked={answer === 'isApplication'}
              onChange={() => setAnswer('isApplication')}
            />
            It is another application
          </label>
          {answer === 'isApplication' && (
            <ApplicationChoice besides={applicationName ?? reportedName} chosen={chosen} onChoose={setChosen} />
          )}
          <label className={s['choice']}>
            <input
              type="radio"
              name={group}
              checked={answer === 'isUnknown'}
              disabled={applicationName === null}
              onChange={() => setAnswer('isUnknown')}
            />
            The match is wrong: it is none that the catalogue knows
          </label>
        </fieldset>
        <TextField label="Note" value={note} onChange={setNote} maxLength={constants.textMax} />
        <p className="muted">
          This counts for every version of this software on all sites of your company, and can be taken back.
        </p>
      </div>
    </ActDialog>
  );
}

interface ApplicationChoiceProps {
  /** What it is taken for already. */
  besides: string;
  chosen: number | null;
  onChoose: (applicationId: number) => void;
}

function ApplicationChoice({ besides, chosen, onChoose }: ApplicationChoiceProps) {
  const [q, setQ] = useState('');
  const group = useId();
  const found = useQuery({
    queryKey: ['counts', 'correction-targets', q],
    queryFn: ({ signal }) =>
      call(search.find, { query: { q } }, { signal, operation: { verb: 'fetch', thing: 'applications' } }),
    select: (answer) => answer.applications.filter(({ name }) => name !== besides),
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  }).data;
  return (
    <div className={s['targets']}>
      <TypedSearch label="Search applications of this site" q={q} onSearch={(next) => setQ(next.trim())} />
      {q !== '' && found?.length === 0 && <p className="muted">No application of this site is called so.</p>}
      {q !== '' && found && found.length > 0 && (
        <fieldset className={s['results']}>
          <legend className="visually-hidden">Applications found</legend>
          {found.map(({ applicationId, name, publisher, hosts }) => (
            <label key={applicationId} className={s['choice']}>
              <input
                type="radio"
                name={group}
                checked={chosen === applicationId}
                onChange={() => onChoose(applicationId)}
              />
              <span>
                {name}{' '}
                <span className="muted">{[publisher, formatCount(hosts, 'host')].filter(Boolean).join(' · ')}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

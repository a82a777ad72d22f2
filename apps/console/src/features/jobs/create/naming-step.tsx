import { constants } from '@patchkeep/contract/constants';
import { type Goal, goalStarts, jobTypes } from '@patchkeep/contract/goals';
import { useState } from 'react';
import { EmptyFrame } from '../../../ui/empty-frame.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { InspectionNote } from '../inspection-note.tsx';
import { startsText, typeDetail, typeText } from '../job-text.ts';
import { commentOf, priorityText, titleOf, typedPriority } from './draft-text.ts';
import { JobReview } from './job-review.tsx';
import type { StepProps } from './job-steps.tsx';
import { RadioCards } from './radio-cards.tsx';
import s from './create-job.module.css';

interface NamingStepProps extends StepProps {
  /** Where the maker is, for a generated title. */
  day: string;
  problem: string | undefined;
}

const startsDetail: Record<Goal['starts'], string> = {
  inspection: 'Within the schedule of the site, so that nobody is disturbed at work.',
  now: 'Hosts that are online begin within minutes.',
};

/** What the job is called, how often it is tried, and whom it reaches. */
export function NamingStep({ draft, day, problem, onChange }: NamingStepProps) {
  const isOneJob = draft.editing === null || draft.editing.before !== null;
  return (
    <div className={s['columns']}>
      <div className={s['stack']}>
        {isOneJob && <Names draft={draft} day={day} problem={problem} onChange={onChange} />}
        <EmptyFrame title="Type">
          <RadioCards
            label="Type"
            value={draft.jobType ?? 'kept'}
            onChange={(jobType) => onChange({ jobType: jobTypes.find((each) => each === jobType) ?? null })}
            options={[
              ...(isOneJob ? [] : [{ value: 'kept', label: 'As each job is', detail: 'No type is changed.' }]),
              ...jobTypes.map((value) => ({ value, label: typeText[value], detail: typeDetail[value] })),
            ]}
          />
        </EmptyFrame>
        <PriorityField value={draft.priority} onChange={(priority) => onChange({ priority })} isOneJob={isOneJob} />
        {draft.editing === null && (
          <EmptyFrame title="Hosts begin">
            <RadioCards
              label="Hosts begin"
              value={draft.starts}
              onChange={(starts) => onChange({ starts: goalStarts.find((each) => each === starts) ?? 'inspection' })}
              options={(['inspection', 'now'] as const).map((value) => ({
                value,
                label: startsText[value],
                detail: startsDetail[value],
              }))}
            />
            {draft.starts === 'inspection' && <InspectionNote />}
          </EmptyFrame>
        )}
      </div>
      <JobReview draft={draft} day={day} />
    </div>
  );
}

interface PriorityFieldProps {
  value: number | null;
  isOneJob: boolean;
  onChange: (priority: number | null) => void;
}

/** Where two jobs want something else of the same application, the higher one wins. */
function PriorityField({ value, isOneJob, onChange }: PriorityFieldProps) {
  const [typed, setTyped] = useState(value === null ? '' : String(value));
  const problem = typedPriority(typed, isOneJob) === undefined ? priorityText : undefined;
  return (
    <EmptyFrame title="Priority">
      <TextField
        label="Priority"
        isLabelHidden
        inputMode="numeric"
        value={typed}
        errorMessage={problem}
        description="Where another job wants something else of the same application on a host, the job of the higher number wins, else the newer one."
        onChange={(text) => {
          setTyped(text);
          const priority = typedPriority(text, isOneJob);
          if (priority !== undefined) onChange(priority);
        }}
      />
    </EmptyFrame>
  );
}

function Names({ draft, day, problem, onChange }: NamingStepProps) {
  const title = titleOf(draft, day);
  return (
    <EmptyFrame title="Title and comment">
      <div className={s['field']}>
        <TextField
          label="Title"
          value={title}
          errorMessage={problem}
          description={
            draft.title === null
              ? 'Generated from what the job does, until you write one.'
              : `${formatNumber(title.length)} of ${constants.jobTitleMax} characters`
          }
          onChange={(typed) => onChange({ title: typed })}
        />
        {draft.title !== null && draft.editing === null && (
          <UseGenerated of="title" onPress={() => onChange({ title: null })} />
        )}
      </div>
      <div className={s['field']}>
        <TextField
          label="Comment"
          isOptional
          isMultiline
          maxLength={constants.textMax}
          value={commentOf(draft, day)}
          onChange={(typed) => onChange({ comment: typed })}
        />
        {draft.comment !== null && draft.editing === null && (
          <UseGenerated of="comment" onPress={() => onChange({ comment: null })} />
        )}
      </div>
    </EmptyFrame>
  );
}

function UseGenerated({ of, onPress }: { of: string; onPress: () => void }) {
  return (
    <button type="button" className="plain-link" onClick={onPress}>
      Use the generated {of}
    </button>
  );
}

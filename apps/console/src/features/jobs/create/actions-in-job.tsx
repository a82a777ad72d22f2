import type { DeploymentConfig } from '@patchkeep/contract/deployment-configs';
import { goalLimits } from '@patchkeep/contract/goals';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useCustomListQuery } from '../../../acts/custom-software/custom-software.queries.ts';
import type { DraftAction, JobDraft } from '../../../acts/jobs/job-draft.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { EmptyFrame } from '../../../ui/empty-frame.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { ChoicesDialog } from './choices-dialog.tsx';
import { hasChoices, optionsText, unconfigured } from './choices-draft.ts';
import { useJobConfigs } from './use-job-configs.ts';
import s from './create-job.module.css';

/** What a job can do with an application. */
const offered = ['Install', 'Remove'] as const;

interface ActionsInJobProps {
  draft: JobDraft;
  onActions: (actions: readonly DraftAction[]) => void;
  onChoose: (action: DraftAction, type: DraftAction['actionType']) => void;
  onDrop: (channelTag: string) => void;
}

/** What was chosen. Of a job that is edited, what was taken out stays in sight until it is saved. */
export function ActionsInJob({ draft, onActions, onChoose, onDrop }: ActionsInJobProps) {
  const { actions } = draft;
  const configs = useJobConfigs(actions);
  const gone = (draft.editing?.before?.actions ?? []).filter(
    ({ channelTag }) => !actions.some((each) => each.channelTag === channelTag),
  );
  const change = (channelTag: string, part: Partial<DraftAction>) =>
    onActions(actions.map((each) => (each.channelTag === channelTag ? { ...each, ...part } : each)));
  const setVersion = (channelTag: string, version: string | null) => change(channelTag, { version });
  return (
    <EmptyFrame
      title={draft.editing?.before === null ? 'Added to each job' : `In this job (${formatNumber(actions.length)})`}
    >
      {actions.length + gone.length === 0 ? (
        <p className="muted">Nothing yet. Choose Install or Remove beside an application.</p>
      ) : (
        <ol className={s['chosen']}>
          {actions.map((action, index) => (
            <li key={action.channelTag} className={s['chosenItem']}>
              <span className={s['place']}>{index + 1}</span>
              <span className={s['words']}>
                <span className={s['name']}>{action.title}</span>
                <span className={s['asked']}>
                  {action.custom ? (
                    <DeedOfCustom
                      title={action.title}
                      custom={action.custom}
                      onChange={(custom) => change(action.channelTag, { custom })}
                    />
                  ) : (
                    <Select
                      label={`What to do with ${action.title}`}
                      isLabelHidden
                      options={offered.map((value) => ({ value, label: value }))}
                      value={action.actionType}
                      onChange={(type) => type !== action.actionType && onChoose(action, type)}
                    />
                  )}
                  {action.actionType === 'Install' && (
                    <TextField
                      label={`Version of ${action.title}`}
                      isLabelHidden
                      placeholder="Newest version"
                      maxLength={goalLimits.version}
                      value={action.version ?? ''}
                      onChange={(typed) => setVersion(action.channelTag, typed.trim() === '' ? null : typed.trim())}
                    />
                  )}
                </span>
                <OptionsOfAction
                  action={action}
                  config={configs.get(action.channelTag)}
                  onChosen={(chosen) => change(action.channelTag, chosen)}
                />
              </span>
              <IconButton
                icon={X}
                size="small"
                label={`Take out ${action.title}`}
                onPress={() => onDrop(action.channelTag)}
              />
            </li>
          ))}
          {gone.map((action) => (
            <li key={action.channelTag} className={s['chosenItem']}>
              <span className={s['place']} />
              <span className={s['words']}>
                <del className={s['name']}>{action.title}</del>
                <span className={s['detail']}>Is disabled when you save</span>
              </span>
              <Button size="small" onPress={() => onActions([...actions, action])}>
                Put back
              </Button>
            </li>
          ))}
        </ol>
      )}
    </EmptyFrame>
  );
}

type CustomOfAction = NonNullable<DraftAction['custom']>;
interface DeedOfCustomProps {
  title: string;
  custom: CustomOfAction;
  onChange: (custom: CustomOfAction) => void;
}

/** Whether hosts get custom software or lose it, where it can be removed at all. */
function DeedOfCustom({ title, custom, onChange }: DeedOfCustomProps) {
  const { data } = useQuery(useCustomListQuery());
  const found = data?.find(({ customDeploymentConfigUuid }) => customDeploymentConfigUuid === custom.uuid);
  const isRemovable = found?.taskSpec.removeArguments !== null;
  return (
    <>
      <Select
        label={`What to do with ${title}`}
        isLabelHidden
        options={[
          { value: 'deploy', label: 'Deploy' },
          { value: 'remove', label: 'Remove', isDisabled: !isRemovable },
        ]}
        value={custom.isRemoval ? 'remove' : 'deploy'}
        onChange={(deed) => onChange({ ...custom, isRemoval: deed === 'remove' })}
      />
      <span className={s['kind']}>Custom software</span>
    </>
  );
}

interface OptionsOfActionProps {
  action: DraftAction;
  /** Undefined until it is known. */
  config: DeploymentConfig | undefined;
  onChosen: (chosen: Partial<DraftAction>) => void;
}

/** What its installer is told, where it can be told anything, and what is still missing. */
function OptionsOfAction({ action, config, onChosen }: OptionsOfActionProps) {
  const [isOpen, setOpen] = useState(false);
  if (!config || action.actionType !== 'Install' || !hasChoices(config)) return null;
  const problem = unconfigured(config, action);
  return (
    <span className={s['options']}>
      <Button size="small" aria-label={`Options of ${action.title}`} onPress={() => setOpen(true)}>
        Options...
      </Button>
      <span className={problem === undefined ? s['detail'] : s['missing']}>
        {problem ?? optionsText(config, action)}
      </span>
      {isOpen && (
        <ChoicesDialog
          action={action}
          config={config}
          onClose={() => setOpen(false)}
          onChosen={(chosen) => {
            onChosen(chosen);
            setOpen(false);
          }}
        />
      )}
    </span>
  );
}

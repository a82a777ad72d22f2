import { type DeploymentConfig, deploymentConfigs } from '@patchkeep/contract/deployment-configs';
import type { InstallChoices } from '@patchkeep/contract/install-choices';
import { noFilesText } from '@patchkeep/rules/install-settings/job-choices';
import { useState } from 'react';
import type { DraftAction } from '../../../acts/jobs/job-draft.ts';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { notify } from '../../../ui/notify.tsx';
import { choiceProblems, choicesOf } from './choices-draft.ts';
import s from './create-job.module.css';

interface ChoicesDialogProps {
  action: DraftAction;
  config: DeploymentConfig;
  onChosen: (chosen: Required<Pick<DraftAction, 'choices' | 'choicesTag'>>) => void;
  onClose: () => void;
}

const saveFor = (config: DeploymentConfig, choices: InstallChoices) =>
  call(
    deploymentConfigs.save,
    {
      params: { id: config.channelTag },
      body: {
        softwareDeploymentUserChoicesId: config.softwareDeploymentUserChoicesId,
        deploymentConfigTag: config.deploymentConfigTag,
        deploymentConfigTagSeqNumber: config.deploymentConfigTagSeqNumber,
        serialNumber: config.serialNumber,
        choices: { ...config.choices, ...choices },
      },
    },
    { operation: { verb: 'save', thing: 'deployment configs' } },
  );

/** What the installer of one application is told by the job: each selector, option and file, with what is wrong at it. */
export function ChoicesDialog({ action, config, onChosen, onClose }: ChoicesDialogProps) {
  const [choices, setChoices] = useState(() => choicesOf(config, action));
  const [isKept, setKept] = useState(false);
  const [hasAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const problems = choiceProblems(config, choices);
  const save = useAct(() => saveFor(config, choices), { touches: ['goal'], onRefused: setRefusal });
  const isOld = action.choicesTag !== undefined && action.choicesTag !== config.deploymentConfigTag;
  const send = () => {
    setAsked(true);
    setRefusal(null);
    if (problems.size > 0) return;
    const done = () => onChosen({ choices, choicesTag: config.deploymentConfigTag });
    if (!isKept) {
      done();
      return;
    }
    save.mutate(undefined, {
      onSuccess: () => {
        notify({ tone: 'success', text: `New jobs of this site begin with these options of ${action.title}.` });
        done();
      },
    });
  };
  return (
    <ActDialog
      title={`Options: ${action.title}`}
      onClose={onClose}
      verb="Use these options"
      onAct={send}
      isPending={save.isPending}
    >
      <div className="stack">
        <p className="muted">
          They are told to the installer. Where the application is installed already, nothing is changed.
        </p>
        {isOld && <Banner tone="warning">The options changed since these were chosen. Look at them again.</Banner>}
        {refusal !== null && <Banner tone="danger">{refusal}</Banner>}
        <ChoiceFields
          config={config}
          choices={choices}
          onChange={setChoices}
          problemOf={(name) => (hasAsked || choices.installOptions[name] ? problems.get(name) : undefined)}
        />
        <Checkbox isSelected={isKept} onChange={setKept} description="Jobs that exist keep their own.">
          New jobs of this site begin with these options
        </Checkbox>
      </div>
    </ActDialog>
  );
}

interface ChoiceFieldsProps {
  config: DeploymentConfig;
  choices: InstallChoices;
  onChange: (choices: InstallChoices) => void;
  problemOf: (name: string) => string | undefined;
}

function ChoiceFields({ config, choices, onChange, problemOf }: ChoiceFieldsProps) {
  const { pkgDataSelector, installOptions, files } = config.deploymentConfig;
  const setOption = (name: string, value: string | boolean) =>
    onChange({ ...choices, installOptions: { ...choices.installOptions, [name]: value } });
  return (
    <>
      {pkgDataSelector.map((selector) => (
        <Select
          key={selector.name}
          label={selector.title}
          options={selector.choices.map(({ value, title }) => ({ value, label: title }))}
          placeholder="As it fits the host"
          errorMessage={problemOf(selector.name)}
          value={choices.selectors[selector.name] ?? null}
          onChange={(value) => onChange({ ...choices, selectors: { ...choices.selectors, [selector.name]: value } })}
        />
      ))}
      {installOptions.map(({ name, title, help, type, isRequired }) =>
        type === 'flag' ? (
          <Checkbox
            key={name}
            isSelected={choices.installOptions[name] === true}
            onChange={(isOn) => setOption(name, isOn)}
            description={help}
          >
            {title}
          </Checkbox>
        ) : (
          <TextField
            key={name}
            label={title}
            description={help || undefined}
            isOptional={!isRequired}
            maxLength={1_000}
            errorMessage={problemOf(name)}
            value={String(choices.installOptions[name] ?? '')}
            onChange={(value) => setOption(name, value)}
          />
        ),
      )}
      {files.map(({ name, title, isRequired }) => (
        <p key={name} className={s['detail']} role={problemOf(name) === undefined ? undefined : 'alert'}>
          <strong>{title}</strong> {isRequired ? '(required)' : '(optional)'}: {problemOf(name) ?? `${noFilesText}.`}
        </p>
      ))}
    </>
  );
}

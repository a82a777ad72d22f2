import { type CustomConfig, customLimits, customSoftware } from '@patchkeep/contract/custom-software';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { resourceQuery } from '../../../acts/uploads/uploads.queries.ts';
import { removeUploaded } from '../../../acts/uploads/use-upload.ts';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { notify } from '../../../ui/notify.tsx';
import { stateDetail } from '../custom-text.ts';
import { Refusal } from '../refusal.tsx';
import { ArgumentFields } from './argument-fields.tsx';
import { FilesField } from './files-field.tsx';
import { RecognitionFields } from './recognition-fields.tsx';
import {
  bodyOf,
  fieldLabels,
  type FieldName,
  mainOf,
  recognitionOf,
  type SaveBody,
  type SpecDraft,
  specProblems,
  titleOf,
} from './spec-draft.ts';
import { useSpecDraft } from './use-spec-draft.ts';

const save = async (body: SaveBody): Promise<CustomConfig> => {
  const operation = { verb: 'save', thing: 'custom deployment configs' } as const;
  return (await call(customSoftware.save, { body }, { operation })).customDeploymentConfig;
};

const useFactsOf = (draft: SpecDraft) => {
  const main = mainOf(draft)?.siteResourceTag;
  return useQuery({ ...resourceQuery('installer', main ?? ''), enabled: main !== undefined }).data?.facts;
};

interface EditorDialogProps {
  /** Null: a new one. */
  config: CustomConfig | null;
  onClose: () => void;
}

/** Adds custom software, or changes it. Its files are uploaded while the form is open, and it is saved once they are. */
export function EditorDialog({ config, onClose }: EditorDialogProps) {
  const { draft, setDraft, isKept, isOwn, forget, giveUp } = useSpecDraft(config);
  const [hasAsked, setAsked] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const facts = useFactsOf(draft);
  const id = config?.customDeploymentConfigUuid;
  const problems = specProblems(draft, facts);
  const problemOf = (field: FieldName) => (hasAsked ? problems.get(field) : undefined);
  const change = (part: Partial<SpecDraft>) => setDraft((now) => ({ ...now, ...part }));
  const act = useAct(save, { touches: ['customSoftware', 'resource'], onRefused: setRefusal });
  const send = () => {
    setAsked(true);
    setRefusal(null);
    if (problems.size > 0 || isUploading) return;
    const kept = new Set(draft.files.map(({ siteResourceTag }) => siteResourceTag));
    const onSuccess = (saved: CustomConfig) => {
      forget();
      for (const { siteResourceTag: tag } of config?.files ?? []) if (!kept.has(tag)) removeUploaded('installer', tag);
      onClose();
      notify({ tone: 'success', text: `"${saved.title}" saved. ${stateDetail(saved)}` });
    };
    act.mutate(bodyOf(draft, facts, id), { onSuccess });
  };
  const cancel = () => {
    giveUp();
    onClose();
  };
  const buttons = (
    <>
      <Button onPress={cancel}>Cancel</Button>
      <Button variant="primary" isDisabled={isUploading} isPending={act.isPending} onPress={send}>
        {isUploading ? 'Save when uploaded' : 'Save software'}
      </Button>
    </>
  );
  return (
    <Dialog
      title={config ? `Edit "${config.title}"` : 'Add custom software'}
      isOpen
      // What was typed is kept: only Cancel gives it up.
      onClose={onClose}
      onSubmit={act.isPending ? undefined : send}
      actions={buttons}
    >
      <div className="stack">
        <Notes config={config} isKept={isKept} refusal={refusal} />
        {hasAsked && problems.size > 0 && (
          <Banner tone="danger" word="Not saved">
            {[...problems].map(([field, text]) => `${fieldLabels[field]}: ${text}`).join(' ')}
          </Banner>
        )}
        <FilesField
          draft={draft}
          place={id ?? 'new'}
          onChange={setDraft}
          isOwn={isOwn}
          onBusy={setUploading}
          problem={problemOf('files')}
        />
        <TextField
          label={fieldLabels.title}
          description="What people call it in jobs. Filled in from the main file where that says it."
          errorMessage={problemOf('title')}
          maxLength={customLimits.title}
          value={titleOf(draft, facts)}
          onChange={(title) => change({ title })}
        />
        <ArgumentFields draft={draft} onChange={change} problemOf={problemOf} />
        <RecognitionFields
          recognition={recognitionOf(draft, facts)}
          onChange={(recognition) => change({ recognition })}
          problemOf={problemOf}
        />
      </div>
    </Dialog>
  );
}

interface NotesProps {
  config: CustomConfig | null;
  isKept: boolean;
  refusal: string | null;
}

/** What is to be known before anything is typed, and why the server refused it. */
function Notes({ config, isKept, refusal }: NotesProps) {
  return (
    <>
      <Refusal text={refusal} />
      {isKept && <Banner tone="info">You go on with what you had put together before. Cancel gives it up.</Banner>}
      {config !== null && config.state !== 'draft' && (
        <Banner tone="warning">
          What the approvers signed is this software as it is now. Once you save another, hosts run neither until the
          approvers have signed again.
        </Banner>
      )}
    </>
  );
}

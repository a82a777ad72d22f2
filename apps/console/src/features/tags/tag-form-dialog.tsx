import { name } from '@patchkeep/contract/fields';
import type { RestartSettings } from '@patchkeep/contract/restart-settings';
import { type Tag, tagKind, tags } from '@patchkeep/contract/tags';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  RestartFields,
  restartLabels,
  restartShape,
  restartValues,
  typedSettings,
} from '../../domain/restart-fields.tsx';
import { RestartMock } from '../../domain/restart-mock.tsx';
import { restartSentence } from '../../domain/restart-text.ts';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormSelect } from '../../ui/form/form-select.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notify } from '../../ui/notify.tsx';
import { kindText } from './tag-text.ts';
import { restartSettingsQuery } from './tags.queries.ts';
import s from './tags.module.css';

const tagForm = z.object({ tagName: name, kind: z.enum(['basic', 'restart']), ...restartShape });
type Values = z.output<typeof tagForm>;
const labels = { tagName: 'Name', kind: 'Kind', ...restartLabels };
const kinds = [
  { value: 'basic', label: kindText[tagKind.BasicTag], detail: 'A mark on hosts, for lists and decisions' },
  { value: 'restart', label: kindText[tagKind.RestartTag], detail: 'Also says how hosts are restarted' },
];

const save = ({ tag, values }: { tag: Tag | null; values: Values }) => {
  const restart = values.kind === 'restart' ? { restartSettings: typedSettings(values) } : {};
  if (tag)
    return call(
      tags.update,
      { params: { id: tag.tagUuid }, body: { tagName: values.tagName, serialNumber: tag.serialNumber, ...restart } },
      { operation: { verb: 'save', thing: 'tags' } },
    );
  const kind = values.kind === 'restart' ? tagKind.RestartTag : tagKind.BasicTag;
  return call(
    tags.create,
    { body: { tagName: values.tagName, tagKind: kind, ...restart } },
    { operation: { verb: 'create', thing: 'tags' } },
  );
};

/** Makes a tag, or changes one; its kind stays what it was made as. */
export function TagFormDialog({ tag, onClose }: { tag: Tag | null; onClose: () => void }) {
  const site = useQuery(restartSettingsQuery).data;
  const settings = tag?.restartSettings ?? site;
  return settings ? <TagForm tag={tag} settings={settings} onClose={onClose} /> : null;
}

function TagForm({ tag, settings, onClose }: { tag: Tag | null; settings: RestartSettings; onClose: () => void }) {
  const [refusal, setRefusal] = useState<string>();
  const form = useZodForm(tagForm, {
    tagName: tag?.tagName ?? '',
    kind: tag?.tagKind === tagKind.RestartTag ? 'restart' : 'basic',
    ...restartValues(settings),
  });
  const watched = useWatch({ control: form.control });
  const typed = typedSettings({ ...restartValues(settings), ...watched });
  const saving = useAct(save, { touches: ['tag'], onRefused: setRefusal });
  return (
    <FormDialog
      title={tag ? `Edit "${tag.tagName}"` : 'New tag'}
      onClose={onClose}
      verb={tag ? 'Save tag' : 'Make tag'}
      isPending={saving.isPending}
      refusal={refusal}
      form={form}
      labels={labels}
      onSubmit={(values) => {
        setRefusal(undefined);
        const onSuccess = (saved: Tag) => {
          onClose();
          notify({ tone: 'success', text: `Tag "${saved.tagName}" ${tag ? 'saved' : 'made'}.` });
        };
        saving.mutate({ tag, values }, { onSuccess });
      }}
    >
      <FormTextField control={form.control} name="tagName" label={labels.tagName} />
      {!tag && <FormSelect control={form.control} name="kind" label={labels.kind} options={kinds} />}
      {watched.kind === 'restart' && (
        <>
          <RestartFields control={form.control} />
          <p className={s['sentence']}>{restartSentence(typed)}</p>
          <RestartMock settings={typed} />
        </>
      )}
    </FormDialog>
  );
}

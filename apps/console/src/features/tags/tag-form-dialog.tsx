import { name } from '@patchkeep/contract/fields';
import { restartSettings } from '@patchkeep/contract/restart-settings';
import { type Tag, tagKind, tags } from '@patchkeep/contract/tags';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormSelect } from '../../ui/form/form-select.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { notify } from '../../ui/notify.tsx';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { kindWords, minutesOf, restartSentence, secondsOf } from './tag-words.ts';
import s from './tags.module.css';

const minutes = (seconds: z.ZodType<number, number>) =>
  z.string().refine((typed) => {
    const given = secondsOf(typed);
    return given !== undefined && seconds.safeParse(given).success;
  }, 'Write a number of minutes within the limit.');
const tagForm = z.object({
  tagName: name,
  kind: z.enum(['basic', 'restart']),
  force: minutes(restartSettings.shape.secondsUntilForce),
  snooze: minutes(restartSettings.shape.snoozeSeconds),
});
type Values = z.output<typeof tagForm>;
const labels = { tagName: 'Name', kind: 'Kind', force: 'Minutes until the restart', snooze: 'Minutes of a snooze' };
const kinds = [
  { value: 'basic', label: kindWords[tagKind.BasicTag], detail: 'A mark on hosts, for lists and decisions' },
  { value: 'restart', label: kindWords[tagKind.RestartTag], detail: 'Also says how hosts are restarted' },
];

/** An hour to save one's work, ten minutes a snooze. */
const usual = { secondsUntilForce: 3_600, snoozeSeconds: 600 };

const settingsOf = ({ force, snooze }: Pick<Values, 'force' | 'snooze'>) => ({
  secondsUntilForce: secondsOf(force) ?? usual.secondsUntilForce,
  snoozeSeconds: secondsOf(snooze) ?? usual.snoozeSeconds,
});

const save = ({ tag, values }: { tag: Tag | null; values: Values }) => {
  const restart = values.kind === 'restart' ? { restartSettings: settingsOf(values) } : {};
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
  const [refusal, setRefusal] = useState<string>();
  const settings = tag?.restartSettings ?? usual;
  const form = useZodForm(tagForm, {
    tagName: tag?.tagName ?? '',
    kind: tag?.tagKind === tagKind.RestartTag ? 'restart' : 'basic',
    force: minutesOf(settings.secondsUntilForce),
    snooze: minutesOf(settings.snoozeSeconds),
  });
  const [kind, force, snooze] = useWatch({ control: form.control, name: ['kind', 'force', 'snooze'] });
  const saving = useAct(save, { touches: ['tag'], onRefused: setRefusal });
  return (
    <Dialog title={tag ? `Edit "${tag.tagName}"` : 'New tag'} size="medium" isOpen onClose={onClose}>
      <div className={s['wide']}>
        <Form
          form={form}
          labels={labels}
          onSubmit={(values) => {
            setRefusal(undefined);
            saving.mutate(
              { tag, values },
              {
                onSuccess: (saved) => {
                  onClose();
                  notify({ tone: 'success', text: `Tag "${saved.tagName}" ${tag ? 'saved' : 'made'}.` });
                },
              },
            );
          }}
        >
          {refusal !== undefined && <Banner tone="danger">{refusal}.</Banner>}
          <FormTextField control={form.control} name="tagName" label={labels.tagName} />
          {!tag && <FormSelect control={form.control} name="kind" label={labels.kind} options={kinds} />}
          {kind === 'restart' && (
            <>
              <div className={s['pair']}>
                <FormTextField
                  control={form.control}
                  name="force"
                  label={labels.force}
                  description="0 to 10080 (a week)."
                  inputMode="decimal"
                />
                <FormTextField
                  control={form.control}
                  name="snooze"
                  label={labels.snooze}
                  description="0 to 1440 (a day). 0 allows none."
                  inputMode="decimal"
                />
              </div>
              <p className={s['sentence']}>{restartSentence(settingsOf({ force, snooze }))}</p>
            </>
          )}
          <div className={s['actions']}>
            <Button onPress={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" isPending={saving.isPending}>
              {tag ? 'Save tag' : 'Make tag'}
            </Button>
          </div>
        </Form>
      </div>
    </Dialog>
  );
}

import { configuration, installTokenLimits } from '@patchkeep/contract/configuration';
import { name, uuid } from '@patchkeep/contract/fields';
import { flattenGroups } from '@patchkeep/rules/group-tree';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../lib/client.ts';
import { groupsQuery, tagsQuery } from '../../lib/site.queries.ts';
import { useAct } from '../../lib/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { FormSelect } from '../../ui/form/form-select.tsx';
import { FormTextField } from '../../ui/form/form-text-field.tsx';
import { Form, FormActions } from '../../ui/form/form.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import s from './configuration.module.css';

const noGroup = 'none';
const wholeNumber = (most: number) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, 'Write a whole number.')
    .transform(Number)
    .pipe(z.int().min(1).max(most));
const tokenForm = z.object({
  name,
  group: z.string(),
  tags: z.array(uuid).max(50),
  uses: wholeNumber(installTokenLimits.useCap),
  days: wholeNumber(installTokenLimits.days),
});
const labels = { name: 'Name', group: 'Group', tags: 'Tags', uses: 'Hosts at most', days: 'Days it is good for' };

export interface TokenFormProps {
  defaultName: string;
  onMade: (secret: string) => void;
  onCancel?: () => void;
}

export function TokenForm({ defaultName, onMade, onCancel }: TokenFormProps) {
  const groups = useQuery(groupsQuery);
  const tags = useQuery(tagsQuery);
  const form = useZodForm(tokenForm, {
    name: defaultName,
    group: noGroup,
    tags: [],
    uses: '25',
    days: String(installTokenLimits.defaultDays),
  });
  const chosenTags = useController({ control: form.control, name: 'tags' }).field;
  const make = useAct(
    (values: z.output<typeof tokenForm>) =>
      call(
        configuration.createInstallToken,
        {
          body: {
            name: values.name,
            groupUuid: values.group === noGroup ? null : values.group,
            tagUuids: values.tags,
            useCap: values.uses,
            expiresInDays: values.days,
          },
        },
        { operation: { verb: 'create', thing: 'configuration' } },
      ),
    { touches: ['installToken'] },
  );
  const paths = flattenGroups(groups.data ?? []);
  return (
    <Form
      form={form}
      labels={labels}
      onSubmit={(values) => make.mutate(values, { onSuccess: ({ secret }) => onMade(secret) })}
    >
      <FormTextField control={form.control} name="name" label={labels.name} description="Where it will be used." />
      <div className={s['pair']}>
        <FormTextField control={form.control} name="uses" label={labels.uses} inputMode="numeric" />
        <FormTextField control={form.control} name="days" label={labels.days} inputMode="numeric" />
      </div>
      {paths.length > 0 && (
        <FormSelect
          control={form.control}
          name="group"
          label={labels.group}
          description="New hosts begin here."
          options={[
            { value: noGroup, label: 'No group' },
            ...paths.map(({ group, path }) => ({ value: group.uuid, label: path })),
          ]}
        />
      )}
      {tags.data && tags.data.length > 0 && (
        <fieldset>
          <legend className={s['legend']}>Tags of new hosts</legend>
          <div className={s['choices']}>
            {tags.data.map(({ tagUuid, tagName }) => (
              <Checkbox
                key={tagUuid}
                isSelected={chosenTags.value.includes(tagUuid)}
                onChange={(isOn) =>
                  chosenTags.onChange(
                    isOn ? [...chosenTags.value, tagUuid] : chosenTags.value.filter((other) => other !== tagUuid),
                  )
                }
              >
                {tagName}
              </Checkbox>
            ))}
          </div>
        </fieldset>
      )}
      <FormActions>
        {onCancel && <Button onPress={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary" isPending={make.isPending}>
          Make install token
        </Button>
      </FormActions>
    </Form>
  );
}

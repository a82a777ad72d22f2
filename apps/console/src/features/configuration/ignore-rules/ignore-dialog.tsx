import { ignoreReasonKinds } from '@patchkeep/contract/ignore-rules';
import { flattenGroups } from '@patchkeep/rules/group-tree';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { reasonText } from '../../../domain/ignore-text.ts';
import { groupsQuery } from '../../../lib/site.queries.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { FormSelect } from '../../../ui/form/form-select.tsx';
import { FormTextField } from '../../../ui/form/form-text-field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { formatCount } from '../../../ui/format.ts';
import { ApplicationChoice, HostChoice } from './choices.tsx';
import { EndFields } from './end-fields.tsx';
import {
  endOf,
  firstValues,
  ignoreForm,
  type IgnoreSubject,
  isAboutCve,
  scopedTargetOf,
  type What,
} from './ignore-draft.ts';
import { IgnorePreview } from './ignore-preview.tsx';
import { previewQuery } from './ignore-rules.queries.ts';
import { useIgnoreActs } from './use-ignore-acts.ts';
import c from '../configuration.module.css';
import s from './ignore-rules.module.css';

const labels = {
  what: 'Ignore',
  applicationId: 'Application',
  versionFrom: 'From version',
  versionTo: 'Up to version',
  cveId: 'CVE',
  scope: 'Where',
  group: 'Group',
  host: 'Host',
  reasonKind: 'Reason',
  reason: 'Comment',
  until: 'For',
  date: 'Last day',
};

export const reasonOptions = ignoreReasonKinds.map((kind) => ({ value: kind, label: reasonText[kind] }));

const whatOptions = (name: string | undefined): { value: What; label: string }[] => [
  { value: 'application', label: name === undefined ? 'An application' : `All versions of ${name}` },
  { value: 'range', label: 'A range of its versions' },
  { value: 'cveHere', label: name === undefined ? 'A CVE in one application' : `One CVE in ${name}` },
  { value: 'cve', label: 'A CVE wherever it is' },
];

export interface IgnoreDialogProps {
  subject: IgnoreSubject;
  onClose: () => void;
}

/** What shall not count, where, why and until when; what that touches is shown before it is done. */
export function IgnoreDialog({ subject, onClose }: IgnoreDialogProps) {
  const form = useZodForm(ignoreForm, firstValues(subject));
  const values = useWatch({ control: form.control, compute: (now) => now });
  const acts = useIgnoreActs(onClose);
  const groups = flattenGroups(useQuery(groupsQuery).data ?? []);
  const scoped = useDebouncedValue(scopedTargetOf(values));
  const preview = useQuery(previewQuery(scoped)).data;
  const { control } = form;
  const { what, scope } = values;
  const where = [
    ...(subject.host
      ? [{ value: 'host', label: `Only ${subject.host.hostName}` }]
      : [{ value: 'host', label: 'One host' }]),
    ...(groups.length > 0 ? [{ value: 'group', label: 'A group and those below it' }] : []),
    { value: 'site', label: 'The whole site' },
  ];
  const send = () =>
    form.handleSubmit((sent) => {
      const target = scopedTargetOf(sent);
      if (!target) return;
      const expires = endOf(sent, new Date()).toISOString();
      acts.create(
        { ...target, reasonKind: sent.reasonKind, reason: sent.reason, expires },
        preview && { hosts: preview.hosts },
      );
    })();
  const title = subject.applicationName ?? subject.cveIds?.[0];
  return (
    <ActDialog
      title={title === undefined ? 'New ignore rule' : `Ignore ${title}`}
      onClose={onClose}
      verb={scoped && preview ? `Ignore on ${formatCount(preview.hosts, 'host')}` : 'Ignore'}
      onAct={() => void send()}
      isPending={acts.isPending}
    >
      <div className={s['columns']}>
        <Form form={form} labels={labels} onSubmit={() => void send()}>
          <div className={c['pair']}>
            <FormSelect
              control={control}
              name="what"
              label={labels.what}
              options={whatOptions(subject.applicationName)}
            />
            <FormSelect control={control} name="scope" label={labels.scope} options={where} />
          </div>
          {what !== 'cve' && subject.applicationId === undefined && (
            <ApplicationChoice control={control} name="applicationId" label={labels.applicationId} />
          )}
          {what === 'range' && (
            <div className={c['pair']}>
              <FormTextField control={control} name="versionFrom" label={labels.versionFrom} isOptional />
              <FormTextField control={control} name="versionTo" label={labels.versionTo} isOptional />
            </div>
          )}
          {isAboutCve(what) && (
            <FormTextField
              control={control}
              name="cveId"
              label={labels.cveId}
              placeholder="CVE-2026-1111"
              {...((subject.cveIds?.length ?? 0) > 1 && { description: `Worst here: ${subject.cveIds?.join(', ')}.` })}
            />
          )}
          {scope === 'group' && (
            <FormSelect
              control={control}
              name="group"
              label={labels.group}
              options={groups.map(({ group, path }) => ({ value: group.uuid, label: path }))}
            />
          )}
          {scope === 'host' && !subject.host && <HostChoice control={control} name="host" label={labels.host} />}
          <div className={c['pair']}>
            <FormSelect control={control} name="reasonKind" label={labels.reasonKind} options={reasonOptions} />
          </div>
          <FormTextField
            control={control}
            name="reason"
            label={labels.reason}
            description="Whoever renews it will want to know."
            isMultiline
            maxLength={2_000}
          />
          <EndFields control={control} values={values} />
        </Form>
        <IgnorePreview scoped={scoped} />
      </div>
    </ActDialog>
  );
}

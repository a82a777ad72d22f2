import { cveId } from '@patchkeep/contract/applications';
import { constants } from '@patchkeep/contract/constants';
import type { Call } from '@patchkeep/contract/endpoint';
import { ignoreReasonKinds, ignoreScopes, type ignoreRules } from '@patchkeep/contract/ignore-rules';
import { expiryProblem } from '@patchkeep/rules/ignoring';
import { dayMs } from '@patchkeep/rules/time-units';
import { z } from 'zod';
import { isDay } from '../../../ui/days.ts';

/** What the dialog was opened for; everything may be left to choose. */
export interface IgnoreSubject {
  applicationId?: number | undefined;
  applicationName?: string | undefined;
  /** Versions at hand, offered as the bounds of a range. */
  versions?: readonly string[] | undefined;
  /** CVEs at hand; the first is taken if the dialog is about one of them. */
  cveIds?: readonly string[] | undefined;
  host?: { uuid: string; hostName: string } | undefined;
  group?: { uuid: string; name: string } | null | undefined;
}

export const whats = ['application', 'range', 'cveHere', 'cve'] as const;
export type What = (typeof whats)[number];
export const presets = ['30', '90', '180', 'date'] as const;

export interface EndValues {
  until: (typeof presets)[number];
  /** A day of the calendar, where "until" asks for one. */
  date: string;
}

/** When a rule ends: so many days from now, or at the end of a day where the user sits. */
export const endOf = ({ until, date }: EndValues, now: Date): Date =>
  until === 'date' ? new Date(`${date}T23:59:59`) : new Date(now.getTime() + Number(until) * dayMs);

const endFields = {
  until: z.enum(presets),
  date: z.string(),
};
const checkEnd = (values: EndValues, context: z.RefinementCtx) => {
  if (values.until !== 'date') return;
  if (!isDay(values.date))
    return context.addIssue({ code: 'custom', path: ['date'], message: 'Write a day such as 2027-01-31.' });
  const problem = expiryProblem(endOf(values, new Date()), new Date());
  if (problem !== undefined) context.addIssue({ code: 'custom', path: ['date'], message: `${problem}.` });
};
const reasonText = z.string().trim().min(1).max(constants.textMax);

/** For renewing: an end, and words if there is something to say. */
export const endForm = z
  .object({ ...endFields, reason: z.string().trim().max(constants.textMax) })
  .superRefine(checkEnd);
export const reasonForm = z.object({ reasonKind: z.enum(ignoreReasonKinds), reason: reasonText });

export const ignoreForm = z
  .object({
    what: z.enum(whats),
    applicationId: z.string(),
    versionFrom: z.string().trim().max(100),
    versionTo: z.string().trim().max(100),
    cveId: z.string().trim().toUpperCase(),
    scope: z.enum(ignoreScopes),
    group: z.string(),
    host: z.string(),
    reasonKind: z.enum(ignoreReasonKinds),
    reason: reasonText,
    ...endFields,
  })
  .superRefine((values, context) => {
    const miss = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (values.what !== 'cve' && values.applicationId === '') miss('applicationId', 'Choose an application.');
    if (values.what === 'range' && values.versionFrom === '' && values.versionTo === '')
      miss('versionFrom', 'Give at least one of the two.');
    if (isAboutCve(values.what) && !cveId.safeParse(values.cveId).success)
      miss('cveId', 'Write it whole, such as CVE-2026-1111.');
    if (values.scope === 'group' && values.group === '') miss('group', 'Choose a group.');
    if (values.scope === 'host' && values.host === '') miss('host', 'Choose a host.');
    checkEnd(values, context);
  });
export type IgnoreFormValues = z.input<typeof ignoreForm>;

export const isAboutCve = (what: What): boolean => what === 'cve' || what === 'cveHere';

export const firstValues = (subject: IgnoreSubject): IgnoreFormValues => {
  const [cve = ''] = subject.cveIds ?? [];
  const hasApplication = subject.applicationId !== undefined;
  const scope = subject.host ? 'host' : subject.group ? 'group' : 'site';
  return {
    what: hasApplication
      ? cve !== '' && subject.versions === undefined
        ? 'cveHere'
        : 'application'
      : cve
        ? 'cve'
        : 'application',
    applicationId: hasApplication ? String(subject.applicationId) : '',
    versionFrom: '',
    versionTo: subject.versions?.[0] ?? '',
    cveId: cve,
    scope,
    group: subject.group?.uuid ?? '',
    host: subject.host?.uuid ?? '',
    reasonKind: 'acceptedRisk',
    reason: '',
    until: '30',
    date: '',
  };
};

type PreviewBody = Call<typeof ignoreRules.preview>['body'];
export type ScopedTarget = Pick<PreviewBody, 'target' | 'scope' | 'scopeUuid'>;

/** Where and what, as the server takes it; undefined while something is still to be chosen. */
export const scopedTargetOf = (values: IgnoreFormValues): ScopedTarget | undefined => {
  const { what } = values;
  const isRange = what === 'range';
  if (what !== 'cve' && values.applicationId === '') return undefined;
  if (isRange && values.versionFrom.trim() === '' && values.versionTo.trim() === '') return undefined;
  const cve = isAboutCve(what) ? cveId.safeParse(values.cveId.trim().toUpperCase()).data : null;
  if (cve === undefined) return undefined;
  const scopeUuid = values.scope === 'site' ? null : values[values.scope];
  if (scopeUuid === '') return undefined;
  return {
    target: {
      applicationId: what === 'cve' ? null : Number(values.applicationId),
      versionFrom: (isRange && values.versionFrom.trim()) || null,
      versionTo: (isRange && values.versionTo.trim()) || null,
      cveId: cve,
    },
    scope: values.scope,
    scopeUuid,
  };
};

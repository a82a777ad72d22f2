import { describe, expect, it } from 'vitest';
import { endForm, endOf, firstValues, ignoreForm, type IgnoreFormValues, scopedTargetOf } from './ignore-draft.ts';

const now = new Date('2026-11-15T09:00:00Z');
const group = '0195a000-0000-7000-8000-000000000001';
const host = '0195a000-0000-7000-8000-000000000002';
const draft = (changes: Partial<IgnoreFormValues> = {}): IgnoreFormValues => ({
  ...firstValues({ applicationId: 7, applicationName: '7-Zip', versions: ['23.01'], cveIds: ['CVE-2026-1111'] }),
  reason: 'Isolated',
  ...changes,
});

describe('what shall be ignored', () => {
  it.each<[string, Partial<IgnoreFormValues>, object | undefined]>([
    ['an application', {}, { applicationId: 7, versionFrom: null, versionTo: null, cveId: null }],
    ['a range', { what: 'range' }, { applicationId: 7, versionFrom: null, versionTo: '23.01', cveId: null }],
    ['a range without an end', { what: 'range', versionTo: ' ' }, undefined],
    [
      'a CVE here',
      { what: 'cveHere' },
      { applicationId: 7, versionFrom: null, versionTo: null, cveId: 'CVE-2026-1111' },
    ],
    [
      'a CVE anywhere',
      { what: 'cve', cveId: 'cve-2026-1112' },
      { applicationId: null, versionFrom: null, versionTo: null, cveId: 'CVE-2026-1112' },
    ],
    ['half a CVE', { what: 'cve', cveId: 'CVE-2026' }, undefined],
    ['nothing chosen', { applicationId: '' }, undefined],
  ])('%s', (_name, changes, target) => {
    expect(scopedTargetOf(draft(changes))?.target).toEqual(target);
  });

  it('is on a host, in a group or everywhere [IGN-02]', () => {
    const where = (changes: Partial<IgnoreFormValues>) => {
      const scoped = scopedTargetOf(draft(changes));
      return scoped && [scoped.scope, scoped.scopeUuid];
    };
    expect(where({ scope: 'site' })).toEqual(['site', null]);
    expect(where({ scope: 'group', group })).toEqual(['group', group]);
    expect(where({ scope: 'host', host })).toEqual(['host', host]);
    expect(where({ scope: 'host', host: '' })).toBeUndefined();
  });

  it('begins with what the dialog was opened for', () => {
    const subject = { host: { uuid: host, hostName: 'LT-1' }, group: { uuid: group, name: 'Sales' } };
    expect(firstValues({ ...subject, applicationId: 7 })).toMatchObject({
      what: 'application',
      scope: 'host',
      host,
      group,
    });
    expect(firstValues({ cveIds: ['CVE-2026-1111'] })).toMatchObject({
      what: 'cve',
      scope: 'site',
      cveId: 'CVE-2026-1111',
    });
    expect(firstValues({ applicationId: 7, cveIds: ['CVE-2026-1111'] })).toMatchObject({ what: 'cveHere' });
  });
});

describe('until when', () => {
  it('counts days from now, or ends with a day', () => {
    expect(endOf({ until: '90', date: '' }, now)).toEqual(new Date('2027-02-13T09:00:00Z'));
    expect(endOf({ until: 'date', date: '2027-01-31' }, now)).toEqual(new Date('2027-01-31T23:59:59'));
  });

  it('must be said, must lie ahead, and is at most a year away [IGN-01]', () => {
    const problem = (date: string) =>
      endForm.safeParse({ until: 'date', date, reason: '' }).error?.issues.map(({ message }) => message);
    for (const text of ['', '01/31/2027', '2027-02-31'])
      expect([text, problem(text)]).toEqual([text, ['Write a day such as 2027-01-31.']]);
    expect(problem('2001-01-01')).toEqual(['The end must lie ahead.']);
    expect(problem('2999-01-01')).toEqual(['At most one year.']);
    expect(endForm.safeParse({ until: '180', date: '', reason: '' }).success).toBe(true);
  });

  it('and why: a rule without a reason is refused', () => {
    expect(ignoreForm.safeParse(draft()).success).toBe(true);
    const refused = ignoreForm.safeParse(draft({ reason: '  ' })).error?.issues.map(({ path }) => path.join('.'));
    expect(refused).toEqual(['reason']);
  });
});

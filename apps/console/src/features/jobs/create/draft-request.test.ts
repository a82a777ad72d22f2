import { describe, expect, it } from 'vitest';
import { customAction, type JobContent, type JobDraft, newDraft } from '../../../acts/jobs/job-draft.ts';
import { diffText, editOf, requestOf } from './draft-request.ts';
import { firstProblem, titleOf, typedPriority } from './draft-text.ts';
import { madeNews, unreachedTexts } from './result-text.ts';

const day = '2026-11-19';
const zip = { channelTag: '7-zip', title: '7-Zip', actionType: 'Install' as const, version: '26.02' };
const scp = { channelTag: 'winscp', title: 'WinSCP', actionType: 'Remove' as const, version: null };
const host = (id: string) => ({ id, name: `Host ${id}` });
const draft: JobDraft = { ...newDraft, actions: [zip, scp], hosts: [host('h1')], savedAt: '' };

describe('a new job', () => {
  it('is sent in the order in which it was put together, with a generated title and comment', () =>
    expect(requestOf(draft, day)).toEqual({
      title: 'Install 7-Zip; remove WinSCP',
      comment: 'Host Host h1',
      actions: [
        { channelTag: '7-zip', actionType: 'Install', version: '26.02', priority: 1 },
        { channelTag: 'winscp', actionType: 'Remove', priority: 0 },
      ],
      hosts: ['h1'],
      groups: [],
      tags: [],
      jobType: 'multishot',
      priority: 0,
    }));

  it('says what its installers are told, and only those', () => {
    const choices = { selectors: {}, installOptions: { server: 'one' }, files: {} };
    const told = { choices, choicesTag: 'now' };
    const { actions } = requestOf(
      {
        ...draft,
        actions: [
          { ...zip, ...told },
          { ...scp, ...told },
        ],
      },
      day,
    );
    expect(actions).toEqual([
      { channelTag: '7-zip', actionType: 'Install', version: '26.02', priority: 1, ...told },
      { channelTag: 'winscp', actionType: 'Remove', priority: 0 },
    ]);
  });

  it('names custom software by its config, and says whether hosts get it or lose it', () => {
    const erp = customAction({ uuid: 'c1', title: 'ERP Client', isRemoval: false });
    const forms = customAction({ uuid: 'c2', title: 'Payroll forms', isRemoval: true });
    const request = requestOf({ ...draft, actions: [erp, forms] }, day);
    expect(request.title).toBe('Deploy ERP Client; remove Payroll forms');
    expect(request.actions).toEqual([
      { actionType: 'Custom', customDeploymentConfigUuid: 'c1', isRemoval: false, priority: 1 },
      { actionType: 'Custom', customDeploymentConfigUuid: 'c2', isRemoval: true, priority: 0 },
    ]);
  });

  it.each([
    ['', 0],
    [' 7 ', 7],
    ['-1000', -1_000],
    ['1001', undefined],
    ['1.5', undefined],
    ['high', undefined],
  ])('takes "%s" for a priority', (typed, priority) => expect(typedPriority(typed, true)).toBe(priority));

  it('keeps the title that somebody wrote, at most 192 characters', () => {
    expect(titleOf({ ...draft, title: 'Archivers' }, day)).toBe('Archivers');
    expect(firstProblem({ ...draft, title: 'x'.repeat(193) })).toEqual({
      step: 'naming',
      text: 'At most 192 characters',
    });
    expect(firstProblem({ ...draft, title: 'x'.repeat(192) })).toBeUndefined();
    expect(firstProblem({ ...draft, title: ' ' })?.step).toBe('naming');
  });

  it('says what is missing, the first step first', () => {
    expect(firstProblem({ ...draft, actions: [], hosts: [] })?.text).toBe(
      'No Applications selected for installation or uninstallation',
    );
    expect(firstProblem({ ...draft, hosts: [] })?.text).toBe('No targets selected for software deployment job');
    expect(firstProblem({ ...draft, groups: Array.from({ length: 101 }, (_, i) => host(`${i}`)) })?.step).toBe(
      'targets',
    );
  });
});

describe('an edit', () => {
  const before: JobContent = {
    actions: [zip, scp],
    hosts: [host('h1'), host('h2')],
    groups: [],
    tags: [host('t1')],
    title: 'Archivers',
    comment: 'All',
    jobType: 'multishot',
    priority: 0,
  };
  const editing = { jobs: [{ goalUuid: 'g1', title: 'Archivers', serialNumber: 7 }], before };
  const same: JobDraft = { ...draft, ...before, editing };

  it('that changes nothing sends nothing but the serial number', () => {
    expect(editOf(same, 7)).toEqual({
      serialNumber: 7,
      addHosts: [],
      removeHosts: [],
      addGroups: [],
      removeGroups: [],
      addTags: [],
      removeTags: [],
    });
    expect(diffText(same)).toBe('');
  });

  it('sends what was added and taken out, and says it in words', () => {
    const edited: JobDraft = {
      ...same,
      actions: [zip],
      hosts: [host('h2'), host('h3')],
      title: 'Archivers 2',
      jobType: 'ongoing',
    };
    expect(editOf(edited, 7)).toMatchObject({
      title: 'Archivers 2',
      actions: [{ channelTag: '7-zip' }],
      addHosts: ['h3'],
      removeHosts: ['h1'],
      jobType: 'ongoing',
    });
    expect(diffText(edited).replaceAll('\u00a0', ' ')).toBe(
      '1 action disabled, 1 host added, 1 host removed, type ongoing, another title',
    );
  });

  it('of several jobs only adds, and keeps their types', () => {
    const several: JobDraft = {
      ...draft,
      jobType: null,
      priority: null,
      editing: { jobs: editing.jobs, before: null },
    };
    const sent = editOf(several, 7);
    expect(sent).toMatchObject({ addActions: [{ channelTag: '7-zip' }, { channelTag: 'winscp' }], addHosts: ['h1'] });
    expect(sent).not.toHaveProperty('actions');
    expect(sent).not.toHaveProperty('jobType');
    expect(sent).not.toHaveProperty('priority');
    expect(sent).not.toHaveProperty('title');
    const empty: JobDraft = { ...several, actions: [], hosts: [] };
    expect(firstProblem(empty)?.text).toBe('Nothing is added to these jobs yet');
  });

  it('takes hosts that were ticked by their ids, and refuses all that match', () => {
    const ticked = { selection: { hosts: ['h8', 'h9'] }, count: 2 };
    expect(editOf({ ...same, matching: ticked }, 7)['addHosts']).toEqual(['h8', 'h9']);
    const all = { selection: { filter: { view: 'active' as const }, except: [], expectedCount: 9 }, count: 9 };
    expect(firstProblem({ ...same, matching: all })?.step).toBe('targets');
    expect(firstProblem({ ...same, matching: ticked })).toBeUndefined();
  });
});

it.each([
  [0, 0, []],
  [1, 0, ['1 host of the targets has no package that fits, and gets no work until one comes.']],
  [
    1,
    1,
    ['The agent on 1 host of the targets is too old for custom software: that host gets no work until it is updated.'],
  ],
  [
    5,
    2,
    [
      '3 hosts of the targets have no package that fits, and get no work until one comes.',
      'The agent on 2 hosts of the targets is too old for custom software: those hosts get no work until it is updated.',
    ],
  ],
])('of %i targets that get no work %i are told to have an old agent', (unsupportedAgentCount, oldAgentCount, texts) =>
  expect(unreachedTexts({ unsupportedAgentCount, oldAgentCount })).toEqual(texts),
);

describe('what came of a job', () => {
  const made = {
    agentCount: 0,
    unsupportedAgentCount: 0,
    oldAgentCount: 0,
    isUpdateOnly: false,
    conflicts: [],
    goalUuid: null,
  };
  const none = 'No applicable Hosts were found for installing/uninstalling the selected Applications.';

  it('is told for a job that each host begins with its inspection, and for one that begins now [DEP-34] [DEP-40]', () => {
    const submitted = { ...made, result: 'submitted', agentCount: 12, goalUuid: 'g1' } as const;
    expect(madeNews(submitted, { ...draft, title: 'Archivers' }, day)).toEqual({
      tone: 'success',
      text: 'Deployment Job "Archivers" has been created.',
      goalUuid: 'g1',
    });
    expect(madeNews(submitted, { ...draft, starts: 'now' }, day).text).toBe('Deployment Job will run on 12 hosts.');
  });

  it.each(['no-hosts', 'no-supported-hosts'] as const)(
    'is no success when it answers %s, with the agents to upgrade, and that no job was made [DEP-35] [DEP-37] [DEP-38] [DEP-39]',
    (result) => {
      expect(madeNews({ ...made, result }, draft, day)).toEqual({
        tone: 'warning',
        text: `${none} No job was created.`,
        goalUuid: null,
      });
      expect(madeNews({ ...made, result, unsupportedAgentCount: 3 }, draft, day).text).toBe(
        `${none} 3 Hosts must upgrade their agent to support software deployment. No job was created.`,
      );
      expect(madeNews({ ...made, result, goalUuid: 'g1' }, draft, day).text).toBe(none);
    },
  );

  it('is an error when it answers anything else [DEP-36]', () =>
    expect(() => madeNews({ ...made, result: 'postponed' as never }, draft, day)).toThrow('postponed'));
});

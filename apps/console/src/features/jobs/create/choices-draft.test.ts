import type { DeploymentConfig } from '@patchkeep/contract/deployment-configs';
import { nothingChosen } from '@patchkeep/rules/deployments/choices';
import { describe, expect, it } from 'vitest';
import type { DraftAction } from '../../../acts/jobs/job-draft.ts';
import { choiceProblems, choicesOf, hasChoices, optionsText, unconfigured } from './choices-draft.ts';

const nothing = { selectors: {}, installOptions: {}, files: {} };
const content: DeploymentConfig['deploymentConfig'] = {
  order: ['language'],
  pkgDataSelector: [
    {
      name: 'language',
      title: 'Language',
      choices: [
        { value: 'da', title: 'Danish' },
        { value: 'en', title: 'English' },
      ],
      defaultChoice: null,
    },
  ],
  installOptions: [
    {
      name: 'server',
      title: 'Server',
      help: '',
      type: 'text',
      argument: 'SERVER={value}',
      isRequired: true,
      defaultValue: '',
    },
    {
      name: 'icons',
      title: 'No icons',
      help: '',
      type: 'flag',
      argument: '/noicons',
      isRequired: false,
      defaultValue: '',
    },
  ],
  files: [],
  basicUi: [],
  advancedUi: [],
  commands: [],
  defaults: nothing,
};
const config = (more: Partial<DeploymentConfig> = {}) =>
  ({
    channelTag: 'vpn',
    deploymentConfigTag: 'now',
    choices: { ...nothing, ...nothingChosen },
    missing: ['Language', 'Server'],
    deploymentConfig: content,
    ...more,
  }) as DeploymentConfig;
const install: DraftAction = { channelTag: 'vpn', title: 'VPN', actionType: 'Install', version: null };
const told = { selectors: { language: 'da' }, installOptions: { server: 'one', icons: true }, files: {} };

describe('the options of an application in a job', () => {
  it('begin with what the job says, else with what the site has saved, without what is no longer offered', () => {
    const saved = config({ choices: { ...told, ...nothingChosen, selectors: { language: 'nb' } } });
    expect(choicesOf(saved, install)).toEqual({ ...told, selectors: {} });
    expect(choicesOf(saved, { ...install, choices: nothing })).toEqual({
      ...nothing,
      installOptions: { server: '', icons: false },
    });
  });

  it('say at each field what is wrong or missing', () => {
    expect([...choiceProblems(config(), nothing)]).toEqual([
      ['language', 'Language is required'],
      ['server', 'Server is required'],
    ]);
    const wrong = { ...told, installOptions: { server: '"one"' } };
    expect([...choiceProblems(config(), wrong)]).toEqual([['server', 'Server must be one line without quotes']]);
    expect([...choiceProblems(config(), told)]).toEqual([]);
  });

  it('name the file that a job cannot bring', () => {
    const file = { name: 'mst', title: 'Transform', help: '', type: 'transform', isRequired: true, isAdvanced: true };
    const withFile = config({ deploymentConfig: { ...content, files: [file] } as typeof content });
    expect(choiceProblems(withFile, told).get('mst')).toBe(
      'Transform is required. Jobs cannot give hosts files of yours yet.',
    );
  });

  it('keep an action back until they are complete and for the config of now [DEP-45]', () => {
    const sentence = 'Cannot deploy unconfigured software "VPN"';
    expect(unconfigured(config(), install)).toBe(sentence);
    expect(unconfigured(config({ missing: [] }), install)).toBeUndefined();
    expect(unconfigured(config(), { ...install, choices: told, choicesTag: 'now' })).toBeUndefined();
    expect(unconfigured(config(), { ...install, choices: told, choicesTag: 'before' })).toBe(sentence);
    expect(unconfigured(config(), { ...install, actionType: 'Remove' })).toBeUndefined();
  });

  it('are told in a few words', () => {
    expect(optionsText(config(), { ...install, choices: told })).toBe('Danish, Server: one, No icons');
    expect(optionsText(config(), install)).toBe('As the vendor made it');
    const none = { ...content, pkgDataSelector: [], installOptions: [] };
    expect([hasChoices(config()), hasChoices(config({ deploymentConfig: none }))]).toEqual([true, false]);
  });
});

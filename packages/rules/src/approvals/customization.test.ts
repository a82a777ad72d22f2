import type { Customization, UpgradeConfig } from '@patchkeep/contract/customization';
import { describe, expect, it } from 'vitest';
import { missingSettings, type Settings } from '../install-settings/completeness.ts';
import {
  customizationFlags,
  installerProblem,
  needsSettings,
  perRuleProblem,
  settingsProblem,
  settingsState,
} from './customization.ts';

const resource = '11111111-1111-4111-8111-111111111111';
const installer = (forVersion: string | null, siteResourceTag = resource) => ({
  siteResourceTag,
  filename: 'setup.msi',
  forVersion,
});
const config: UpgradeConfig = {
  channelTag: 'erp',
  configTag: 'v1',
  isRequired: true,
  pkgDataSelector: [
    {
      name: 'language',
      title: 'Language',
      choices: [
        { value: 'en', title: 'English' },
        { value: 'da', title: 'Danish' },
      ],
      defaultChoice: null,
    },
  ],
  installOptions: [
    { name: 'key', title: 'Licence key', help: '', isRequired: true, defaultValue: '' },
    { name: 'dir', title: 'Folder', help: '', isRequired: true, defaultValue: 'C:\\ERP' },
    { name: 'extra', title: 'More switches', help: '', isRequired: false, defaultValue: '' },
  ],
  files: [
    { name: 'installer', title: 'Installer', help: '', type: 'replaceInstaller', isRequired: true, isAdvanced: false },
    { name: 'mst', title: 'Transform', help: '', type: 'transform', isRequired: false, isAdvanced: true },
  ],
  newestVersion: '2.0',
};
const whole: Customization = {
  configTag: 'v1',
  selectors: { language: 'da' },
  installOptions: { key: 'abc' },
  files: { installer: installer('2.0') },
};
const settings = (more: Partial<Settings> = {}): Settings => ({
  config,
  customization: whole,
  isEnabled: true,
  version: '2.0',
  ...more,
});
const given = (more: Partial<Customization>): Settings => settings({ customization: { ...whole, ...more } });

describe('custom settings are complete', () => {
  it('when every required file, install option and selector is set [APPR-34]', () => {
    expect(missingSettings(settings())).toEqual([]);
    expect(settingsState(settings())).toBe('complete');
    expect(missingSettings(settings({ customization: null }))).toEqual(['Installer', 'Licence key', 'Language']);
  });

  it.each<[string, string[], Partial<Customization>]>([
    ['no file', ['Installer'], { files: {} }],
    ['an empty option', ['Licence key'], { installOptions: { key: '  ' } }],
    ['an option emptied that has a default', ['Folder'], { installOptions: { key: 'abc', dir: '' } }],
    ['no choice', ['Language'], { selectors: {} }],
    ['a choice that is no longer offered', ['Language'], { selectors: { language: 'fr' } }],
  ])('not with %s [APPR-34]', (_what, missing, more) => {
    expect(missingSettings(given(more))).toEqual(missing);
    expect(settingsState(given(more))).toBe('incomplete');
  });

  it('with the default of a selector', () => {
    const pkgDataSelector = config.pkgDataSelector.map((each) => ({ ...each, defaultChoice: 'en' }));
    expect(missingSettings({ ...given({ selectors: {} }), config: { ...config, pkgDataSelector } })).toEqual([]);
  });

  it('with a file for this very version where it stands in for the installer; other files serve every version [APPR-35]', () => {
    expect(missingSettings(settings({ version: '2.1' }))).toEqual(['Installer']);
    expect(missingSettings(given({ files: { installer: installer(null) } }))).toEqual(['Installer']);
    const files = config.files.map((file) => ({ ...file, isRequired: true }));
    const both = given({ files: { installer: installer('2.0'), mst: installer(null) } });
    expect(missingSettings({ ...both, config: { ...config, files } })).toEqual([]);
    expect(missingSettings({ ...both, config: { ...config, files }, version: '2.1' })).toEqual(['Installer']);
  });

  it('hold nothing up where nobody needs them', () => {
    const optional = { ...config, isRequired: false };
    expect(settingsState(settings({ config: optional, customization: null }))).toBe('notNeeded');
    expect(settingsState({ ...given({ files: {} }), config: optional, isEnabled: false })).toBe('notNeeded');
    expect(settingsState({ ...given({ files: {} }), config: optional })).toBe('incomplete');
    expect(settingsState(settings({ isEnabled: false }))).toBe('incomplete');
  });
});

describe('the marks of an approval [APPR-08]', () => {
  const none = {
    isUcSupported: false,
    isUcRequired: false,
    isUcSet: false,
    isUcSupportedForVersion: false,
    isUcRequiredForVersion: false,
    isUcSetForVersion: false,
    isUacSupported: false,
    isUacRequired: false,
    isUacSet: false,
    isCustomizationInconsistent: false,
    isCustomizationEnabled: false,
  };

  it('are all down without anything to set', () => {
    expect(customizationFlags(null)).toEqual(none);
  });

  it('tell what can be, must be and is set: at all, for the version, and of the advanced part', () => {
    expect(customizationFlags(settings())).toEqual({
      ...none,
      isUcSupported: true,
      isUcRequired: true,
      isUcSet: true,
      isUcSupportedForVersion: true,
      isUcRequiredForVersion: true,
      isUcSetForVersion: true,
      isUacSupported: true,
      isCustomizationEnabled: true,
    });
    expect(customizationFlags(settings({ version: '2.1' }))).toMatchObject({ isUcSet: true, isUcSetForVersion: false });
    expect(customizationFlags(given({ files: { mst: installer(null) } }))).toMatchObject({ isUacSet: true });
    expect(customizationFlags(given({ configTag: 'v0' }))).toMatchObject({ isCustomizationInconsistent: true });
  });
});

describe('what is wrong with custom settings, by code', () => {
  it.each([
    [undefined, settings()],
    [6001, given({ installOptions: {} })],
    [6002, given({ files: {} })],
    [6002, settings({ version: '2.1' })],
    [6004, given({ configTag: 'v0' })],
  ])('%s', (code, what) => {
    expect(settingsProblem(what)).toBe(code);
    expect(needsSettings(what)).toBe(code !== undefined);
  });

  it('6000 for a file that is no installer', () => {
    for (const name of ['setup.EXE', 'a.b.msi', 'fix.msp', 'run.ps1']) expect(installerProblem(name)).toBeUndefined();
    for (const name of ['setup', 'setup.zip', 'exe', '.exe.txt']) expect(installerProblem(name)).toBe(6000);
  });

  it('6003 for an installer that is linked to a version already', () => {
    const next = (forVersion: string, tag = resource) => ({
      ...whole,
      files: { installer: installer(forVersion, tag) },
    });
    expect(perRuleProblem(config, whole, next('2.1'))).toBe(6003);
    expect(perRuleProblem(config, whole, next('2.0'))).toBeUndefined();
    expect(perRuleProblem(config, whole, next('2.1', '22222222-2222-4222-8222-222222222222'))).toBeUndefined();
    expect(perRuleProblem(config, null, next('2.1'))).toBeUndefined();
  });
});

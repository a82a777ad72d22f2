import type { Customization, UpgradeConfig } from '@patchkeep/contract/customization';
import { describe, expect, it } from 'vitest';
import { draftOf, fileFor, isOutdated } from './custom-draft.ts';

const config: UpgradeConfig = {
  channelTag: 'vpn',
  configTag: 'two',
  isRequired: true,
  pkgDataSelector: [
    { name: 'architecture', title: 'Architecture', choices: [{ value: 'x64', title: '64 bit' }], defaultChoice: 'x64' },
    { name: 'language', title: 'Language', choices: [{ value: 'da', title: 'Danish' }], defaultChoice: null },
  ],
  installOptions: [{ name: 'key', title: 'Licence key', help: '', isRequired: true, defaultValue: '' }],
  files: [
    { name: 'installer', title: 'Installer', help: '', type: 'replaceInstaller', isRequired: true, isAdvanced: false },
    { name: 'transform', title: 'Transform', help: '', type: 'transform', isRequired: false, isAdvanced: true },
  ],
  newestVersion: '5.2',
};
const nothing: Customization = { configTag: 'one', selectors: {}, installOptions: {}, files: {} };
const installer = (forVersion: string) => ({
  siteResourceTag: '00000000-0000-4000-8000-000000000001',
  filename: 'vpn.msi',
  forVersion,
});

describe('the draft of custom settings', () => {
  it('begins with what the channel suggests', () =>
    expect(draftOf(config, nothing)).toEqual({
      configTag: 'two',
      selectors: { architecture: 'x64' },
      installOptions: { key: '' },
      files: {},
    }));
  it('keeps what was set and drops what is no longer on offer', () =>
    expect(
      draftOf(config, {
        ...nothing,
        selectors: { architecture: 'ia64', language: 'da' },
        installOptions: { key: 'K', gone: 'x' },
        files: { installer: installer('5.1'), gone: installer('5.1') },
      }),
    ).toEqual({
      configTag: 'two',
      selectors: { language: 'da' },
      installOptions: { key: 'K' },
      files: { installer: installer('5.1') },
    }));
  it('marks an installer that was given for another version', () => {
    const [choice] = config.files;
    if (!choice) throw new Error('The config has a file');
    expect(isOutdated(choice, installer('5.1'), '5.2')).toBe(true);
    expect(isOutdated(choice, installer(fileFor(choice, '5.2') ?? ''), '5.2')).toBe(false);
  });
});

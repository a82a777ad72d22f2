import { customSoftware } from '@patchkeep/contract/custom-software';
import type { ResourceFacts, SiteResource } from '@patchkeep/contract/resources';
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  emptyDraft,
  kindOf,
  linesOf,
  mainOf,
  recognitionOf,
  type SpecDraft,
  specProblems,
  titleOf,
  withFile,
} from './spec-draft.ts';

const tagOf = (place: number) => `0000000${place}-0000-4000-8000-000000000000`;
const file = (place: number, filename: string) => ({ siteResourceTag: tagOf(place), filename, size: 1_000 });
const came = (place: number, filename: string) => file(place, filename) as SiteResource;
const code = '{0F1A2B3C-4D5E-4F60-8718-293A4B5C6D7E}';
const facts = { product: 'ERP Client', version: '7.2.0', productCode: code } as ResourceFacts;
const draft: SpecDraft = { ...emptyDraft, files: [file(1, 'erp.mst'), file(2, 'Setup.MSI')] };

describe('the main file', () => {
  it.each([
    ['setup.exe', 'exe'],
    ['Setup.MSI', 'msi'],
    ['fix.msp', 'msp'],
    ['install.ps1', 'ps1'],
    ['tool_1.0_amd64.deb', 'deb'],
    ['install.sh', 'sh'],
    ['erp.mst', undefined],
    ['exe', undefined],
    ['setup.exe.zip', undefined],
  ])('%s is of the kind %s', (name, kind) => expect(kindOf(name)).toBe(kind));

  it('is the first that can be run until somebody chooses, and stays chosen when it comes anew', () => {
    expect(mainOf(draft)?.filename).toBe('Setup.MSI');
    const two = withFile({ ...draft, mainFile: tagOf(2) }, came(3, 'other.exe'));
    expect(mainOf(two)?.filename).toBe('Setup.MSI');
    const anew = withFile(two, came(4, 'setup.msi'));
    expect(anew.files.map(({ filename }) => filename)).toEqual(['erp.mst', 'other.exe', 'setup.msi']);
    expect(mainOf(anew)?.siteResourceTag).toBe(tagOf(4));
  });

  it('says title and recognition until somebody types them', () => {
    expect(titleOf(draft, facts)).toBe('ERP Client');
    expect(titleOf({ ...draft, title: '' }, facts)).toBe('');
    expect(recognitionOf(draft, facts)).toMatchObject({ by: 'productCode', productCode: code });
    expect(recognitionOf(draft, null)).toMatchObject({ by: 'none' });
    const exe = { ...emptyDraft, files: [file(1, 'erp.exe')] };
    expect(recognitionOf(exe, facts)).toMatchObject({ by: 'name', name: 'ERP Client', version: '7.2.0' });
    const typed = { by: 'none' as const, productCode: '', name: '', version: '' };
    expect(recognitionOf({ ...draft, recognition: typed }, facts)).toEqual(typed);
  });
});

describe('what is saved', () => {
  it('is what the server takes, with one argument in each line and an MSI that can be removed', () => {
    const body = bodyOf(
      { ...draft, installArguments: ' INSTALLDIR=C:\\ERP\n\nTRANSFORMS={folder}\\erp.mst\r\n' },
      facts,
      undefined,
    );
    expect(body.taskSpec).toEqual({
      files: [tagOf(1), tagOf(2)],
      mainFile: tagOf(2),
      scope: 'machine',
      installArguments: ['INSTALLDIR=C:\\ERP', 'TRANSFORMS={folder}\\erp.mst'],
      removeArguments: [],
      progressPopup: false,
      interactive: false,
      requiresUac: false,
      recognition: { by: 'productCode', productCode: code },
    });
    expect(customSoftware.save.body?.safeParse(body).success).toBe(true);
  });

  it('of a Debian package has no arguments and no flags of Windows, and names the package to remove', () => {
    const deb: SpecDraft = {
      ...emptyDraft,
      title: 'Tool',
      files: [file(1, 'tool.deb')],
      installArguments: '--force',
      progressPopup: true,
      isRemovable: true,
    };
    expect(specProblems(deb, null).get('removeArguments')).toBe('Name the package that is removed.');
    expect(bodyOf({ ...deb, removeArguments: 'tool' }, null, tagOf(9))).toMatchObject({
      customDeploymentConfigUuid: tagOf(9),
      taskSpec: { installArguments: [], removeArguments: ['tool'], progressPopup: false },
    });
  });
});

describe('what is wrong', () => {
  it('is said at its field', () => {
    expect([...specProblems(emptyDraft, null)]).toEqual([
      ['files', 'Choose at least one file.'],
      ['title', 'Write a title.'],
    ]);
    const noMain = { ...emptyDraft, title: 'ERP', files: [file(1, 'erp.mst')] };
    expect(specProblems(noMain, null).get('files')).toBe(
      'Choose a main file: one that ends in .msi, .msp, .exe, .ps1, .deb, .sh.',
    );
    const quoted = { ...draft, installArguments: 'DIR="C:\\My ERP"' };
    expect(specProblems(quoted, facts).get('installArguments')).toContain('Leave out quotes');
    const codeless = { by: 'productCode' as const, productCode: '{1}', name: '', version: '' };
    expect(specProblems({ ...draft, recognition: codeless }, facts).get('productCode')).toContain('looks like');
    expect(specProblems(draft, facts).size).toBe(0);
  });
  it('counts empty lines as none', () => expect(linesOf('\n a \r\n\n b')).toEqual(['a', 'b']));
});

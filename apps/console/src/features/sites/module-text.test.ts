import { describe, expect, it } from 'vitest';
import { formatCount } from '../../ui/format.ts';
import { effectsOf, modulesOf } from './module-text.ts';

const settings = (detection: boolean, patching: boolean, patchPro: boolean) => ({
  isDetectionModuleEnabled: detection,
  isPatchingEnabled: patching,
  isPatchProModuleEnabled: patchPro,
});
const firstWords = (texts: readonly string[]) => texts.map((text) => text.split(':')[0]);

describe('what switching modules does', () => {
  it('is nothing while nothing is switched', () =>
    expect(effectsOf(settings(true, true, true), settings(true, true, true), 3)).toEqual([]));
  it('is told for each module that is switched', () => {
    expect(firstWords(effectsOf(settings(true, true, true), settings(true, false, false), 3))).toEqual([
      'Patching off',
      'PatchPro off',
    ]);
    expect(firstWords(effectsOf(settings(true, false, true), settings(true, true, true), 3))).toEqual(['Patching on']);
  });
  it('ends and begins patching together with detection', () => {
    expect(firstWords(effectsOf(settings(true, true, true), settings(false, true, true), 3))).toEqual([
      'Detection off',
      'Patching off',
    ]);
    expect(firstWords(effectsOf(settings(false, true, true), settings(false, false, true), 3))).toEqual([]);
    expect(firstWords(effectsOf(settings(false, true, true), settings(true, true, true), 3))).toEqual([
      'Detection on',
      'Patching on',
    ]);
  });
  it('counts the hosts', () =>
    expect(effectsOf(settings(true, false, true), settings(true, true, true), 1_204)[0]).toContain(
      formatCount(1_204, 'host'),
    ));
});

it('names the modules of a site in one order', () => {
  expect(modulesOf(settings(true, true, true))).toEqual(['Detection', 'Patching', 'PatchPro']);
  expect(modulesOf(settings(false, false, true))).toEqual(['PatchPro']);
});

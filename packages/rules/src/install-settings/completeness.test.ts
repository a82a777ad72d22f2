import type { Customization, UpgradeConfig } from '@patchkeep/contract/customization';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConfigured, missingSettings } from './completeness.ts';

const config = (more: Partial<UpgradeConfig>): UpgradeConfig => ({
  channelTag: 'erp',
  configTag: 'now',
  isRequired: false,
  pkgDataSelector: [],
  installOptions: [],
  files: [],
  newestVersion: null,
  ...more,
});
const given = (more: Partial<Customization>): Customization => ({
  configTag: 'now',
  selectors: {},
  installOptions: {},
  files: {},
  ...more,
});

const words = ['x64', 'x86', 'arm64'] as const;
const selector = fc.record({ offered: fc.subarray([...words]), default: fc.option(fc.constantFrom(...words)) });

describe('choices of an application', () => {
  it('are configured when they carry the config tag of now and each selector has a choice or a default [DEP-48]', () => {
    const drawn = fc.record({
      tag: fc.constantFrom('now', 'now', 'before'),
      selectors: fc.array(selector, { maxLength: 3 }),
      chosen: fc.array(fc.option(fc.constantFrom(...words)), { minLength: 3, maxLength: 3 }),
    });
    let configured = 0;
    fc.assert(
      fc.property(drawn, ({ tag, selectors, chosen }) => {
        const pkgDataSelector = selectors.map((each, at) => ({
          name: `s${at}`,
          title: `Selector ${at}`,
          choices: each.offered.map((value) => ({ value, title: value })),
          defaultChoice: each.default,
        }));
        const made = chosen.flatMap((value, at) => (value === null ? [] : [[`s${at}`, value] as const]));
        const customization = given({ configTag: tag, selectors: Object.fromEntries(made) });
        const isResolved = selectors.every(({ offered, default: usual }, at) => {
          const value = chosen[at] ?? usual;
          return value !== null && offered.includes(value);
        });
        const expected = tag === 'now' && isResolved;
        if (expected) configured += 1;
        expect(isConfigured({ config: config({ pkgDataSelector }), customization })).toBe(expected);
        expect(isConfigured({ config: config({ pkgDataSelector }), customization: null })).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    expect(configured).toBeGreaterThan(100);
  });

  it('need every required file; others may be left out [DEP-53]', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ isRequired: fc.boolean(), isGiven: fc.boolean() }), { maxLength: 5 }),
        (drawn) => {
          const files = drawn.map(({ isRequired }, at) => ({
            name: `f${at}`,
            title: `File ${at}`,
            help: '',
            type: 'settings' as const,
            isRequired,
            isAdvanced: false,
          }));
          const file = { siteResourceTag: '11111111-1111-4111-8111-111111111111', filename: 'a.ini', forVersion: null };
          const chosen = drawn.flatMap(({ isGiven }, at) => (isGiven ? [[`f${at}`, file] as const] : []));
          const customization = given({ files: Object.fromEntries(chosen) });
          const settings = { config: config({ files }), customization, isEnabled: true, version: null };
          const lacking = drawn.flatMap((each, at) => (each.isRequired && !each.isGiven ? [`File ${at}`] : []));
          expect(missingSettings(settings)).toEqual(lacking);
        },
      ),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { architecturesOf, chooseInstaller, isForCopies, type Offer, offersOf } from './choose-installer.ts';
import { someInstaller } from './installer.factory.ts';
import { familyOf, kindOf, type Variant, variantOf, variantText } from './variant.ts';

const manifest = (packageId: string, installers: Offer['installer'][]) => ({ packageId, version: '1', installers });
const variant = (more: Partial<Variant> = {}): Variant => ({
  architecture: 'x64',
  scope: 'machine',
  family: 'exe',
  listedAs: more.family ?? 'exe',
  locale: null,
  edition: null,
  ...more,
});

describe('the variant of an installer', () => {
  it.for([
    ['msi', null, 'msi'],
    ['wix', null, 'msi'],
    ['burn', null, 'exe'],
    ['inno', null, 'exe'],
    ['nullsoft', null, 'exe'],
    ['exe', null, 'exe'],
    ['zip', 'wix', 'msi'],
    ['zip', 'exe', 'exe'],
    ['zip', 'portable', undefined],
    ['zip', null, undefined],
    ['portable', null, undefined],
    ['msix', null, undefined],
    ['toString', null, undefined],
  ] as const)('%s with %s in it is of the family %s', ([kind, nestedKind, family]) => {
    expect(familyOf({ kind, nestedKind })).toBe(family);
    expect(variantOf(someInstaller({ kind, nestedKind }), null)?.family).toBe(family);
  });

  it('names what the file is for', () => {
    const installer = someInstaller({ kind: 'wix', architecture: 'arm64', scope: null, locale: 'de-DE' });
    const found = variantOf(installer, 'A.B');
    expect(found).toEqual({
      architecture: 'arm64',
      scope: null,
      family: 'msi',
      listedAs: 'msi',
      locale: 'de-DE',
      edition: 'A.B',
    });
    expect(found && variantText(found)).toBe('arm64 scope unsaid msi de-DE A.B');
    expect(kindOf({ kind: 'zip', nestedKind: 'wix' })).toBe('wix');
  });
});

describe('how Windows lists a copy', () => {
  it.for([
    ['exe', [], 'x64 machine exe'],
    ['exe', ['msi'], 'x64 machine exe listed as msi'],
    ['exe', ['wix', 'msi'], 'x64 machine exe listed as msi'],
    ['wix', ['exe'], 'x64 machine msi listed as exe'],
    ['nullsoft', ['nullsoft'], 'x64 machine exe'],
    ['burn', ['burn', 'wix'], 'x64 machine exe'],
    ['exe', ['msix'], 'x64 machine exe'],
  ] as const)('%s with entries of %o: %s', ([kind, entryKinds, text]) => {
    const found = variantOf(someInstaller({ kind, entryKinds: [...entryKinds] }), null);
    expect(found && variantText(found)).toBe(text);
  });
});

describe('what manifests offer', () => {
  it('has editions when several of them have installers', () => {
    const editions = (...ids: [string, string][]) =>
      offersOf(
        ids.map(([id, kind]) => manifest(id, [someInstaller({ kind })])),
        undefined,
      ).map((offer) => offer.variant.edition);
    expect(editions(['A.B', 'exe'])).toEqual([null]);
    expect(editions(['A.B.JDK', 'wix'], ['A.B.JRE', 'wix'])).toEqual(['A.B.JDK', 'A.B.JRE']);
    expect(editions(['A.B', 'wix'], ['A.B.EXE', 'exe'])).toEqual([null, null]);
    expect(editions(['A.B', 'wix'], ['A.C', 'msix'])).toEqual([null]);
  });

  it('has the scope of the recipe where the manifest says none, but not for an MSI', () => {
    const recipe = { channel: 'a', because: 'it is known', scope: 'user' } as const;
    const installers = [someInstaller({ scope: null }), someInstaller({ kind: 'msi', scope: null }), someInstaller()];
    const scopes = offersOf([manifest('A.B', installers)], recipe).map((offer) => offer.variant.scope);
    expect(scopes).toEqual(['user', null, 'machine']);
  });
});

describe('the installer for a copy', () => {
  const offers = (...all: Partial<Variant>[]): Offer[] =>
    all.map((more, at) => ({
      packageId: 'A.B',
      version: '1',
      variant: variant(more),
      installer: someInstaller({ url: `https://vendor.example/${at}` }),
    }));
  it.for([
    ['its own architecture', [{ architecture: 'x86' }, { architecture: 'x64' }], {}, 1],
    ['any architecture', [{ architecture: 'neutral' }], {}, 0],
    ['the only setup there is, though it is called x86', [{ architecture: 'x86' }], {}, 0],
    ['its own scope', [{ scope: 'user' }, { scope: 'machine' }], {}, 1],
    ['never another scope', [{ scope: 'user' }], {}, undefined],
    ['an MSI, which says it itself', [{ family: 'msi', scope: null }], { family: 'msi' }, 0],
    ['no setup that does not say', [{ scope: null }], {}, undefined],
    ['its own family', [{ family: 'msi' }, {}], {}, 1],
    ['never another family', [{ family: 'msi' }], {}, undefined],
    ['a program around an MSI', [{ family: 'exe', listedAs: 'msi' }], { family: 'msi' }, 0],
    ['rather the MSI itself', [{ family: 'exe', listedAs: 'msi' }, { family: 'msi' }], { family: 'msi' }, 1],
    ['its own edition', [{ edition: 'A' }, { edition: 'B' }], { edition: 'B' }, 1],
    ['never another edition', [{ edition: 'A' }], { edition: 'B' }, undefined],
    ['its own language', [{ locale: 'fr-FR' }, { locale: 'de-AT' }, { locale: 'de-DE' }], { locale: 'de-de' }, 2],
    ['the same language elsewhere', [{ locale: null }, { locale: 'de-AT' }], { locale: 'de-DE' }, 1],
    ['all languages', [{ locale: 'fr-FR' }, { locale: null }], { locale: 'de-DE' }, 1],
    ['never another language', [{ locale: 'fr-FR' }], { locale: 'de-DE' }, undefined],
    ['English when nothing is known', [{ locale: 'fr-FR' }, { locale: 'en-GB' }, { locale: 'en-US' }], {}, 2],
    ['no guess', [{ locale: 'fr-FR' }], {}, undefined],
    ['the first of two alike', [{}, {}], {}, 0],
  ] as [string, Partial<Variant>[], Partial<Variant>, number | undefined][])('is %s', ([, offered, wanted, at]) => {
    const all = offers(...offered);
    expect(chooseInstaller(all, variant(wanted))).toBe(at === undefined ? undefined : all[at]);
  });

  it('is never one that the machine cannot run', () => {
    expect(chooseInstaller(offers({ architecture: 'arm64' }), variant())).toBeUndefined();
    expect(chooseInstaller(offers({}), variant({ architecture: 'x86' }))).toBeUndefined();
  });

  it('is of exactly the variant that is offered', () => {
    const some = fc.record({
      architecture: fc.constantFrom('x64', 'x86', 'arm64', 'neutral'),
      scope: fc.constantFrom('machine', 'user', null),
      family: fc.constantFrom('msi', 'exe'),
      listedAs: fc.constantFrom('msi', 'exe'),
      locale: fc.constantFrom(null, 'en-US', 'de-DE', 'de-AT'),
      edition: fc.constantFrom(null, 'A', 'B'),
    } as const);
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 12 }), (all) => {
        const offered = offers(...all);
        for (const wanted of all)
          expect(variantText(chooseInstaller(offered, wanted)!.variant)).toBe(variantText(wanted));
      }),
    );
  });
});

describe('the copies that an installer is for', () => {
  const offers = (...installers: Offer['installer'][]) => offersOf([manifest('A.B', installers)], undefined);
  const namedBy = (...installers: Offer['installer'][]) => {
    const all = offers(...installers);
    return all.map((offer) => architecturesOf(offer, all));
  };
  const setup = (architecture: string) => someInstaller({ architecture });
  const msi = (architecture: string) => someInstaller({ architecture, kind: 'wix' });

  it('are those of its own processor', () => {
    expect(namedBy(setup('x86'), setup('x64'), setup('arm64'))).toEqual([['x86'], ['x64'], ['arm64']]);
    expect(namedBy(msi('x86'))).toEqual([['x86']]);
    expect(namedBy(setup('arm'))).toEqual([[]]);
  });

  it('are all, where it is the only setup there is, or says so itself', () => {
    expect(namedBy(setup('x86'))).toEqual([null]);
    expect(namedBy(setup('neutral'), setup('x64'))).toEqual([null, ['x64']]);
    // Another family updates other copies, so it is still the only setup.
    expect(namedBy(setup('x86'), msi('x64'))).toEqual([null, ['x64']]);
  });

  it('are of its scope and family', () => {
    const all = offers(setup('x64'), someInstaller({ kind: 'wix', architecture: 'x86', scope: null }));
    const of = (more: object) =>
      all.map((offer) => {
        const wanted = { architecture: 'x64', scope: 'machine', family: 'exe', ...more } as const;
        return isForCopies(offer.variant, architecturesOf(offer, all), wanted);
      });
    expect(of({})).toEqual([true, false]);
    expect(of({ architecture: 'x86' })).toEqual([false, false]);
    expect(of({ architecture: null })).toEqual([true, false]);
    expect(of({ scope: 'user' })).toEqual([false, false]);
    expect(of({ architecture: 'x86', family: 'msi' })).toEqual([false, true]);
    // Such an MSI may turn out to be for the machine, and nobody promises it to users.
    expect(of({ architecture: 'x86', family: 'msi', scope: 'user' })).toEqual([false, false]);
  });
});

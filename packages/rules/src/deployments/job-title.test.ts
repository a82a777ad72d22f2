import { goals } from '@patchkeep/contract/goals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobComment, jobTitle, type NamedAction } from './job-title.ts';

const day = '2026-11-19';
const install = (...titles: string[]): NamedAction[] => titles.map((title) => ({ actionType: 'Install', title }));
const remove = (...titles: string[]): NamedAction[] => titles.map((title) => ({ actionType: 'Remove', title }));
const custom = (...titles: string[]): NamedAction[] => titles.map((title) => ({ actionType: 'Custom', title }));
const long = (start: string, length: number) => start.padEnd(length, 'x');
const many = (count: number, length: number) => Array.from({ length: count }, (_, at) => long(`App ${at} `, length));

const name = fc.oneof(fc.string({ minLength: 1, maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 40 }));
const actions: fc.Arbitrary<NamedAction[]> = fc.array(
  fc.record({ actionType: fc.constantFrom('Install', 'Remove', 'Custom'), title: name }),
  { maxLength: 60 },
);
const targets = fc.record({
  hosts: fc.array(name, { maxLength: 60 }),
  groups: fc.array(name, { maxLength: 9 }),
  tags: fc.array(name, { maxLength: 9 }),
});

describe('the title of a job', () => {
  it('has at most 192 characters, whatever is in it [DEP-54]', () => {
    fc.assert(
      fc.property(actions, (given) => {
        const title = jobTitle(given, day);
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(192);
        expect(title.trim()).toBe(title);
        expect(title).not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 1_000 },
    );
    const made = (title: string) => goals.deploy.body?.safeParse({ title, actions: [] }).success;
    expect([made(long('x', 192)), made(long('x', 193))]).toEqual([true, false]);
  });

  it('gives way to shorter forms: all names, the first of each, how many, the kind and the day [DEP-55]', () => {
    expect(jobTitle([...install('Firefox', '7-Zip', 'VLC'), ...remove('Skype')], day)).toBe(
      'Install Firefox, 7-Zip and VLC; remove Skype',
    );
    expect(jobTitle([...install('Firefox', ...many(9, 30)), ...remove('Skype', 'Flash')], day)).toBe(
      'Install Firefox and 9 more; remove Skype and 1 more',
    );
    expect(jobTitle([...install(...many(9, 190)), ...remove('Skype')], day)).toBe(
      'Install 9 applications; remove 1 application',
    );
    expect(jobTitle(custom(long('ERP', 190)), day)).toBe('Deploy 1 custom application');
    const erase = custom('House tool').map((each) => ({ ...each, isRemoval: true }));
    expect(jobTitle([...erase, ...custom('ERP')], day)).toBe('Deploy ERP; remove House tool');
    expect(jobTitle([], day)).toBe('Deployment job of 2026-11-19');
  });

  it('uses a shorter form only where the longer one does not fit', () => {
    expect(jobTitle(install(long('A', 184)), day)).toBe(`Install ${long('A', 184)}`);
    expect(jobTitle(install(long('A', 185)), day)).toBe('Install 1 application');
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[A-Za-z]{1,30}$/), { minLength: 1, maxLength: 12 }), (names) => {
        const full = `Install ${names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`}`;
        expect(jobTitle(install(...names), day) === full).toBe(full.length <= 192);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is one line, though names come from anywhere', () => {
    expect(jobTitle(install('Fire\nfox', '\u0000', '  7  Zip '), day)).toBe('Install Fire fox and 7 Zip');
    expect(jobTitle(install('\n'), day)).toBe('Deployment job of 2026-11-19');
  });
});

describe('the comment of a job', () => {
  it('says whom it is for, in at most 192 characters', () => {
    expect(jobComment({ hosts: ['PC-1', 'PC-2'], groups: ['Sales'], tags: [] }, day)).toBe(
      'Hosts PC-1 and PC-2; group Sales',
    );
    expect(jobComment({ hosts: many(1_200, 20), groups: [], tags: ['Kiosk'] }, day)).toBe(
      `Hosts ${long('App 0 ', 20)} and 1199 more; tag Kiosk`,
    );
    expect(jobComment({ hosts: many(1_200, 192), groups: [], tags: ['Kiosk'] }, day)).toBe('1\u202f200 hosts; 1 tag');
    expect(jobComment({ hosts: [], groups: [], tags: [] }, day)).toBe('Deployment job of 2026-11-19');
    fc.assert(
      fc.property(targets, (given) => {
        const comment = jobComment(given, day);
        expect(comment.length).toBeGreaterThan(0);
        expect(comment.length).toBeLessThanOrEqual(192);
      }),
    );
  });
});

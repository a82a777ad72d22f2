import { describe, expect, it } from 'vitest';
import { type Decision, inheritedBy, policyOf, resolve, settingsBearer } from './resolve.ts';

const compare = (a: string, b: string): number | undefined =>
  Number.isNaN(Number(a)) || Number.isNaN(Number(b)) ? undefined : Number(a) - Number(b);
const subject = 'chrome';
const says = (
  level: Decision['level'],
  scopeId: string,
  mode: Decision['mode'],
  more: Partial<Decision> = {},
): Decision => ({
  level,
  scopeId,
  subject,
  mode,
  version: null,
  delayDays: 0,
  decidedBy: null,
  decidedAt: null,
  ...more,
});
const approves = (level: Decision['level'], scopeId: string, version: string) =>
  says(level, scopeId, 'manual', { version });
const hostScopes = { hostId: 'pc', siteId: 'site', groupChain: ['child', 'parent'], tagIds: ['t2', 't1'] };
const resolved = (decisions: Decision[], subjects = [subject]) =>
  resolve(policyOf(decisions, subjects, compare), hostScopes);
const losses = (decisions: Decision[]) =>
  resolved(decisions).losers.map(({ decision, lostTo, beatenBy }) => [decision.scopeId, lostTo, beatenBy.scopeId]);

const system = says('system', 'us', 'auto');
const site = says('site', 'site', 'blocked');

describe('whose word counts', () => {
  it('is the nearest: group or tag, else site, else system, else nobody [APPR-05]', () => {
    const group = says('group', 'parent', 'auto');
    expect(resolved([system, site, group]).winner).toBe(group);
    expect(resolved([system, site]).winner).toBe(site);
    expect(resolved([system]).winner).toBe(system);
    expect(resolved([])).toEqual({ winner: null, losers: [] });
    expect(losses([system, site, group])).toEqual([
      ['site', 'nearerLevel', 'parent'],
      ['us', 'nearerLevel', 'parent'],
    ]);
  });

  it('passes over those who leave it to others, other subjects and other scopes', () => {
    const others = [
      says('tag', 't1', 'inherit'),
      says('group', 'child', 'blocked', { subject: 'firefox' }),
      says('group', 'elsewhere', 'blocked'),
      says('site', 'other site', 'blocked'),
    ];
    expect(resolved([system, ...others])).toEqual({ winner: system, losers: [] });
  });

  it('lets the nearest deciding group speak for the groups [APPR-06]', () => {
    const parent = says('group', 'parent', 'blocked');
    const child = says('group', 'child', 'auto');
    expect(resolved([parent, child]).winner).toBe(child);
    expect(losses([parent, child])).toEqual([['parent', 'nearerGroup', 'child']]);
  });

  it.each([
    ['blocked before manual', says('tag', 't1', 'blocked'), approves('group', 'child', '1'), 'stricter'],
    ['manual before auto', approves('tag', 't2', '1'), says('group', 'child', 'auto'), 'stricter'],
    ['blocked before auto', says('group', 'child', 'blocked'), says('tag', 't1', 'auto'), 'stricter'],
    ['the lower version', approves('tag', 't2', '3'), approves('tag', 't1', '4'), 'lowerVersion'],
    ['the longer wait', says('tag', 't2', 'auto', { delayDays: 7 }), says('tag', 't1', 'auto'), 'longerDelay'],
    ['the group, both alike', says('group', 'parent', 'auto'), says('tag', 't1', 'auto'), 'same'],
    ['the tag of the lower id', says('tag', 't1', 'blocked'), says('tag', 't2', 'blocked'), 'same'],
    ['the group, when versions cannot be read', approves('group', 'child', 'x'), approves('tag', 't1', '1'), 'same'],
  ] as const)('among group and tags: %s [APPR-06]', (_what, winner, loser, lostTo) => {
    for (const decisions of [
      [winner, loser],
      [loser, winner],
    ])
      expect(resolved([...decisions, system, site])).toMatchObject({
        winner,
        losers: [
          { decision: loser, lostTo, beatenBy: winner },
          { decision: site, lostTo: 'nearerLevel' },
          { decision: system, lostTo: 'nearerLevel' },
        ],
      });
  });

  it('is the one for this very host before all', () => {
    const own = says('host', 'pc', 'manual');
    const tag = says('tag', 't1', 'blocked');
    const group = says('group', 'child', 'auto');
    expect(resolved([tag, group, own]).winner).toBe(own);
    expect(losses([tag, group, own])).toEqual([
      ['child', 'stricter', 't1'],
      ['t1', 'nearerLevel', 'pc'],
    ]);
  });

  it('at one scope hears the update itself before its classification, and a near classification before a far update', () => {
    const kb = says('site', 'site', 'blocked', { subject: 'kb:1' });
    const ofClass = says('site', 'site', 'auto', { subject: 'class:security updates' });
    const nearClass = says('tag', 't1', 'auto', { subject: 'class:security updates' });
    const subjects = ['kb:1', 'class:security updates'];
    expect(resolved([ofClass, kb], subjects)).toEqual({
      winner: kb,
      losers: [{ decision: ofClass, lostTo: 'ownUpdate', beatenBy: kb }],
    });
    expect(resolved([ofClass, kb, nearClass], subjects)).toMatchObject({
      winner: nearClass,
      losers: [
        { decision: kb, lostTo: 'nearerLevel' },
        { decision: ofClass, lostTo: 'ownUpdate' },
      ],
    });
    expect(resolved([ofClass, { ...kb, mode: 'inherit' }], subjects).winner).toBe(ofClass);
  });
});

describe('what a scope inherits', () => {
  const group = says('group', 'parent', 'auto');
  const policy = policyOf([system, site, group, says('tag', 't1', 'auto')], [subject], compare);

  it('comes from the next above: groups above, site, system', () => {
    expect(inheritedBy(policy, 'group', 'site', ['parent'])).toBe(group);
    expect(inheritedBy(policy, 'group', 'site')).toBe(site);
    expect(inheritedBy(policy, 'tag', 'site')).toBe(site);
    expect(inheritedBy(policy, 'tag', 'other site')).toBe(system);
    expect(inheritedBy(policy, 'site', 'site')).toBe(system);
    expect(inheritedBy(policy, 'system', 'site')).toBeNull();
  });
});

describe('whose custom settings count', () => {
  const tag = says('tag', 't1', 'auto');
  const has =
    (...bearers: Decision[]) =>
    (decision: Decision) =>
      bearers.includes(decision);

  it('is a tag that wins, or that says the same as the winner', () => {
    expect(settingsBearer(resolved([tag]), has(tag))).toBe(tag);
    expect(settingsBearer(resolved([tag, says('group', 'child', 'auto')]), has(tag))).toBe(tag);
    expect(settingsBearer(resolved([tag]), has())).toBeNull();
  });

  it('is nobody when the tag was overruled, or nothing is installed', () => {
    expect(settingsBearer(resolved([tag, approves('group', 'child', '1')]), has(tag))).toBeNull();
    const blocked = says('tag', 't1', 'blocked');
    expect(settingsBearer(resolved([blocked]), has(blocked))).toBeNull();
    expect(settingsBearer(resolved([]), has())).toBeNull();
  });
});

import { compareVersions } from '@patchkeep/versions/schemes';
import { describe, expect, it } from 'vitest';
import { awaitsOf } from './awaits.ts';
import type { ApplicationFacts } from './facts.ts';
import { type Decision, policyOf, resolve } from './resolve.ts';
import { repositorySupply } from './supply.ts';
import { verdictOn } from './verdict.ts';

const now = new Date('2026-11-15T09:00:00Z');
const compare = (a: string, b: string) => compareVersions('dpkg', a, b);
const machine = { osFamily: 1, architecture: 'x64', hasRoot: true };

const facts = (installed: string, offered: string[], more: Partial<ApplicationFacts> = {}): ApplicationFacts => ({
  kind: 'app',
  name: 'openssl',
  installed: [installed],
  isFromRepositories: true,
  offers: offered.map((version) => ({ version, releasedOn: new Date('2026-11-10T00:00:00Z') })),
  ...repositorySupply(new Set(offered), machine, true),
  ...more,
});
const ask = (mode: Decision['mode'], given: ApplicationFacts, more: Partial<Decision> = {}) => {
  const decision: Decision = {
    level: 'site',
    scopeId: 'cph',
    subject: 'deb:openssl',
    mode,
    version: null,
    delayDays: 0,
    decidedBy: 'ana',
    decidedAt: new Date('2026-11-01T00:00:00Z'),
    ...more,
  };
  const policy = policyOf([decision], ['deb:openssl'], compare);
  const resolution = resolve(policy, { hostId: 'pc', siteId: 'cph', groupChain: [], tagIds: [] });
  return { resolution, facts: given, compare, settings: 'notNeeded' as const, now, nameOf: () => 'Copenhagen' };
};
const answer = (...given: Parameters<typeof ask>) => {
  const { action, reason, toVersion } = verdictOn(ask(...given));
  return [action, reason, toVersion];
};

describe('a package of the host’s own distribution', () => {
  it('follows what its own repositories offer, whatever others are offered', () => {
    expect(answer('auto', facts('3.0.15-1', ['3.0.17-1']))).toEqual(['update', 'auto', '3.0.17-1']);
    expect(answer('auto', facts('3.0.15-1', ['3.0.17-1']), { delayDays: 30 })).toEqual(['wait', 'delayed', '3.0.17-1']);
    expect(answer('auto', facts('3.0.15-1', ['3.0.17-1']), { delayDays: 3 })).toEqual(['update', 'auto', '3.0.17-1']);
  });

  it('stays where nothing newer is offered, in a sentence of its own', () => {
    expect(answer('auto', facts('3.0.15-1', []))).toEqual(['none', 'notInRepositories', null]);
    expect(answer('auto', facts('3.0.15-1', ['3.0.14-1']))).toEqual(['none', 'notInRepositories', null]);
    expect(answer('manual', facts('3.0.15-1', []), { version: '3.0.17-1' })[1]).toBe('notInRepositories');
    expect(verdictOn(ask('auto', facts('3.0.15-1', []))).sentence).toMatch(
      /^Stays at 3\.0\.15-1: .*, and its own repositories offer nothing newer; the host asks them with each inspection/,
    );
  });

  it('approved, goes as far as the approved version and no further', () => {
    const approved = (version: string) => answer('manual', facts('3.0.15-1', ['3.0.17-1']), { version });
    expect(approved('3.0.17-1')).toEqual(['update', 'approved', '3.0.17-1']);
    expect(approved('3.5.0-1')).toEqual(['update', 'approved', '3.0.17-1']);
    expect(approved('3.0.16-1')).toEqual(['stay', 'newerNotApproved', null]);
    // What cannot be compared was not approved.
    expect(approved('nightly')).toEqual(['stay', 'newerNotApproved', null]);
  });

  it('waits for a signer and a root like everything else', () => {
    const silent = facts('3.0.15-1', ['3.0.17-1'], repositorySupply(new Set(['3.0.17-1']), machine, false));
    expect(answer('auto', silent)).toEqual(['wait', 'noSigner', '3.0.17-1']);
    expect(answer('blocked', facts('3.0.15-1', ['3.0.17-1']))).toEqual(['stay', 'blocked', null]);
  });

  it('that is promised and gone from the repositories says so', () => {
    const gone = facts('3.0.15-1', ['3.0.17-1'], repositorySupply(new Set(), machine, true));
    expect(answer('auto', gone)).toEqual(['wait', 'notInRepositories', '3.0.17-1']);
    expect(awaitsOf(ask('auto', gone)).map(({ sentence }) => sentence)).toEqual([
      'The host’s own repositories do not offer 3.0.17-1, or apt has not checked their signature. The host asks them with each inspection.',
    ]);
  });
});

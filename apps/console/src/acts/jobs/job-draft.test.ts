import { describe, expect, it } from 'vitest';
import { firstOpenStep, type JobDraft, jobDraft, newDraft, targetCount, withParts } from './job-draft.ts';

const zip = { channelTag: '7-zip', title: '7-Zip', actionType: 'Install' as const, version: null };
const host = { id: 'h1', name: 'LT-CPH-0412' };

describe('the draft of a job', () => {
  it('takes what is ticked in lists, each thing once, and goes on where something is missing', () => {
    const withApp = withParts(newDraft, { actions: [zip] });
    expect(withApp).toMatchObject({ actions: [zip], step: 'targets' });
    const withHost = withParts(withApp, { hosts: [host, host], actions: [{ ...zip, actionType: 'Remove' }] });
    expect(withHost.hosts).toEqual([host]);
    expect(withHost.actions).toEqual([{ ...zip, actionType: 'Remove' }]);
    expect(withHost.step).toBe('naming');
    expect(firstOpenStep(withParts(newDraft, { hosts: [host] }))).toBe('apps');
  });

  it('counts all that match in a list as a target', () => {
    const matching = { selection: { hosts: [] as string[] }, count: 412 };
    expect(targetCount({ ...newDraft, matching })).toBe(1);
  });

  it('is read back as it was kept', () => {
    const draft: JobDraft = { ...withParts(newDraft, { actions: [zip], hosts: [host] }), savedAt: '2026-11-19' };
    expect(jobDraft.parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
    expect(jobDraft.safeParse({ ...draft, step: 'elsewhere' }).success).toBe(false);
  });
});

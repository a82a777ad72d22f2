import { expect, it } from 'vitest';
import { createDrafts, type DraftStorage } from '../../lib/drafts.ts';
import { memoryStorage } from '../../testkit/memory-storage.ts';
import { customAction, type JobDraft, jobDraft, newDraft, withParts } from './job-draft.ts';
import { createJobDrafts } from './job-drafts.ts';

/** A tab that is loaded, or loaded anew with the storage it had. */
const tab = (storage: DraftStorage) => createJobDrafts(createDrafts(storage, () => 'ana'));

/** Something in every part, none of it as a new draft has it. */
const full: Omit<JobDraft, 'savedAt'> = {
  step: 'naming',
  actions: [customAction({ uuid: 'c1', title: 'Line of business', isRemoval: true })],
  hosts: [{ id: 'h1', name: 'LT-CPH-0412' }],
  groups: [{ id: 'g1', name: 'Office' }],
  tags: [{ id: 't1', name: 'Pilot' }],
  matching: { selection: { hosts: ['0b6f6a2e-7c1d-4c53-9d0e-3f6d1b2a4c5e'] }, count: 1 },
  title: 'Mine',
  comment: 'For the office',
  jobType: 'ongoing',
  priority: 7,
  starts: 'now',
  editing: { jobs: [{ goalUuid: 'j1', title: 'Mine', serialNumber: 4 }], before: null },
};
const next = withParts(newDraft, { hosts: [{ id: 'h9', name: 'LT-CPH-0999' }] });

it('closing a job that is on its way clears all of it, here and after a reload, and counts the serial up [DEP-32]', () => {
  for (const part of Object.keys(jobDraft.omit({ savedAt: true }).shape) as (keyof typeof full)[])
    expect([part, full[part]]).not.toEqual([part, newDraft[part]]);
  const storage = memoryStorage();
  const loaded = tab(storage);
  loaded.save('one', full);
  expect([loaded.of('one'), loaded.store.getState().serial]).toMatchObject([full, 0]);
  const again = tab(storage);
  expect(again.of('one')).toMatchObject(full);
  again.close('one');
  expect([again.of('one'), again.store.getState().serial, storage.kept.size]).toEqual([null, 1, 0]);
  expect(tab(storage).of('one')).toBeNull();
  // What is put together next holds nothing of it.
  again.save('one', next);
  expect(again.of('one')).toEqual({ ...next, savedAt: expect.any(String) });
  expect(again.store.getState().serial).toBe(1);
  again.close('one');
  expect([again.of('one'), again.store.getState().serial]).toEqual([null, 2]);
});

it('closing the job of one site leaves that of another', () => {
  const jobs = tab(memoryStorage());
  jobs.save('one', full);
  jobs.save('two', next);
  jobs.close('one');
  expect([jobs.of('one'), jobs.of('two')]).toMatchObject([null, next]);
});

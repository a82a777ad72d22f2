import { approvalSettings, type ChangeSet, changeSets } from '@patchkeep/contract/change-sets';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/client.ts';

/** Whose changes: those of the site, or those made for all sites. */
export type ChangeLevel = 'site' | 'system';
export type ChangeState = ChangeSet['state'];

const operation = { verb: 'fetch', thing: 'approvals' } as const;
const meta = { isShownInPlace: true };

/* Keys begin with "approvals", the word of the hint after a change and after each step of a second person. */
export const changeSetsQuery = (level: ChangeLevel, state: ChangeState | undefined, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['approvals', 'change-sets', level, state, cursor],
    queryFn: ({ signal }) =>
      call(
        changeSets.list,
        { query: { level, ...(state !== undefined && { state }), ...(cursor !== undefined && { cursor }) } },
        { signal, operation },
      ),
    placeholderData: keepPreviousData,
    meta,
  });

/** One change by its id, as a link names it. */
export const changeSetQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['approvals', 'change-set', id],
    queryFn: ({ signal }) => call(changeSets.read, { params: { id: id ?? '' } }, { signal, operation }),
    enabled: id !== undefined,
  });

/** For the number in the header, which shows no failure of its own. */
export const awaitingQuery = (level: ChangeLevel) => ({
  ...changeSetsQuery(level, 'awaiting', undefined),
  meta: { isSilent: true },
});

export const approvalSettingsQuery = (level: ChangeLevel) =>
  queryOptions({
    queryKey: ['approvals', 'settings', level],
    queryFn: ({ signal }) =>
      call(approvalSettings.read, { query: { level } }, { signal, operation: { verb: 'fetch', thing: 'settings' } }),
    meta,
  });

import type { Application } from '@patchkeep/contract/applications';
import { constants } from '@patchkeep/contract/constants';
import { useEffect, useRef } from 'react';
import { fetchAll } from '../../lib/fetch-all.ts';
import { isSelected, type Selection } from '../../ui/table/selection.ts';
import type { ApplicationsRequest } from './application-search.ts';
import { fetchApplicationPage, type Within } from './applications.queries.ts';

export const idOf = ({ applicationId }: Application) => String(applicationId);

/** All applications that match, page by page; undefined if a page could not be read. */
export const fetchAllApplications = (
  task: { id: string; label: string },
  request: ApplicationsRequest,
  within: Within,
): Promise<Application[] | undefined> =>
  fetchAll(task, async (cursor) => {
    const page = await fetchApplicationPage(request, within, { cursor, limit: constants.pageSizeMax });
    return { rows: page.applications, total: page.total, nextCursor: page.nextCursor };
  });

/** Answers the ticked applications: those that were in sight, on other pages too, or all that match less the unticked. */
export const useChosen = (
  rows: readonly Application[] | undefined,
  request: ApplicationsRequest,
  within: Within,
  selection: Selection,
) => {
  const known = useRef(new Map<string, Application>());
  useEffect(() => {
    for (const row of rows ?? []) known.current.set(idOf(row), row);
  }, [rows]);
  return async (): Promise<readonly Application[] | undefined> => {
    if (selection.kind === 'some') return [...selection.ids].flatMap((id) => known.current.get(id) ?? []);
    const task = { id: 'choose-applications', label: 'Applications that match' };
    const all = await fetchAllApplications(task, request, within);
    return all?.filter((each) => isSelected(selection, idOf(each)));
  };
};

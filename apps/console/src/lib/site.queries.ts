import { configuration } from '@patchkeep/contract/configuration';
import { groups } from '@patchkeep/contract/groups';
import { tags } from '@patchkeep/contract/tags';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/* What many screens choose from. */

export const groupsQuery = queryOptions({
  queryKey: ['group', 'list'],
  queryFn: ({ signal }) => call(groups.list, {}, { signal, operation: { verb: 'fetch', thing: 'groups' } }),
  select: (answer) => answer.groups,
});

export const tagsQuery = queryOptions({
  queryKey: ['tag', 'list'],
  queryFn: ({ signal }) => call(tags.list, {}, { signal, operation: { verb: 'fetch', thing: 'tags' } }),
  select: (answer) => answer.tags,
});

export const agentSettingsQuery = queryOptions({
  queryKey: ['agentSettings'],
  queryFn: ({ signal }) =>
    call(configuration.readAgentSettings, {}, { signal, operation: { verb: 'fetch', thing: 'agent settings' } }),
});

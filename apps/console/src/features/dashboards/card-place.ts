import type { DashboardCard } from '@patchkeep/contract/dashboard-config';
import { groupPlaces } from '@patchkeep/rules/group-tree';
import { useQuery } from '@tanstack/react-query';
import { groupsQuery, tagsQuery } from '../../lib/site.queries.ts';

type Placed = Pick<DashboardCard, 'groupUuid' | 'tagUuid'>;

const wholeSite = 'site';

/** Where the numbers of a card are of, as one word for a choice. */
export const placeKey = ({ groupUuid, tagUuid }: Placed): string => {
  if (groupUuid !== undefined) return `group ${groupUuid}`;
  return tagUuid === undefined ? wholeSite : `tag ${tagUuid}`;
};

export const placeFrom = (key: string): Placed => {
  const [kind, id] = key.split(' ');
  return { groupUuid: kind === 'group' ? id : undefined, tagUuid: kind === 'tag' ? id : undefined };
};

/** The site, its groups and its tags, to choose from. */
export const usePlaces = (isWanted: boolean) => {
  const groups = useQuery({ ...groupsQuery, enabled: isWanted }).data ?? [];
  const tags = useQuery({ ...tagsQuery, enabled: isWanted }).data ?? [];
  return [
    { value: wholeSite, label: 'The whole site' },
    ...groupPlaces(groups).map(({ group, path }) => ({
      value: placeKey({ groupUuid: group.uuid }),
      label: `Group ${path}`,
    })),
    ...tags.map(({ tagUuid, tagName }) => ({ value: placeKey({ tagUuid }), label: `Tag ${tagName}` })),
  ];
};

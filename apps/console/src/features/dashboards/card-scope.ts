import type { DashboardCard } from '@patchkeep/contract/dashboard-config';
import { flattenGroups } from '@patchkeep/rules/group-tree';
import { useQuery } from '@tanstack/react-query';
import { groupsQuery, tagsQuery } from '../../lib/site.queries.ts';

type CardScope = Pick<DashboardCard, 'groupUuid' | 'tagUuid'>;

const wholeSite = 'site';

/** The scope of a card's numbers as the value of a choice: the site, a group or a tag. */
export const scopeKey = ({ groupUuid, tagUuid }: CardScope): string => {
  if (groupUuid !== undefined) return `group ${groupUuid}`;
  return tagUuid === undefined ? wholeSite : `tag ${tagUuid}`;
};

export const scopeFrom = (key: string): CardScope => {
  const [kind, id] = key.split(' ');
  return { groupUuid: kind === 'group' ? id : undefined, tagUuid: kind === 'tag' ? id : undefined };
};

/** The site, its groups and its tags, to choose from. */
export const useScopes = (isWanted: boolean) => {
  const groups = useQuery({ ...groupsQuery, enabled: isWanted }).data ?? [];
  const tags = useQuery({ ...tagsQuery, enabled: isWanted }).data ?? [];
  return [
    { value: wholeSite, label: 'The whole site' },
    ...flattenGroups(groups).map(({ group, path }) => ({
      value: scopeKey({ groupUuid: group.uuid }),
      label: `Group ${path}`,
    })),
    ...tags.map(({ tagUuid, tagName }) => ({ value: scopeKey({ tagUuid }), label: `Tag ${tagName}` })),
  ];
};

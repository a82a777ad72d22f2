import type { Group } from '@patchkeep/contract/groups';
import type { Tag } from '@patchkeep/contract/tags';
import { flattenGroups } from '@patchkeep/rules/group-tree';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { groupsQuery, tagsQuery } from '../../../lib/site.queries.ts';
import { useMay } from '../../../lib/use-may.ts';
import { formatCount } from '../../../ui/format.ts';
import { actOn, type Go } from './act-commands.ts';
import type { ActWord } from './act-words.ts';
import type { Command } from './commands.ts';

const groupCommands = (groups: readonly Group[], word: ActWord | undefined, go: Go): Command[] =>
  flattenGroups(groups).flatMap(({ group: { uuid, title, totalHostCount }, path }) => {
    const open = () => go({ to: '/groups/hosts', search: { groupUuid: uuid } });
    const hosts = formatCount(totalHostCount, 'host');
    const found: Command = {
      id: `group ${uuid}`,
      label: title,
      section: 'Groups',
      detail: path === title ? hosts : `${path} · ${hosts}`,
      isOnlyFound: true,
      run: () => void open(),
    };
    if (word !== 'inspect' && word !== 'restart') return [found];
    return [{ ...actOn(word, { id: uuid, name: title }, true, open), detail: `Group · ${hosts}` }, found];
  });

const tagCommands = (tags: readonly Tag[], word: ActWord | undefined, go: Go): Command[] =>
  tags.flatMap(({ tagUuid, tagName, hostCount }) => {
    const open = () => go({ to: '/tags/hosts', search: { tagUuid } });
    const hosts = formatCount(hostCount, 'host');
    const found: Command = {
      id: `tag ${tagUuid}`,
      label: tagName,
      section: 'Tags',
      detail: hosts,
      isOnlyFound: true,
      run: () => void open(),
    };
    if (word !== 'inspect' && word !== 'restart') return [found];
    return [{ ...actOn(word, { id: tagUuid, name: tagName }, true, open), detail: `Tag · ${hosts}` }, found];
  });

/** The groups and tags of the site, and what was asked to be done with one of them. */
export const useSiteCommands = (word: ActWord | undefined): Command[] => {
  const { navigate } = useRouter();
  const maySee = useMay('canViewResults');
  const options = { enabled: maySee, meta: { isSilent: true } };
  const groups = useQuery({ ...groupsQuery, ...options }).data;
  const tags = useQuery({ ...tagsQuery, ...options }).data;
  return useMemo(
    () => [...groupCommands(groups ?? [], word, navigate), ...tagCommands(tags ?? [], word, navigate)],
    [groups, tags, word, navigate],
  );
};

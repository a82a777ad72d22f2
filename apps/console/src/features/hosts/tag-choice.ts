import type { Host } from '@patchkeep/contract/hosts';

/** How many of the chosen hosts carry a tag; "unknown" where hosts are chosen that nobody has seen. */
export type TagShare = 'none' | 'some' | 'all' | 'unknown';

export const tagShareOf = (hosts: readonly Pick<Host, 'tagUuids'>[] | undefined, tag: string): TagShare => {
  if (!hosts) return 'unknown';
  const count = hosts.filter(({ tagUuids }) => tagUuids.includes(tag)).length;
  if (count === 0) return 'none';
  return count === hosts.length ? 'all' : 'some';
};

/** What the boxes ask for: a box nobody touched changes nothing. */
export const tagChange = (
  touched: ReadonlyMap<string, boolean>,
  shareOf: (tag: string) => TagShare,
): { addTags: string[]; removeTags: string[] } => ({
  addTags: [...touched].flatMap(([tag, isOn]) => (isOn && shareOf(tag) !== 'all' ? [tag] : [])),
  removeTags: [...touched].flatMap(([tag, isOn]) => (!isOn && shareOf(tag) !== 'none' ? [tag] : [])),
});

import { changeSections, type ChangelogVersion } from '@patchkeep/contract/changelog';

type Section = ChangelogVersion['sections'][number];

const versionLine = /^## \[([^\]]{1,50})\](?: - (\d{4}-\d{2}-\d{2}))?$/;

const titleOf = (line: string): Section['title'] => {
  const title = changeSections.find((each) => line === `### ${each}`);
  if (title === undefined) throw new Error(`CHANGELOG.md: "${line}" is not a section of Keep a Changelog`);
  return title;
};

/**
 * Reads a file in the form of Keep a Changelog: versions, sections, entries. Text before the first version is an
 * introduction. A line that has no place in the form is an error, so that a typo cannot hide an entry.
 */
export const parseChangelog = (text: string): ChangelogVersion[] => {
  const versions: ChangelogVersion[] = [];
  for (const line of text.split('\n').map((each) => each.trimEnd())) {
    const sections = versions.at(-1)?.sections;
    if (line.startsWith('## ')) {
      const [, version, released] = versionLine.exec(line) ?? [];
      if (version === undefined) throw new Error(`CHANGELOG.md: "${line}" is not a version with its date`);
      versions.push({ version, released: released ?? null, sections: [] });
    } else if (sections === undefined || line === '') continue;
    else if (line.startsWith('### ')) sections.push({ title: titleOf(line), entries: [] });
    else if (line.startsWith('- ') && sections.length > 0) sections.at(-1)?.entries.push(line.slice(2));
    else throw new Error(`CHANGELOG.md: "${line}" belongs to no section`);
  }
  return versions;
};

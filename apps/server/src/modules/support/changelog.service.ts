import { readFile } from 'node:fs/promises';
import type { ChangelogVersion } from '@patchkeep/contract/changelog';
import { parseChangelog } from './changelog.rules.ts';

const file = new URL('../../../../../CHANGELOG.md', import.meta.url);
let versions: Promise<ChangelogVersion[]> | undefined;

/** The file belongs to the release and does not change while the server runs, so it is read once. */
export const readChangelog = (): Promise<ChangelogVersion[]> =>
  (versions ??= readFile(file, 'utf8').then(parseChangelog));

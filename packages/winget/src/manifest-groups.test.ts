import { describe, expect, it } from 'vitest';
import { type ManifestGroup, manifestGroups } from './manifest-groups.ts';

const groupsOf = async (files: readonly [path: string, bytes: number][]): Promise<ManifestGroup[]> => {
  async function* all() {
    for (const [path, bytes] of files) yield await Promise.resolve({ path, content: Buffer.alloc(bytes, 'a') });
  }
  const groups: ManifestGroup[] = [];
  for await (const group of manifestGroups(all())) groups.push(group);
  return groups;
};
const sizes = (groups: readonly ManifestGroup[]) => groups.map(({ folder, files }) => [folder, files.length]);

describe('the manifests of an archive', () => {
  it('come folder by folder, named by the file with the installers', async () => {
    const groups = await groupsOf([
      ['m/a/A/1.0/A.B.locale.en-US.yaml', 1],
      ['m/a/A/1.0/A.B.installer.yaml', 1],
      ['m/a/A/1.0/A.B.yaml', 1],
      ['m/a/A/1.0/read.me', 1],
      ['m/a/A/1.1/A.B.yaml', 1],
    ]);
    expect(groups.map(({ packageId, version, files }) => [packageId, version, files.length])).toEqual([
      ['A.B', '1.0', 3],
      ['A.B', '1.1', 1],
    ]);
  });

  it('are held only up to a size that no honest folder has, by number and by bytes', async () => {
    const many = Array.from({ length: 600 }, (_, no) => [`m/1/${no}.yaml`, 1] as [string, number]);
    const large = Array.from({ length: 9 }, (_, no) => [`m/2/${no}.yaml`, 2 * 1024 ** 2] as [string, number]);
    expect(sizes(await groupsOf([...many, ...large, ['m/3/a.yaml', 1]]))).toEqual([
      ['m/1', 500],
      ['m/2', 8],
      ['m/3', 1],
    ]);
  });
});

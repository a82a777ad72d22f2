import { rename, rm } from 'node:fs/promises';
import { fetchFile } from '../evidence/fetch-file.ts';

/** Where the public manifests of winget are published. */
export const usualAddress = 'https://github.com/microsoft/winget-pkgs/archive/refs/heads/master.tar.gz';

/**
 * Brings the archive of manifests up to date, by the same rules as installers: HTTPS from public addresses only. What was
 * there stays until the new one has come whole.
 */
export const fetchManifests = async (address: string, path: string): Promise<{ bytes: number }> => {
  const coming = `${path}.coming`;
  await rm(coming, { force: true });
  try {
    const { bytes } = await fetchFile({ address, sha256: null, path: coming });
    await rename(coming, path);
    return { bytes };
  } finally {
    await rm(coming, { force: true });
  }
};

import { join } from 'node:path';
import type { Channel } from '@patchkeep/starter/channel';
import type { Log } from '../log.ts';
import { fetchManifests } from './fetch-manifests.ts';
import { openManifests } from './manifest-index.ts';

const fetchEveryMs = 6 * 3_600_000;
const retryEveryMs = 5 * 60_000;

/** Fetches the manifests now and every six hours, sooner after a failure; what came last counts meanwhile. */
const keepFetching = (address: string, path: string, log: Log): void => {
  const fetchNow = async (): Promise<void> => {
    let next = fetchEveryMs;
    try {
      log(await fetchManifests(address, path), 'manifests fetched');
    } catch (err) {
      log({ err }, 'the manifests could not be fetched');
      next = retryEveryMs;
    }
    setTimeout(() => void fetchNow(), next).unref();
  };
  void fetchNow();
};

export interface ManifestSource {
  home: string;
  /** Folders and archives that the operator brings; with none they are fetched. */
  manifests: readonly string[];
  manifestsFrom: string;
}

/** The manifests that this machine goes by. `begin` fetches them, where nobody brings them. */
export const keepManifests = ({ home, manifests, manifestsFrom }: ManifestSource, channels: readonly Channel[]) => {
  const fetched = join(home, 'manifests.tar.gz');
  return {
    read: openManifests(manifests.length > 0 ? manifests : [fetched], channels),
    begin(log: Log): void {
      if (manifests.length === 0) keepFetching(manifestsFrom, fetched, log);
    },
  };
};

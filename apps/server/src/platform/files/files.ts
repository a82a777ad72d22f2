import type { FileSettings } from '../config/file-settings.ts';
import { openBucketStore } from './bucket-store.ts';
import { type FileStore, openFileStore } from './file-store.ts';

/** Where the operator's settings keep files; undefined when they name neither a folder nor a bucket. */
export const openFiles = (config: FileSettings): FileStore | undefined => {
  const { PATCHKEEP_FILES_DIR: folder, PATCHKEEP_S3_BUCKET: name } = config;
  if (folder !== undefined) return openFileStore(folder);
  if (name === undefined) return undefined;
  const place = {
    name,
    endpoint: config.PATCHKEEP_S3_ENDPOINT,
    region: config.PATCHKEEP_S3_REGION,
    isPathStyle: config.PATCHKEEP_S3_PATH_STYLE,
    accessKey: config.PATCHKEEP_S3_ACCESS_KEY ?? '',
    secretKey: config.PATCHKEEP_S3_SECRET_KEY ?? '',
    ca: config.PATCHKEEP_S3_CA,
  };
  return openBucketStore(place, config.PATCHKEEP_S3_PREFIX);
};

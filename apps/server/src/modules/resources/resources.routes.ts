import { resources } from '@patchkeep/contract/resources';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { addResource, assertMayUpload, takeInstaller } from './resources.service.ts';

export const resourceRoutes = (mount: Mount, { files }: { files: FileStore | undefined }): void => {
  mount.upload(resources.uploadUpgradeFile, {
    check: (context, { query }) => assertMayUpload(context, files, query.filename),
    take: ({ query }, content) => takeInstaller(files, query.filename, content),
    handle: async (context, { query }, taken) => ({ siteResource: await addResource(context, query.filename, taken) }),
  });
};

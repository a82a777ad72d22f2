import { customizations } from '@patchkeep/contract/customization';
import { resources } from '@patchkeep/contract/resources';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { readPrefill, readUpgradeConfig } from './customization/customization.service.ts';
import { addResource, assertMayUpload, takeInstaller } from './site-resources.service.ts';

export const customizationRoutes = (mount: Mount, { files }: { files: FileStore | undefined }): void => {
  mount(customizations.config, (context, { params }) => readUpgradeConfig(context, params.channel));
  mount(customizations.prefill, (context, { params }) => readPrefill(context, params.id));
  mount.upload(resources.uploadUpgradeFile, {
    check: (context, { query }) => assertMayUpload(context, files, query.filename),
    take: ({ query }, content) => takeInstaller(files, query.filename, content),
    handle: async (context, { query }, taken) => ({ siteResource: await addResource(context, query.filename, taken) }),
  });
};

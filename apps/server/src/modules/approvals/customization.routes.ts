import { customizations } from '@patchkeep/contract/customization';
import { resources } from '@patchkeep/contract/resources';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { readPrefill, readUpgradeConfig } from './customization.service.ts';
import { addResource, fileKeeper } from './site-resources.service.ts';

export const customizationRoutes = (mount: Mount, { files }: { files: FileStore | undefined }): void => {
  mount(customizations.config, (context, { params }) => readUpgradeConfig(context, params.channel));
  mount(customizations.prefill, (context, { params }) => readPrefill(context, params.id));
  mount.upload(resources.uploadUpgradeFile, fileKeeper(files), async (context, { query }, kept) => ({
    siteResource: await addResource(context, query.filename, kept),
  }));
};

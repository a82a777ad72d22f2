import { resourceCalls, resourceCategories } from '@patchkeep/contract/resources';
import { found, invalid } from '../../platform/errors.ts';
import type { Mount } from '../../platform/http/mount.ts';
import type { Quarantine } from './quarantine.service.ts';
import { answerTus } from './tus.service.ts';
import { listFiles, readResource, removeResource, type UsedFiles } from './uploads.service.ts';
import { takeWhole } from './whole-files.service.ts';

interface ResourceDependencies {
  quarantine: Quarantine | undefined;
  usedBy: readonly UsedFiles[];
}

export const resourceRoutes = (mount: Mount, given: ResourceDependencies): void => {
  const folder = (): Quarantine => {
    if (!given.quarantine) throw invalid('This server keeps no files: its operator has not named a folder for them');
    return given.quarantine;
  };
  for (const category of resourceCategories) {
    const calls = resourceCalls[category];
    mount.transfer(calls.create, async (transfer, { query: { filename } }) => {
      const call = { quarantine: folder(), category, transfer };
      return transfer.headers['tus-resumable'] === undefined ? takeWhole({ ...call, filename }) : answerTus(call);
    });
    const ofOne = [calls.part, calls.state] as const;
    for (const endpoint of ofOne)
      mount.transfer(endpoint, async (transfer, { params: { id } }) =>
        answerTus({ quarantine: found(given.quarantine), category, transfer, id }),
      );
    mount.transfer(calls.partByPost, async (transfer, { params: { id } }) => {
      await transfer.inTenant((context) => readResource(context, category, id));
      if (transfer.headers['x-http-method-override'] !== 'PATCH')
        throw invalid('A file is known by its id already: go on with it by PATCH');
      const quarantine = found(given.quarantine);
      return answerTus({ quarantine, category, transfer: { ...transfer, method: 'PATCH' }, id });
    });
    mount(calls.list, (context) => listFiles(context, category, given.usedBy));
    mount(calls.state, async (context, { params }) => ({
      siteResource: await readResource(context, category, params.id),
    }));
    mount(calls.remove, (context, { params }) => removeResource(context, category, params.id, given));
  }
};

import { approverKeys, customSoftware } from '@patchkeep/contract/custom-software';
import type { Mount } from '../../platform/http/mount.ts';
import {
  type ApproverTools,
  nameApprovers,
  nextToSign,
  readApproverKeys,
  signNext,
  withdrawNext,
} from './approvers.service.ts';
import {
  type IsInJob,
  listCustomSoftware,
  readConfig,
  removeCustomSoftware,
  saveCustomSoftware,
} from './configs.service.ts';
import { prepareStatement, signCustomSoftware } from './signing.service.ts';

export const customSoftwareRoutes = (mount: Mount, tools: ApproverTools & { isInJob: IsInJob }): void => {
  mount(customSoftware.list, (context) => listCustomSoftware(context));
  mount(customSoftware.read, (context, { params }) => readConfig(context, params.id));
  mount(customSoftware.save, (context, { body }) => saveCustomSoftware(context, body));
  mount(customSoftware.remove, (context, { params }) => removeCustomSoftware(context, params.id, tools.isInJob));
  mount(customSoftware.prepare, (context, { params }) => prepareStatement(context, params.id));
  mount(customSoftware.sign, (context, { params, body }) => signCustomSoftware(context, params.id, body));
  mount(approverKeys.read, (context) => readApproverKeys(context, tools));
  mount(approverKeys.name, (context, { body }) => nameApprovers(context, body, tools));
  mount(approverKeys.toSign, (context) => nextToSign(context));
  mount(approverKeys.sign, (context, { body }) => signNext(context, body, tools));
  mount(approverKeys.withdraw, (context) => withdrawNext(context));
};

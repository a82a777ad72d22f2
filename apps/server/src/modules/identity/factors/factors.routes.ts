import { factors, loginFactors } from '@patchkeep/contract/factors';
import type { Mount } from '../../../platform/http/mount.ts';
import { confirmTotp, readFactors, removeFactor, renewRecoveryCodes, setUpTotp } from './enrol.service.ts';
import { finishByCode, type SecondStepTools } from './second-step.service.ts';

export const factorRoutes = (mount: Mount, tools: SecondStepTools): void => {
  mount(factors.read, (context) => readFactors(context, tools));
  mount(factors.setUp, (context, { body }) => setUpTotp(context, tools, body));
  mount(factors.confirm, (context, { params, body }) => confirmTotp(context, tools, params.id, body.code));
  mount(factors.remove, (context, { params, body }) => removeFactor(context, tools, params.id, body));
  mount(factors.newRecoveryCodes, (context, { body }) => renewRecoveryCodes(context, tools, body));

  mount.open(loginFactors.totp, (context, { body }) => finishByCode(tools, context, 'totp', body.code));
  mount.open(loginFactors.recovery, (context, { body }) => finishByCode(tools, context, 'recovery', body.code));
};

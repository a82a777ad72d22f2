import { factors, loginFactors } from '@patchkeep/contract/factors';
import { loginPasskeys, passkeys } from '@patchkeep/contract/passkeys';
import type { Mount } from '../../../platform/http/mount.ts';
import {
  addPasskey,
  beginPasskey,
  confirmTotp,
  readFactors,
  removeFactor,
  renewRecoveryCodes,
  setUpTotp,
} from './enrol.service.ts';
import { beginByPasskey, finishByCode, finishByPasskey, type SecondStepTools } from './second-step.service.ts';

export const factorRoutes = (mount: Mount, tools: SecondStepTools): void => {
  mount(factors.read, (context) => readFactors(context, tools));
  mount(factors.setUp, (context, { body }) => setUpTotp(context, tools, body));
  mount(factors.confirm, (context, { params, body }) => confirmTotp(context, tools, params.id, body.code));
  mount(factors.remove, (context, { params, body }) => removeFactor(context, tools, params.id, body));
  mount(factors.newRecoveryCodes, (context, { body }) => renewRecoveryCodes(context, tools, body));
  mount(passkeys.begin, (context, { body }) => beginPasskey(context, tools, body));
  mount(passkeys.add, (context, { body }) => addPasskey(context, tools, body));

  mount.open(loginPasskeys.begin, (context) => beginByPasskey(tools, context));
  mount.open(loginPasskeys.finish, (context, { body }) => finishByPasskey(tools, context, body.passkey));
  mount.open(loginFactors.totp, (context, { body }) => finishByCode(tools, context, 'totp', body.code));
  mount.open(loginFactors.recovery, (context, { body }) => finishByCode(tools, context, 'recovery', body.code));
};

import { breakGlass } from '@patchkeep/contract/break-glass';
import { enrolment } from '@patchkeep/contract/enrolment';
import { factors, loginFactors } from '@patchkeep/contract/factors';
import { loginPasskeys, passkeys } from '@patchkeep/contract/passkeys';
import { customerFactors } from '@patchkeep/contract/second-factor-policy';
import { stepUp } from '@patchkeep/contract/step-up';
import type { Mount } from '../../../platform/http/mount.ts';
import { markBreakGlass, unmarkBreakGlass } from './break-glass.service.ts';
import {
  addPasskey,
  beginPasskey,
  confirmTotp,
  readFactors,
  removeFactor,
  renewRecoveryCodes,
  setUpTotp,
} from './enrol.service.ts';
import { readFactorPolicy, saveFactorPolicy } from './factor-policy.service.ts';
import { beginEnrolByApp, beginEnrolByPasskey, finishEnrolByApp, finishEnrolByPasskey } from './login-enrol.service.ts';
import {
  beginByPasskey,
  beginByPasskeyAlone,
  finishByCode,
  finishByPasskey,
  finishByPasskeyAlone,
  type SecondStepTools,
} from './second-step.service.ts';
import { beginProofByPasskey, stepUpSession } from './step-up.service.ts';

export const factorRoutes = (mount: Mount, tools: SecondStepTools): void => {
  mount(factors.read, (context) => readFactors(context, tools));
  mount(factors.setUp, (context, { body }) => setUpTotp(context, tools, body));
  mount(factors.confirm, (context, { params, body }) => confirmTotp(context, tools, params.id, body.code));
  mount(factors.remove, (context, { params, body }) => removeFactor(context, tools, params.id, body));
  mount(factors.newRecoveryCodes, (context, { body }) => renewRecoveryCodes(context, tools, body));
  mount(passkeys.begin, (context, { body }) => beginPasskey(context, tools, body));
  mount(passkeys.add, (context, { body }) => addPasskey(context, tools, body));

  mount(customerFactors.read, (context) => readFactorPolicy(context, tools));
  mount(customerFactors.save, (context, { body }) => saveFactorPolicy(context, tools, body));

  mount(breakGlass.mark, (context, { params }) => markBreakGlass(context, params.id));
  mount(breakGlass.unmark, (context, { params }) => unmarkBreakGlass(context, params.id));

  mount(stepUp.passkeyOptions, (context) => beginProofByPasskey(context, tools));
  mount(stepUp.prove, async (context, { body }) => {
    await stepUpSession(context, tools, body.proof);
    return {};
  });

  mount.open(loginPasskeys.beginAlone, (context) => beginByPasskeyAlone(tools, context));
  mount.open(loginPasskeys.finishAlone, (context, { body }) => finishByPasskeyAlone(tools, context, body.passkey));
  mount.open(loginPasskeys.begin, (context) => beginByPasskey(tools, context));
  mount.open(loginPasskeys.finish, (context, { body }) => finishByPasskey(tools, context, body.passkey));
  mount.open(loginFactors.totp, (context, { body }) => finishByCode(tools, context, 'totp', body.code));
  mount.open(loginFactors.recovery, (context, { body }) => finishByCode(tools, context, 'recovery', body.code));

  mount.open(enrolment.beginTotp, (context) => beginEnrolByApp(tools, context));
  mount.open(enrolment.confirmTotp, (context, { body }) => finishEnrolByApp(tools, context, body));
  mount.open(enrolment.beginPasskey, (context) => beginEnrolByPasskey(tools, context));
  mount.open(enrolment.addPasskey, (context, { body }) => finishEnrolByPasskey(tools, context, body));
};

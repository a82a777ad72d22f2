import { alertChoices } from '@patchkeep/contract/alerts';
import type { Mount } from '../../platform/http/mount.ts';
import { askForTestMail, chooseForSite, chooseForSystem, readChoices } from './choices.service.ts';

export const alertRoutes = (mount: Mount, { isMailing }: { isMailing: boolean }): void => {
  mount(alertChoices.read, (context) => readChoices(context, isMailing));
  mount(alertChoices.save, async (context, { params, body }) => {
    await chooseForSite(context, params.id, body);
    return {};
  });
  mount(alertChoices.saveSystem, async (context, { body }) => {
    await chooseForSystem(context, body);
    return {};
  });
  mount(alertChoices.test, async (context) => {
    await askForTestMail(context, isMailing);
    return {};
  });
};

import { changelog } from '@patchkeep/contract/changelog';
import { support } from '@patchkeep/contract/support';
import type { Config } from '../../platform/config/config.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { readChangelog } from './changelog.service.ts';
import { contactOf, readMessages, sendMessage } from './support.service.ts';

export const supportRoutes = (mount: Mount, config: Config, isMailing: boolean): void => {
  const contact = contactOf(config, isMailing);
  mount(changelog.list, async () => ({ versions: await readChangelog() }));
  mount(support.read, async () => contact);
  mount(support.send, async (context, { body }) => {
    await sendMessage(context, contact.isMessagePossible, body);
    return {};
  });
  mount(support.messages, readMessages);
};

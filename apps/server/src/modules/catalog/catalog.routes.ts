import { channels } from '@patchkeep/contract/channels';
import { feeds } from '@patchkeep/contract/feeds';
import { packages } from '@patchkeep/contract/packages';
import type { Config } from '../../platform/config/config.ts';
import type { Mount } from '../../platform/http/mount.ts';
import { listChannelInfos } from './channels/channel-info.service.ts';
import { readFreshness, readRejections } from './feeds/freshness.service.ts';
import { findPackage, listPackages, summarizePackages } from './packages/package-builds.service.ts';

export const catalogRoutes = (mount: Mount, config: Config): void => {
  mount(feeds.list, (context) => readFreshness(context, config));
  mount(feeds.rejections, (context, { query }) => readRejections(context, query));
  mount(channels.list, (context, { query }) => listChannelInfos(context, query));
  mount(packages.list, (context, { query }) => listPackages(context, query));
  mount(packages.find, (context, { params }) => findPackage(context, params.id));
  mount(packages.summary, (context) => summarizePackages(context));
};

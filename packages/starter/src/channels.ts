import archivers from './archivers-and-editors.json' with { type: 'json' };
import browsers from './browsers.json' with { type: 'json' };
import type { Channel } from './channel.ts';
import communication from './communication.json' with { type: 'json' };
import containers from './containers-and-cloud.json' with { type: 'json' };
import databases from './databases-and-data.json' with { type: 'json' };
import media from './media.json' with { type: 'json' };
import network from './network-and-keys.json' with { type: 'json' };
import office from './office.json' with { type: 'json' };
import remote from './remote-access.json' with { type: 'json' };
import runtimes from './runtimes.json' with { type: 'json' };
import security from './security-and-system.json' with { type: 'json' };
import tools from './tools.json' with { type: 'json' };

/**
 * The channels a new install knows before any feed has been read: names, where to find them, how they count versions.
 * Facts compiled by us; a test holds their form, the type below is what the files are.
 */
export const starterChannels = [
  archivers,
  browsers,
  communication,
  containers,
  databases,
  media,
  network,
  office,
  remote,
  runtimes,
  security,
  tools,
].flat() as Channel[];

/** Programs with which others work on a host from afar. */
export const remoteAccessTags: ReadonlySet<string> = new Set(remote.map(({ tag }) => tag));

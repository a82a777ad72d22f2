import type { Channel } from './channel.ts';
import packages from './system-packages.json' with { type: 'json' };

/**
 * Common packages of Debian and Ubuntu, by their names there. Hosts get them from their own distribution. They have no
 * CPEs: distributions mend old versions, so what upstream says about a version would raise false alarms.
 */
export const systemPackageChannels: readonly Channel[] = Object.entries(packages).map(([name, title]) => ({
  // A host that reports the package names it in the same way, and is recognised by that alone.
  tag: `deb:${name}`,
  name: title.toLowerCase() === name ? name : `${name} (${title})`,
  vendor: 'Linux distribution',
  wingetIds: [],
  scheme: 'dpkg',
  cpes: [],
  cnaNames: [],
  describedAs: [],
  installedAs: [],
  publishers: [],
}));

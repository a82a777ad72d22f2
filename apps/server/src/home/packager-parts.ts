import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where the scanner of Debian listens. */
export const usualClamd = '/run/clamav/clamd.ctl';

/** What the packager looks at files with, and the package of Debian that brings it. */
const tools = { osslsigncode: 'osslsigncode', msiinfo: 'msitools', bwrap: 'bubblewrap', prlimit: 'util-linux' };

/** A sentence for each part that is missing: without it the packager holds every package. */
export const missingParts = (packagerOptions: readonly string[]): string[] => {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const isThere = (program: string): boolean => folders.some((folder) => existsSync(join(folder, program)));
  const missing = Object.entries(tools).filter(([program]) => !isThere(program));
  return [
    ...missing.map(
      ([program, name]) => `${program} is missing, so no package can be checked. Install the package ${name}.`,
    ),
    ...(packagerOptions.includes('--clamd')
      ? []
      : [
          'No scanner was found, so every package is held as not scanned. Install clamav-daemon, write --clamd ' +
            `${usualClamd} into PACKAGER_OPTIONS of settings.env and start again.`,
        ]),
  ];
};

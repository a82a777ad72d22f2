import { execFileSync, spawnSync } from 'node:child_process';

const tools = [
  'bwrap',
  'clamd',
  'flock',
  'ip',
  'makensis',
  'msiinfo',
  'nsenter',
  'openssl',
  'osslsigncode',
  'unshare',
  'wixl',
];

/** Daemons and network tools lie there, which is not on everybody's path. */
export const searchPath = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;

const isThere = (tool: string): boolean =>
  spawnSync('sh', ['-c', 'command -v "$0"', tool], { env: { ...process.env, PATH: searchPath } }).status === 0;

const hasNamespaces = (): boolean => spawnSync('unshare', ['--user', '--map-root-user', '--net', 'true']).status === 0;

/**
 * Whether files can be signed, scanned and locked in here. In CI the tools must be there: a test that is left out shows
 * nothing. A container that forbids user namespaces cannot be given them from within, so there the tests are left out.
 */
export const hasTools = (): boolean => {
  const missing = tools.filter((tool) => !isThere(tool));
  if (missing.length === 0) {
    const isPermitted = hasNamespaces();
    if (!isPermitted)
      console.warn('Left out: this machine forbids user namespaces, and the packager opens no file without');
    return isPermitted;
  }
  const reason = `the packager needs ${missing.join(', ')}: run tools/agent-packages.sh`;
  if (process.env['CI']) throw new Error(reason);
  console.warn(`Left out: ${reason}`);
  return false;
};

/** Runs a tool of the system and throws what it said when it failed. */
export const runTool = (folder: string, tool: string, ...args: string[]): void =>
  void execFileSync(tool, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH: searchPath },
  });

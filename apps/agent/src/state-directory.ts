import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { exportIdentity, type Identity, importIdentity, makeIdentity } from '@patchkeep/agent-client/identity';
import type { LocalPolicy } from '@patchkeep/orders/judge';
import { orderKinds } from '@patchkeep/orders/statements';
import { z } from 'zod';

export const defaultStateDirectory = (): string =>
  process.platform === 'win32'
    ? join(process.env['ProgramData'] ?? 'C:\\ProgramData', 'Patchkeep', 'Agent')
    : '/var/lib/patchkeep-agent';

/** What the administrator said at enrolment. */
const configuration = z.object({
  server: z.string(),
  /** A certificate authority to trust beside those of the system: its text, so that the file may go. */
  authority: z.string().optional(),
});
export type Configuration = z.output<typeof configuration>;

const identityPath = (directory: string): string => join(directory, 'identity.pem');
const configurationPath = (directory: string): string => join(directory, 'agent.json');

/** Whole or not at all, and readable by its owner alone. */
export const writeWhole = (path: string, text: string): void => {
  const file = openSync(`${path}.new`, 'w', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
};

/** The host's key: made at the first call, then always the same. */
export const ensureIdentity = (directory: string): Identity => {
  const path = identityPath(directory);
  if (!existsSync(path)) writeWhole(path, exportIdentity(makeIdentity()));
  return importIdentity(readFileSync(path, 'utf8'));
};

export const readConfiguration = (directory: string): Configuration | undefined => {
  const path = configurationPath(directory);
  return existsSync(path) ? configuration.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
};

export const writeConfiguration = (directory: string, given: Configuration): void =>
  writeWhole(configurationPath(directory), `${JSON.stringify(given, undefined, 2)}\n`);

/** The host's own word, in a file that only its administrators write: no server can change it. */
const policy = z.strictObject({
  refusedKinds: z.array(z.enum(orderKinds)).default([]),
  refusedChannels: z.array(z.string()).default([]),
});

/** A file that cannot be read stops the agent: it may have said no. */
export const readPolicy = (directory: string): LocalPolicy => {
  const path = join(directory, 'policy.json');
  return policy.parse(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
};

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '@patchkeep/command/command';
import { homeOf } from './home/home.ts';
import { runServices } from './home/services.ts';
import { usersOfHome } from './home/users.ts';

const usage = `patchkeep start --home DIR

Runs the signer, the packager and the server of the folder that \`patchkeep setup --home DIR\` has made, and starts each
again when it ends. As root each of them runs as a user of its own. SIGTERM ends all three, the server first.`;

await runCommand(usage, async () => {
  const { values } = parseArgs({ options: { home: { type: 'string', default: '.' } } });
  await runServices(homeOf(resolve(values.home)), usersOfHome());
});

// Runs `patchkeep setup --home … --start` in the network of a test, in which this program was started: its arguments are
// a folder with `passwd` and `group` files that know the three users, a port, and those of `setup`. The server can be
// reached by the socket `server.sock` in the folder. In a user namespace there is one user, so all three are that one;
// `setup-home.test.ts` shows that they are apart.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { relay } from './relay.ts';

const [folder = '', port = '', ...args] = process.argv.slice(2);
for (const name of ['passwd', 'group']) execFileSync('mount', ['--bind', join(folder, name), `/etc/${name}`]);
const patchkeep = fileURLToPath(new URL('../../../../../bin/patchkeep', import.meta.url));
const child = spawn(patchkeep, ['setup', ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
process.once('SIGTERM', () => child.kill('SIGTERM'));
const server = await relay({ path: join(folder, 'server.sock') }, { host: '127.0.0.1', port: Number(port) });
const [code] = (await once(child, 'exit')) as [number | null];
await server.stop();
process.exitCode = code ?? 1;

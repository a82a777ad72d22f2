import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkSandbox, runInSandbox } from '@patchkeep/evidence/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { hasTools } from '../testkit/tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'patchkeep-sandbox-'));
afterAll(() => rmSync(folder, { recursive: true }));
const key = join(folder, 'catalogue-1.pem');
writeFileSync(key, 'a private key');
const file = join(folder, 'installer');
writeFileSync(file, 'of a vendor');

/** Runs a script of Node in there, which prints what it could do. */
const attempt = async (script: string): Promise<string> => {
  const files = { '/node': process.execPath, '/file': file };
  const { output } = await runInSandbox({ tool: '/node', args: ['-e', script], files });
  return output.toString();
};

describe.skipIf(!hasTools())('a tool that opens a file of a vendor', () => {
  it('reads that file', async () => {
    await checkSandbox();
    expect(await attempt(`process.stdout.write(fs.readFileSync('/file'))`)).toBe('of a vendor');
  });

  it('is not run at all where the system permits no user namespaces', () => {
    const module = import.meta.resolve('@patchkeep/evidence/sandbox');
    const script = `import('${module}').then(({ checkSandbox }) => checkSandbox()).then(() => console.log('runs'))`;
    const forbid = 'echo 0 >/proc/sys/user/max_user_namespaces; exec "$@"';
    const tried = spawnSync('unshare', ['-U', '-r', 'sh', '-c', forbid, 'sh', process.execPath, '-e', script], {
      encoding: 'utf8',
    });
    expect(tried.stdout).toBe('');
    expect(tried.stderr).toContain('no file of a vendor is opened without it');
  });

  it('cannot connect, not even to this machine', async () => {
    let connections = 0;
    const server = createServer(() => (connections += 1));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const connect = (to: string): Promise<string> =>
      attempt(
        `net.connect(${to}).on('connect', () => console.log('connected')).on('error', (e) => console.log(e.code))`,
      );
    expect(await connect(`${port}, '127.0.0.1'`)).toBe('ECONNREFUSED\n');
    expect(await connect(`53, '9.9.9.9'`)).toBe('ENETUNREACH\n');
    server.close();
    expect(connections).toBe(0);
  });

  it('cannot write', async () => {
    const write = (path: string): string => `try { fs.writeFileSync('${path}', '') } catch (e) { console.log(e.code) }`;
    const paths = ['/file', '/x', '/usr/x', '/usr/bin/true'];
    expect((await attempt(paths.map(write).join(';'))).split('\n')).toEqual([...Array(4).fill('EROFS'), '']);
  });

  it('cannot read keys, or anything else of this machine', async () => {
    const read = (path: string): string => `try { fs.readFileSync('${path}') } catch (e) { console.log(e.code) }`;
    const paths = [key, '/etc/passwd', '/proc/self/environ', `${process.cwd()}/package.json`, '/home', '/root'];
    expect((await attempt(paths.map(read).join(';'))).split('\n')).toEqual([...Array(6).fill('ENOENT'), '']);
    expect(await attempt(`console.log(Object.keys(process.env).sort().join())`)).toBe('HOME,LANG,PATH,PWD\n');
  });

  it('gets no more than a gigabyte of memory', async () => {
    const take = (bytes: number) =>
      `try { Buffer.alloc(${bytes}); console.log('taken') } catch { console.log('refused') }`;
    expect(await attempt(take(300_000_000))).toBe('taken\n');
    expect(await attempt(take(1_100_000_000))).not.toBe('taken\n');
  });

  it('is ended when it says too much', async () => {
    const { code, output } = await runInSandbox({ tool: '/bin/sh', args: ['-c', 'cat /dev/zero'], files: {} });
    expect(code).toBeNull();
    expect(output.length).toBeLessThanOrEqual(4 * 1024 ** 2);
  });
});

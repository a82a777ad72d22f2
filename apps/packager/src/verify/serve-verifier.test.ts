import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askSocket } from '@patchkeep/socket/ask';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { VerifierAnswer, VerifierQuestion } from './messages.ts';
import { serveVerifier } from './serve-verifier.ts';
import { verifierClient } from './verifier-client.ts';

const question = (statement: string): VerifierQuestion => ({ statement, variant: 'x64 machine msi' });
const disagrees: VerifierAnswer = { answer: 'disagrees', says: 'sha256: other', isPassing: false };

describe('the socket of a verifier', () => {
  let folder = '';
  let socketPath = '';
  let ask = verifierClient('');
  /** Ends the look at a statement. */
  const looks = new Map<string, PromiseWithResolvers<VerifierAnswer>>();
  let serving: { close(): Promise<void> };
  beforeEach(async () => {
    looks.clear();
    // A socket each: connections to the one of the test before are closed.
    folder = mkdtempSync(join(tmpdir(), 'patchkeep-verifier-'));
    socketPath = join(folder, 'socket');
    ask = verifierClient(socketPath);
    const look = ({ statement }: VerifierQuestion): Promise<VerifierAnswer> => {
      const looking = Promise.withResolvers<VerifierAnswer>();
      looks.set(statement, looking);
      return looking.promise;
    };
    serving = await serveVerifier({ look, log: () => undefined }, socketPath);
  });
  afterEach(async () => {
    await serving.close();
    rmSync(folder, { recursive: true });
  });

  it('looks at one proposal at a time, and gives each answer once', async () => {
    expect(await ask(question('one'))).toEqual({ answer: 'working' });
    expect(await ask(question('one'))).toEqual({ answer: 'working' });
    expect(await ask(question('two'))).toEqual({ answer: 'busy' });
    expect([...looks.keys()]).toEqual(['one']);
    looks.get('one')?.resolve(disagrees);
    await vi.waitFor(async () => expect(await ask(question('one'))).toEqual(disagrees));
    // Asked again it looks again: the vendor or the manifests may have changed.
    expect(await ask(question('one'))).toEqual({ answer: 'working' });
  });

  it('says that it failed, and is there for the next one', async () => {
    await ask(question('one'));
    looks.get('one')?.reject(new Error('the disk is full'));
    await vi.waitFor(async () =>
      expect(await ask(question('one'))).toMatchObject({ answer: 'disagrees', isPassing: true }),
    );
    expect(await ask(question('two'))).toEqual({ answer: 'working' });
  });

  it('reads no long question, none of another form, and answers nothing else', async () => {
    const where = { socketPath, who: 'The verifier', timeoutMs: 10_000 };
    const post = (body: unknown) => askSocket(where, 'POST', '/verify', JSON.stringify(body));
    await expect(post(question('x'.repeat(200_000)))).rejects.toThrow('400');
    await expect(post({ ...question('one'), address: 'https://vendor.test' })).rejects.toThrow('400');
    await expect(post({ statement: 'one' })).rejects.toThrow('400');
    await expect(askSocket(where, 'GET', '/verify')).rejects.toThrow('404');
    expect([...looks.keys()]).toEqual([]);
  });
});

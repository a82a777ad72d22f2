import { askSocket, readText } from '@patchkeep/socket/ask';
import { type VerifierAnswer, verifierAnswer, type VerifierQuestion } from './messages.ts';

const mostBytes = 512 * 1024;

/** The verifier on another machine, by a socket that leads there. What it answers is not believed, only its signature. */
export const verifierClient =
  (socketPath: string) =>
  async (request: VerifierQuestion): Promise<VerifierAnswer> => {
    const where = { socketPath, who: 'The verifier', timeoutMs: 30_000 };
    const answer = await askSocket(where, 'POST', '/verify', JSON.stringify(request));
    return verifierAnswer.parse(JSON.parse(await readText(answer, mostBytes)));
  };
export type VerifierClient = ReturnType<typeof verifierClient>;

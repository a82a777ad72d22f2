import { createHash } from 'node:crypto';
import type http from 'node:http';
import { answerJson, listenOnSocket, readJson } from '@patchkeep/socket/serve';
import { type VerifierAnswer, type VerifierQuestion, verifierQuestion } from './messages.ts';

const mostBytes = 256 * 1024;
/** Answers that nobody has come for. A packager asks about one package at a time. */
const mostKept = 20;

interface Parts {
  look: (request: VerifierQuestion) => Promise<VerifierAnswer>;
  log: (about: object, says: string) => void;
}

/**
 * Answers a packager on its socket. A look takes as long as a download, so the packager asks again until there is an
 * answer; one package is looked at at a time, and every answer is given once.
 */
export const serveVerifier = async ({ look, log }: Parts, socket: string): Promise<{ close(): Promise<void> }> => {
  const answers = new Map<string, VerifierAnswer>();
  let lookingAt: string | undefined;

  const begin = async (id: string, request: VerifierQuestion): Promise<void> => {
    lookingAt = id;
    const answer = await look(request).catch((error: unknown): VerifierAnswer => {
      log({ err: error }, 'a proposal could not be looked at');
      return { answer: 'disagrees', says: 'The verifier failed; its log says more.', isPassing: true };
    });
    log({ answer: answer.answer, ...('says' in answer && { says: answer.says }) }, 'proposal looked at');
    answers.set(id, answer);
    const [oldest] = answers.keys();
    if (answers.size > mostKept && oldest !== undefined) answers.delete(oldest);
    lookingAt = undefined;
  };

  const answerTo = (request: VerifierQuestion): VerifierAnswer => {
    const id = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const known = answers.get(id);
    if (known) {
      answers.delete(id);
      return known;
    }
    if (lookingAt !== undefined) return { answer: lookingAt === id ? 'working' : 'busy' };
    void begin(id, request);
    return { answer: 'working' };
  };

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    if (request.method !== 'POST' || request.url !== '/verify')
      return answerJson(response, 404, { message: 'Not found' });
    const read = verifierQuestion.safeParse(await readJson(request, mostBytes).catch(() => undefined));
    if (!read.success) return answerJson(response, 400, { message: 'Not a proposal' });
    answerJson(response, 200, answerTo(read.data));
  };

  return listenOnSocket(socket, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log({ err: error }, 'a request failed');
      response.destroy();
    });
  });
};

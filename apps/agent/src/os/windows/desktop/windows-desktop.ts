import { type Answer, askEach, type Desktop, type Question } from '../../desktop.ts';
import { type RunForLines, runForLines } from '../../run-for-lines.ts';
import { runScript } from '../run-script.ts';
import { readDesktop } from './desktop-lines.ts';
import { desktopScript } from './desktop-script.ts';

/** A message box has buttons of its own, in the user's language: what they mean stands above them. */
const styles = { okCancel: 0x1, yesNo: 0x4, information: 0x40, foreground: 0x1_0000, topmost: 0x4_0000 };
const buttons: Readonly<Record<number, Answer>> = { 1: 'yes', 6: 'yes', 7: 'later' };

const boxOf = ({ title, message, yes, later, seconds }: Question, session: number) => {
  const isChoice = later !== undefined;
  const meaning = isChoice ? `Yes: ${yes}\nNo: ${later}` : `OK: ${yes}`;
  const box = isChoice ? styles.yesNo : styles.okCancel;
  const style = box | styles.information | styles.foreground | styles.topmost;
  return { session, title, text: `${message}\n\n${meaning}`, style, seconds };
};

/** Longer than any answer of Windows itself takes; a question has its own time besides. */
const answerMs = 60_000;
/** Gently, a program may first ask its user whether to save. */
const closeMs = 120_000;

export const windowsDesktop = (scratch: string, run: RunForLines = runForLines): Desktop => {
  const converse = (given: readonly string[], signal: AbortSignal, ms = answerMs): Promise<string[]> =>
    runScript({ scratch, script: desktopScript, run }, given, AbortSignal.any([signal, AbortSignal.timeout(ms)]));
  const listSessions = async (signal: AbortSignal) => readDesktop(await converse(['sessions'], signal), 'session');
  return {
    async ask(question, signal) {
      const atWork = (await listSessions(signal)).filter(({ isActive }) => isActive);
      const askIn = async ({ id }: { id: number }, until: AbortSignal): Promise<Answer> => {
        const text = Buffer.from(JSON.stringify(boxOf(question, id))).toString('base64');
        const said = await converse(['ask', text], until, answerMs + question.seconds * 1_000);
        const [answer] = readDesktop(said, 'answer');
        return answer ? (buttons[answer.button] ?? 'none') : 'nobody';
      };
      return askEach(atWork, askIn, signal);
    },

    async isSignedIn(user, signal) {
      const wanted = user.toLowerCase();
      return (await listSessions(signal)).some((session) => session.user.toLowerCase() === wanted);
    },

    async listOpen(names, signal) {
      if (names.length === 0) return [];
      const open = readDesktop(await converse(['open', ...names], signal), 'open');
      return open.map(({ pid, name }) => ({ pid, name }));
    },

    async close(programs, isForced, signal) {
      const ids = programs.map(({ pid }) => String(pid));
      readDesktop(await converse([isForced ? 'end' : 'close', ...ids], signal, closeMs), 'closed');
    },
  };
};

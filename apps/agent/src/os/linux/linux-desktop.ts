import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Answer, askEach, type Desktop, type Question } from '../desktop.ts';
import { runProgram } from '../run-program.ts';
import { listProcesses, readEnvironment } from './processes.ts';

/** A person's session with screen and keyboard. */
export interface Session {
  user: string;
  uid: number;
}

/** A session as systemd keeps it, if somebody sits at it. */
export const parseSession = (text: string): Session | undefined => {
  // Pattern: the names are those below.
  const of = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
  const isDesktop = of('ACTIVE') === '1' && of('CLASS') === 'user' && ['x11', 'wayland', 'mir'].includes(of('TYPE'));
  return isDesktop && of('USER') !== '' ? { user: of('USER'), uid: Number(of('UID')) } : undefined;
};

const listSessions = async (root: string): Promise<Session[]> => {
  const folder = join(root, 'run/systemd/sessions');
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith('.ref'));
  const found = await Promise.all(
    names.map(async (name) => parseSession(await readFile(join(folder, name), 'utf8').catch(() => ''))),
  );
  const sessions = found.filter((each) => each !== undefined);
  return [...new Map(sessions.map((each) => [each.uid, each])).values()];
};

/** What a program needs to know to draw in a session: only those who run there know it all. */
const displayVariables = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'];

const displayVariablesOf = async (root: string, { uid }: Session): Promise<string[]> => {
  for (const process of await listProcesses(root)) {
    if (process.uid !== uid) continue;
    const environment = await readEnvironment(root, process.pid);
    if (!environment.has('DISPLAY') && !environment.has('WAYLAND_DISPLAY')) continue;
    return displayVariables.flatMap((name) => (environment.has(name) ? `${name}=${environment.get(name)}` : []));
  }
  return [];
};

interface Asker {
  path: string;
  arguments(question: Question): string[];
  /** By exit code; what is not named was not answered. */
  answers: Readonly<Record<number, Answer>>;
}

/** Programs that desktops bring along to ask something, the best first. The last one can only tell. */
const askers: readonly Asker[] = [
  {
    path: '/usr/bin/zenity',
    arguments: ({ title, message, yes, later, seconds }) => [
      later === undefined ? '--warning' : '--question',
      '--no-markup',
      `--title=${title}`,
      `--text=${message}`,
      `--ok-label=${yes}`,
      ...(later === undefined ? [] : [`--cancel-label=${later}`]),
      `--timeout=${seconds}`,
    ],
    answers: { 0: 'yes', 1: 'later' },
  },
  {
    path: '/usr/bin/kdialog',
    arguments: ({ title, message, yes, later }) => [
      '--title',
      title,
      '--yes-label',
      yes,
      '--no-label',
      later ?? 'Not now',
      '--yesno',
      message,
    ],
    answers: { 0: 'yes', 1: 'later' },
  },
  {
    path: '/usr/bin/notify-send',
    arguments: ({ title, message }) => ['--urgency=critical', '--', title, message],
    answers: {},
  },
];

/** A little longer than the dialog itself counts; those that do not count are ended then. */
const graceSeconds = 5;

export const linuxDesktop = (root: string, run: typeof runProgram = runProgram): Desktop => ({
  async ask(question, signal) {
    const asker = askers.find(({ path }) => existsSync(join(root, path)));
    const sessions = asker ? await listSessions(root) : [];
    const askIn = async (session: Session, until: AbortSignal): Promise<Answer> => {
      if (!asker) return 'nobody';
      const limit = AbortSignal.any([until, AbortSignal.timeout((question.seconds + graceSeconds) * 1_000)]);
      const program = ['env', ...(await displayVariablesOf(root, session)), asker.path, ...asker.arguments(question)];
      const answer = asker.answers[await run('runuser', ['-u', session.user, '--', ...program], limit)] ?? 'none';
      return answer === 'later' && question.later === undefined ? 'none' : answer;
    };
    return askEach(sessions, askIn, signal);
  },

  async isSignedIn(user) {
    return (await listSessions(root)).some((session) => session.user === user);
  },

  async listOpen(names) {
    const wanted = new Set(names);
    return (await listProcesses(root)).flatMap(({ pid, name }) => (wanted.has(name) ? { pid, name } : []));
  },

  async close(programs, isForced) {
    const still = new Map((await listProcesses(root)).map((each) => [each.pid, each.name]));
    for (const { pid, name } of programs) {
      // Its number may belong to somebody else by now.
      if (still.get(pid) !== name) continue;
      try {
        process.kill(pid, isForced ? 'SIGKILL' : 'SIGTERM');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  },
});

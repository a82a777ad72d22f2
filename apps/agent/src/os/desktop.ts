/** Something the people at a host are asked. */
export interface Question {
  title: string;
  message: string;
  yes: string;
  /** What the other button says; undefined where there is no other choice than to wait. */
  later: string | undefined;
  /** How long it stands before it counts as unanswered. */
  seconds: number;
}

export type Answer =
  | 'yes'
  | 'later'
  /** Shown, and not answered in time. */
  | 'none'
  /** There is nobody to ask, or nothing to ask with. */
  | 'nobody';

/** A program that somebody has open. */
export interface OpenProgram {
  pid: number;
  name: string;
}

/** The people at a host, and what they have open. */
export interface Desktop {
  /** Asks everybody who works at the host at this moment, each in their own session. */
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
  isSignedIn(user: string, signal: AbortSignal): Promise<boolean>;
  /** What people have open of programs with these names. Services are none of theirs. */
  listOpen(names: readonly string[], signal: AbortSignal): Promise<OpenProgram[]>;
  /** Asks programs to end as if they were closed by hand; forced, ends them. */
  close(programs: readonly OpenProgram[], isForced: boolean, signal: AbortSignal): Promise<void>;
}

/** One word of several people: whoever needs time gets it, and only all together say yes. */
const agreed = (answers: readonly Answer[]): Answer => {
  const given = answers.filter((answer) => answer !== 'nobody');
  if (given.length === 0) return 'nobody';
  if (given.includes('later')) return 'later';
  return given.every((answer) => answer === 'yes') ? 'yes' : 'none';
};

/** Asks in all sessions at once. The first "later" decides, and takes the question from the others' screens. */
export const askEach = async <Session>(
  sessions: readonly Session[],
  ask: (session: Session, signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> => {
  const decided = new AbortController();
  const until = AbortSignal.any([signal, decided.signal]);
  const answers = sessions.map(async (session) => {
    // A dialog that was taken away or could not be drawn was not answered.
    const answer = await ask(session, until).catch((): Answer => 'none');
    if (answer === 'later') decided.abort();
    return answer;
  });
  return agreed(await Promise.all(answers));
};

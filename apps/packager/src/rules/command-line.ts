/** How a command line is taken apart: by most programs as Windows itself does, by the Windows Installer in its own way. */
export type Dialect = 'program' | 'msi';

const isBlank = (letter: string | undefined): boolean => letter === ' ' || letter === '\t';

/** Counts the backslashes from here on: only before a quote do they mean anything but themselves. */
const backslashesAt = (text: string, at: number): number => {
  let end = at;
  while (text[end] === '\\') end++;
  return end - at;
};

/** One argument from `start` on, and where the text goes on after it. */
const nextArgument = (text: string, start: number, dialect: Dialect): { argument: string; end: number } => {
  let argument = '';
  let isQuoted = false;
  let at = start;
  while (at < text.length && (isQuoted || !isBlank(text[at]))) {
    const slashes = dialect === 'program' ? backslashesAt(text, at) : 0;
    const isQuote = text[at + slashes] === '"';
    argument += '\\'.repeat(isQuote ? Math.floor(slashes / 2) : slashes);
    at += slashes;
    if (!isQuote) {
      if (slashes > 0) continue;
      argument += text[at] ?? '';
      at++;
    } else if (slashes % 2 === 1) {
      argument += '"';
      at++;
    } else if (isQuoted && text[at + 1] === '"') {
      argument += '"';
      at += 2;
    } else {
      isQuoted = !isQuoted;
      at++;
    }
  }
  return { argument, end: at };
};

/** The arguments that a program gets which is started with this command line. */
export const splitCommandLine = (text: string, dialect: Dialect): string[] => {
  const all: string[] = [];
  let at = 0;
  while (true) {
    while (isBlank(text[at])) at++;
    if (at >= text.length) return all;
    const { argument, end } = nextArgument(text, at, dialect);
    all.push(argument);
    at = end;
  }
};

/** As Node writes it into the command line of a program. */
const quotedForProgram = (argument: string): string => {
  if (argument !== '' && !/[ \t"]/.test(argument)) return argument;
  let quoted = '';
  for (let at = 0; at < argument.length; at++) {
    const slashes = backslashesAt(argument, at);
    const after = argument[at + slashes];
    quoted += '\\'.repeat(after === '"' || after === undefined ? slashes * 2 : slashes);
    at += slashes;
    if (after !== undefined) quoted += after === '"' ? '\\"' : after;
  }
  return `"${quoted}"`;
};

/** As the agent writes it for the Windows Installer: quotes belong around the value of a property. */
const quotedForMsi = (argument: string): string => {
  if (argument !== '' && !/[ \t"]/.test(argument)) return argument;
  const value = /^[A-Z][A-Z0-9_.]*=/.exec(argument)?.[0].length ?? 0;
  return `${argument.slice(0, value)}"${argument.slice(value).replaceAll('"', '""')}"`;
};

/** The command line that a program is started with which shall get these arguments. */
export const joinCommandLine = (given: readonly string[], dialect: Dialect): string =>
  given.map(dialect === 'msi' ? quotedForMsi : quotedForProgram).join(' ');

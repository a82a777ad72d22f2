/** Takes a command line apart as `CommandLineToArgvW` of Windows does. The first part is the program. */
export const argvOf = (line: string): string[] => {
  const program = /^(?:"([^"]*)"?|([^ \t]*))[ \t]*/.exec(line);
  const argv = [program?.[1] ?? program?.[2] ?? ''];
  let rest = line.slice(program?.[0].length ?? 0);
  while (rest !== '') {
    const { argument, length } = firstOf(rest);
    argv.push(argument);
    rest = rest.slice(length).replace(/^[ \t]+/, '');
  }
  return argv;
};

/** Backslashes mean something only before a quote; of three quotes in a row the last is a quote of the text. */
const firstOf = (text: string): { argument: string; length: number } => {
  let argument = '';
  let slashes = 0;
  let quotes = 0;
  let at = 0;
  for (; at < text.length; at++) {
    const next = text.charAt(at);
    if ((next === ' ' || next === '\t') && quotes === 0) break;
    if (next !== '"') {
      slashes = next === '\\' ? slashes + 1 : 0;
      argument += next;
      continue;
    }
    const isEscaped = slashes % 2 === 1;
    argument = argument.slice(0, argument.length - Math.ceil(slashes / 2)) + (isEscaped ? '"' : '');
    quotes += isEscaped ? 0 : 1;
    slashes = 0;
    for (; text.charAt(at + 1) === '"'; at++) {
      quotes += 1;
      if (quotes < 3) continue;
      argument += '"';
      quotes = 0;
    }
    if (quotes === 2) quotes = 0;
  }
  return { argument, length: at };
};

/** Takes a command line apart as the Windows Installer does: a doubled quote within quotes is one of the text. */
export const msiArgumentsOf = (line: string): string[] => {
  const found: string[] = [];
  let current: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const next = line.charAt(at);
    if (next === ' ' && !isQuoted) {
      if (current !== undefined) found.push(current);
      current = undefined;
      continue;
    }
    current ??= '';
    if (next !== '"') current += next;
    else if (isQuoted && line.charAt(at + 1) === '"') {
      current += '"';
      at += 1;
    } else isQuoted = !isQuoted;
  }
  if (isQuoted) throw new Error('A quote is not closed');
  return current === undefined ? found : [...found, current];
};

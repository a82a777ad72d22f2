import { Refused } from './refusal.ts';
import type { PackageStatement } from './statements.ts';

/** `{name}` in an argument stands for the option of that name. */
export const placeholder = /\{([a-z][A-Za-z0-9]{0,49})\}/g;

/**
 * Why a text that somebody typed must not reach an installer; undefined when it may. It could become a switch of its
 * own, leave its quotes, or make the system fetch something from another machine with its own credentials.
 */
export const optionProblem = (text: string): string | undefined => {
  if (/[\p{Cc}"'`]/u.test(text)) return 'must be one line of text without quotes';
  if (/^\s*[-/]/.test(text)) return 'must not begin with - or /';
  // Also \\?\UNC\, \\.\ and file://. The address of a web server has two slashes too, and names no file.
  if (/[\\/]{2}/.test(text.replaceAll(/\bhttps?:\/\//gi, ''))) return 'must not name a network path';
  return undefined;
};

/** What must stand before an option that takes any text, such as `SERVER=`, `/D=` or `--host:`. */
const namesTheOption = /^[-/]{0,2}[A-Za-z][\w.-]*[=:]$/;

/** The first argument in which a text that somebody types could become an argument of its own kind. */
const unsafeArgument = ({ installArguments, removeArguments, options }: PackageStatement): string | undefined => {
  const isFreeForm = (name: string): boolean => Object.hasOwn(options, name) && options[name]?.values === null;
  return [...installArguments, ...removeArguments].find((argument) => {
    const free = [...argument.matchAll(placeholder)].filter(([, name = '']) => isFreeForm(name));
    const [first, ...more] = free;
    return first !== undefined && (more.length > 0 || !namesTheOption.test(argument.slice(0, first.index)));
  });
};

/** Refuses a package whose options could do more than set what they are named for. */
export const checkArguments = (statement: PackageStatement): void => {
  const argument = unsafeArgument(statement);
  if (argument !== undefined) throw new Refused('argumentUnsafe', argument);
};

/** Stands in an argument for the text of its option. */
export const valuePlaceholder = '{value}';

/** Something an installer can be told. */
export interface InstallOption {
  name: string;
  title: string;
  /** A text goes into its argument; a flag is an argument that is given or not. */
  type: 'text' | 'flag';
  /** `SERVER={value}`, `/quiet` */
  argument: string;
  isRequired: boolean;
}

export type OptionValue = string | boolean | undefined;

/** Why a host would refuse a text: `judge` does by the same rules. It could become another argument, or fetch a file. */
export const textProblem = (text: string): string | undefined => {
  if (/[\p{Cc}"'`]/u.test(text)) return 'must be one line without quotes';
  if (/^\s*[-/]/.test(text)) return 'must not begin with - or /';
  // The address of a web server has two slashes too, and names no file of another machine.
  return /[\\/]{2}/.test(text.replaceAll(/\bhttps?:\/\//gi, '')) ? 'must not name a network path' : undefined;
};

const textOf = (value: OptionValue): string => (typeof value === 'string' ? value.trim() : '');
const isEmpty = ({ type }: InstallOption, value: OptionValue): boolean =>
  type === 'flag' ? typeof value !== 'boolean' : textOf(value) === '';

/** What is wrong with a value, as the end of a sentence that begins with the option's title. */
export const optionProblem = (option: InstallOption, value: OptionValue): string | undefined => {
  const { type, argument, isRequired } = option;
  if (value !== undefined && typeof value !== (type === 'flag' ? 'boolean' : 'string'))
    return type === 'flag' ? 'is on or off' : 'must be a text';
  if (isEmpty(option, value)) return isRequired ? 'is required' : undefined;
  const hasPlace = argument.includes(valuePlaceholder);
  if (type === 'text') return hasPlace ? textProblem(textOf(value)) : `has no ${valuePlaceholder} in its argument`;
  return value === true && hasPlace ? `has a ${valuePlaceholder} in its argument, but no text` : undefined;
};

/**
 * The arguments that values stand for, each one whole, in the order of the options. Throws where a value is wrong:
 * whoever runs an installer has asked `optionProblem` before.
 */
export const argumentsOf = (
  options: readonly InstallOption[],
  values: Readonly<Record<string, OptionValue>>,
): string[] =>
  options.flatMap((option) => {
    const value = Object.hasOwn(values, option.name) ? values[option.name] : undefined;
    const problem = optionProblem(option, value);
    if (problem !== undefined) throw new Error(`${option.title} ${problem}`);
    if (isEmpty(option, value) || value === false) return [];
    // By a function: a text may hold $&, which would stand for something.
    return [option.argument.replaceAll(valuePlaceholder, () => textOf(value))];
  });

/** One argument as programs of Windows take it apart again. */
const quoted = (argument: string): string =>
  argument !== '' && !/[\s"]/.test(argument)
    ? argument
    : // Pattern: Windows takes command lines of at most 32,767 characters.
      `"${argument.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;

/**
 * `NAME=some value` as the Windows Installer reads it: the quotes belong around the value, and one within is doubled. A
 * backslash means nothing to it.
 */
export const msiArgument = (argument: string): string => {
  const property = /^([A-Z][A-Z0-9_.]*)=(.*)$/s.exec(argument);
  if (property) return `${property[1]}="${(property[2] ?? '').replaceAll('"', '""')}"`;
  return /[\s"]/.test(argument) ? `"${argument.replaceAll('"', '""')}"` : argument;
};

/** Arguments as they are shown to people, and as a host passes them on: what has blanks is in quotes. */
export const commandLine = (kind: 'msi' | 'msp' | 'exe' | 'ps1', given: readonly string[]): string =>
  given.map(kind === 'msi' || kind === 'msp' ? msiArgument : quoted).join(' ');

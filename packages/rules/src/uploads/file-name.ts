/** What Windows takes for a device, with any ending. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/** Parts of a path, of a drive or a pattern, and what is not seen or turns the direction. */
const refused = /[/\\:*?"<>|]|\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\p{Cs}/u;
const mostBytes = 255;

/** Why a file cannot have this name on a host, or undefined when it can. */
export const fileNameProblem = (name: string): string | undefined => {
  if (name.trim() === '') return 'A file needs a name';
  if (new TextEncoder().encode(name).length > mostBytes) return `A file name has at most ${mostBytes} bytes`;
  if (refused.test(name)) return 'A file name is no path, and has none of / \\ : * ? " < > | and no hidden characters';
  if (/^[. ]|[. ]$/.test(name)) return 'A file name neither begins nor ends with a dot or a space';
  if (devices.test(name)) return 'Windows takes this file name for a device';
  return undefined;
};

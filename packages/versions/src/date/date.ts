import { numbersKey } from '../key.ts';

/** Days and months as versions: 2024.06-1, 2024-08-12, 20240812, 240618 and 24.06.26 (two digits are this century). */
export const dateKey = (text: string): string | undefined => {
  const tidy = text.trim().replace(/^v/i, '');
  const run = tidy.match(/^(\d{4}|\d{2})(\d{2})(\d{2})(?:$|\D(.*))/);
  const parts = run === null ? tidy.split(/[.\-_+ /]/) : [run[1] ?? '', run[2] ?? '', run[3] ?? '', ...rest(run[4])];
  if (parts.length > 12 || !parts.every((part) => /^\d{1,12}$/.test(part))) return undefined;
  const [year = '', ...others] = parts;
  return numbersKey([year.length <= 2 ? 2000 + Number(year) : year, ...others]);
};

const rest = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(/[.\-_+ /]/));

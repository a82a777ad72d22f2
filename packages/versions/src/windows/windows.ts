import { numbersKey } from '../key.ts';

/** Up to four numbers, as in a file's version resource; more and fewer are accepted, a build's word behind them is not read. */
export const windowsKey = (text: string): string | undefined => {
  const found = text.trim().match(/^v?(\d+(?:[.,]\d+)*)(?:$|\+| ?\()/i)?.[1];
  return found === undefined || found.length > 120 ? undefined : numbersKey(found.split(/[.,]/));
};

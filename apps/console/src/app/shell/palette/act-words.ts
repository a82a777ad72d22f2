import type { ApprovalType } from '@patchkeep/contract/approval-fields';
import { matchName } from '@patchkeep/rules/matching';

/** Words that begin an act on something with a name: "block vlc", "restart lt-cph-0412". */
export const actWords = {
  block: 'Block',
  unblock: 'Unblock',
  approve: 'Approve',
  automate: 'Automate',
  inspect: 'Inspect',
  restart: 'Restart',
} as const;
export type ActWord = keyof typeof actWords;

/** What the words about applications decide. To unblock is to take the own decision away. */
export const decisions: Partial<Record<ActWord, ApprovalType>> = {
  block: 'block',
  unblock: 'disable',
  approve: 'approve',
  automate: 'automate',
};

const wordMin = 3;
const isActWord = (word: string): word is ActWord => Object.hasOwn(actWords, word);
const words = Object.keys(actWords).filter(isActWord);

/** The act and the name that were typed; undefined when the first word is no act or nothing follows it. */
export const readAct = (typed: string): { word: ActWord; name: string } | undefined => {
  const [first = '', ...rest] = typed.trim().toLowerCase().split(/\s+/u);
  const name = rest.join(' ');
  if (first.length < wordMin || name === '') return undefined;
  const word = words.find((one) => one.startsWith(first)) ?? words.find((one) => matchName(one, first) === 'slip');
  return word && { word, name };
};

import type { ApproverKeyShown, ApproversAnswer, approverKeys } from '@patchkeep/contract/custom-software';
import { customLimits } from '@patchkeep/contract/custom-software';
import type { Call } from '@patchkeep/contract/endpoint';
import { formatCount } from '../../../ui/format.ts';
import { peopleOf } from '../custom-text.ts';

export const obstacleText: Record<NonNullable<ApproversAnswer['obstacle']>, string> = {
  noSigner:
    'Nobody can be named yet: this server has no signer for orders, so hosts take no such statement from it. Its operator sets one up.',
  noAddress:
    'Nobody with a passkey can be named yet: this server does not know the address that users type, which passkeys are bound to. Its operator sets PATCHKEEP_PUBLIC_URL.',
};

/** "2 of 3 people" */
export const thresholdText = ({
  threshold,
  keys,
}: Pick<NonNullable<ApproversAnswer['approvers']>, 'threshold' | 'keys'>): string =>
  `${threshold} of ${formatCount(peopleOf(keys).length, 'person', 'people')}`;

export const keyText = ({ kind, label }: Pick<ApproverKeyShown, 'kind' | 'label'>): string =>
  [kind === 'passkey' ? 'Passkey' : 'Key in a file', label].filter(Boolean).join(' · ');

/** Enough of the name of a key to tell it from others. */
export const shortId = (keyId: string): string => keyId.slice(0, 16);

export interface FileKey {
  userAccountUuid: string;
  x: string;
}
export interface NamingDraft {
  keyIds: ReadonlySet<string>;
  fileKeys: readonly FileKey[];
  threshold: number;
}
/** All keys that can be chosen: those of candidates, and those who vouch now. */
export const choosableKeys = ({ candidates, approvers }: ApproversAnswer): ApproverKeyShown[] => [
  ...new Map([...candidates, ...(approvers?.keys ?? [])].map((key) => [key.keyId, key])).values(),
];
/** So many different people vouch by what was chosen. */
export const chosenPeople = (keys: readonly ApproverKeyShown[], { keyIds, fileKeys }: NamingDraft): number =>
  new Set([...keys.filter(({ keyId }) => keyIds.has(keyId)), ...fileKeys].map((key) => key.userAccountUuid)).size;

/** A key of the command `approver-key`, as it prints it. */
export const isFileKey = (typed: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(typed.trim());

export const namingProblem = (keys: readonly ApproverKeyShown[], draft: NamingDraft): string | undefined => {
  const people = chosenPeople(keys, draft);
  if (people === 0) return 'Choose at least one key.';
  if (draft.keyIds.size + draft.fileKeys.length > customLimits.keys) return `At most ${customLimits.keys} keys.`;
  return draft.threshold > people
    ? `${formatCount(draft.threshold, 'person', 'people')} must sign, and the keys are those of ${people}.`
    : undefined;
};

/** What is risky about it, though it can be done. */
export const namingWarning = (keys: readonly ApproverKeyShown[], draft: NamingDraft): string | undefined => {
  const people = chosenPeople(keys, draft);
  if (people === 0 || draft.threshold > people) return undefined;
  if (draft.threshold === 1)
    return 'One person alone can then have anything run on every host of the site, and so can whoever gets hold of that person’s key. Two are safer.';
  if (draft.threshold === people)
    return 'Everybody must sign. When one of them is away nothing is signed, and when one has lost the key only the root keys can name others.';
  return undefined;
};

export const namingBody = ({ keyIds, fileKeys, threshold }: NamingDraft): Call<typeof approverKeys.name>['body'] => ({
  threshold,
  keyIds: [...keyIds],
  fileKeys: [...fileKeys],
});

import { constants } from '@patchkeep/contract/constants';
import { capitalised, listed } from '../approvals/explanation-text.ts';
import { countText } from '../text/count-text.ts';
import type { ActionContent } from './action-diff.ts';

type ActionType = ActionContent['actionType'];

/** What a job does with one thing. */
export interface NamedAction {
  actionType: ActionType;
  title: string;
  /** Of custom software. */
  isRemoval?: boolean;
}

/** Whom a job is aimed at, by name. */
export interface NamedTargets {
  hosts: readonly string[];
  groups: readonly string[];
  tags: readonly string[];
}

/** Things of one kind, with the words around them. */
interface Kind {
  /** "Install ", "the tag " */
  before: (count: number) => string;
  counted: (count: number) => string;
  names: readonly string[];
}

/** A name may come from a host: no line breaks, no second blank. */
const plain = (name: string): string => name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

const allNames = ({ names }: Kind): string => listed(names);
const firstAndMore = ({ names: [first = '', ...rest] }: Kind): string =>
  rest.length === 0 ? first : `${first} and ${rest.length} more`;

/** The fullest form that is short enough: all names, else the first and how many more, else how many, else the last. */
const fitting = (kinds: readonly Kind[], last: string): string => {
  const there = kinds
    .map((kind) => ({ ...kind, names: kind.names.map(plain).filter((name) => name !== '') }))
    .filter(({ names }) => names.length > 0);
  const said = (words: (kind: Kind) => string): string => capitalised(there.map(words).join('; '));
  const named = (names: (kind: Kind) => string) => (kind: Kind) => `${kind.before(kind.names.length)}${names(kind)}`;
  const forms = [
    said(named(allNames)),
    said(named(firstAndMore)),
    said(({ counted, names }) => counted(names.length)),
    last,
  ];
  return forms.find((form) => form !== '' && form.length <= constants.jobTitleMax) ?? last;
};

const deeds = [
  { actionType: 'Install', isRemoval: false, verb: 'install', thing: 'application' },
  { actionType: 'Custom', isRemoval: false, verb: 'deploy', thing: 'custom application' },
  { actionType: 'Remove', isRemoval: false, verb: 'remove', thing: 'application' },
  { actionType: 'Custom', isRemoval: true, verb: 'remove', thing: 'custom application' },
] as const satisfies readonly { actionType: ActionType; isRemoval: boolean; verb: string; thing: string }[];

/** What is said of a job when nothing else fits; `day` is yyyy-MM-dd where its maker is. */
const kindAndDay = (day: string): string => `Deployment job of ${day}`;

/** What a new job is called as long as nobody has named it: what it does, as fully as there is room. */
export const jobTitle = (actions: readonly NamedAction[], day: string): string =>
  fitting(
    deeds.map(({ actionType, isRemoval, verb, thing }) => ({
      before: () => `${verb} `,
      counted: (count) => `${verb} ${countText(count, thing)}`,
      names: actions
        .filter((action) => action.actionType === actionType && (action.isRemoval ?? false) === isRemoval)
        .map(({ title }) => title),
    })),
    kindAndDay(day),
  );

/** What is written beside it: whom it is for. */
export const jobComment = ({ hosts, groups, tags }: NamedTargets, day: string): string =>
  fitting(
    [['host', hosts] as const, ['group', groups] as const, ['tag', tags] as const].map(([word, names]) => ({
      before: (count) => `${word}${count === 1 ? '' : 's'} `,
      counted: (count) => countText(count, word),
      names,
    })),
    kindAndDay(day),
  );

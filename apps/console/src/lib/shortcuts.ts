import type { PagePath } from '@patchkeep/rules/pages';

/** The second letter after `g`, and where it goes. */
export const goTo: Record<string, PagePath> = {
  d: '/dashboard',
  a: '/applications',
  v: '/vulnerabilities',
  w: '/win-updates',
  h: '/hosts',
  g: '/groups',
  t: '/tags',
  r: '/report',
  p: '/patching/approvals',
  j: '/deployment/jobs',
  c: '/configuration',
  s: '/sites',
};

/** Keys for what a page may offer. Whatever it is, it carries the key as `data-key`. */
export const pageKeys: Record<string, string> = {
  '/': 'Search the list',
  f: 'Add a filter',
  v: 'Switch the view',
  e: 'Export',
  '[': 'Previous one of the list you came from',
  ']': 'Next one of the list you came from',
};

export type Shortcut =
  | { kind: 'palette' }
  | { kind: 'help' }
  | { kind: 'go'; path: PagePath }
  | { kind: 'press'; key: string };

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** The key went to a field or a dialog, where letters are letters. */
  isTyping: boolean;
  time: number;
}

const sequenceMs = 1_500;

/** Reads keys one by one and says which shortcut of the shell they make up. */
export const createShortcutReader = (hasLetters: () => boolean) => {
  let leaderTime = -Infinity;
  return ({ key, ctrlKey, metaKey, altKey, isTyping, time }: Key): Shortcut | undefined => {
    const isWaiting = time - leaderTime <= sequenceMs;
    leaderTime = -Infinity;
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return { kind: 'palette' };
    if (isTyping || ctrlKey || metaKey || altKey || !hasLetters()) return undefined;
    if (key === '?') return { kind: 'help' };
    const path = isWaiting ? goTo[key.toLowerCase()] : undefined;
    if (path) return { kind: 'go', path };
    if (key.toLowerCase() === 'g') leaderTime = time;
    if (!isWaiting && Object.hasOwn(pageKeys, key)) return { kind: 'press', key };
    return undefined;
  };
};

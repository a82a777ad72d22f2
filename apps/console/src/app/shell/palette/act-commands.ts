import { can, type Subject } from '@patchkeep/rules/permissions';
import type { useRouter } from '@tanstack/react-router';
import { type ActWord, actWords } from './act-words.ts';
import type { Command } from './commands.ts';
import { pressAct } from './press-act.ts';

export type Go = ReturnType<typeof useRouter>['navigate'];

/** What begins with a button of a page: the page is opened, and the button pressed. */
const making = (go: Go, subject: Subject): Command[] => {
  const make = (id: string, label: string, keywords: string, open: () => Promise<void>): Command => ({
    id: `act ${id}`,
    label,
    section: 'Acts',
    keywords,
    run: () => {
      void open();
      pressAct(id, true);
    },
  });
  const configure = (tab: string) => () => go({ to: '/configuration', search: { tab } });
  return [
    make('add-hosts', 'Add hosts', 'new enrol install agent', () => go({ to: '/hosts', search: {} })),
    make('new-ignore-rule', 'New ignore rule', 'add make exception accept risk', configure('ignore-rules')),
    make('new-group', 'New group', 'add make', () => go({ to: '/groups' })),
    make('new-tag', 'New tag', 'add make', () => go({ to: '/tags' })),
    ...(can('canDeploySoftware', subject)
      ? [make('new-job', 'New deployment job', 'create deploy install remove', () => go({ to: '/deployment/jobs' }))]
      : []),
    make('new-install-token', 'New install token', 'add make', configure('install-tokens')),
  ];
};

/** Where an act is chosen for somebody who has named the act only. */
const places: Record<ActWord, { what: string; to: '/patching/approvals' | '/hosts' }> = {
  block: { what: 'an application', to: '/patching/approvals' },
  unblock: { what: 'an application', to: '/patching/approvals' },
  approve: { what: 'an application', to: '/patching/approvals' },
  automate: { what: 'an application', to: '/patching/approvals' },
  inspect: { what: 'hosts', to: '/hosts' },
  restart: { what: 'hosts', to: '/hosts' },
};

/** Which acts somebody may begin. */
export const mayAct = (word: ActWord, subject: Subject): boolean =>
  can('canMakeChanges', subject) &&
  can('canViewResults', subject) &&
  (places[word].to === '/hosts' || can('canViewPatching', subject));

/** The acts that need no name: they open what makes something, or the list where the name is chosen. */
export const actCommands = (subject: Subject, go: Go): Command[] => {
  if (!can('canViewResults', subject)) return [];
  const words = (Object.keys(actWords) as ActWord[]).filter((word) => mayAct(word, subject));
  return [
    ...(can('canMakeChanges', subject) ? making(go, subject) : []),
    ...words.map((word): Command => {
      const { what, to } = places[word];
      return {
        id: `act ${word}`,
        label: `${actWords[word]} ${what}`,
        section: 'Acts',
        detail: `or type ${word} and a name`,
        run: () => void go({ to, search: {} }),
      };
    }),
  ];
};

/** An act on something that has a page with a button for it; `isPressed` where the button only opens a preview. */
export const actOn = (
  word: 'inspect' | 'restart',
  { id, name }: { id: string; name: string },
  isPressed: boolean,
  open: () => Promise<void>,
): Command => ({
  id: `act ${word} ${id}`,
  label: `${actWords[word]} ${name}`,
  section: 'Acts',
  run: () => {
    void open();
    pressAct(`${word} ${id}`, isPressed);
  },
});

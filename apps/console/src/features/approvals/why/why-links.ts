import type { AwaitedStep, TraceStep } from '@patchkeep/contract/why';
import { articleOfKb, kbOfKey } from '@patchkeep/rules/kb';
import { type LinkProps, linkOptions } from '@tanstack/react-router';
import type { WhySubject } from './why.queries.ts';

/** What the answer is about. */
export interface WhyAbout {
  hostUuid: string;
  subject: WhySubject;
  /** By which the list of approvals finds it. */
  name: string;
  /** Only system administrators may open the approvals of the system. */
  isSystemAdmin: boolean;
}

/** How approvals find the row of what the answer is about. */
const rowSearch = ({ subject, name }: WhyAbout) => ({
  ...('wuaKey' in subject && { kind: 'wua' }),
  q: name.slice(0, 100),
  subject: 'channelTag' in subject ? subject.channelTag : subject.wuaKey,
});

/** Where a decision can be changed: the approvals of its scope, narrowed to what the answer is about. */
export const scopeLink = ({ level, scopeUuid }: Pick<TraceStep, 'level' | 'scopeUuid'>, about: WhyAbout) => {
  const { hostUuid, isSystemAdmin } = about;
  const search = rowSearch(about);
  if (level === 'group')
    return linkOptions({ to: '/patching/approvals/group', search: { ...search, groupUuid: scopeUuid ?? undefined } });
  if (level === 'tag')
    return linkOptions({ to: '/patching/approvals/tag', search: { ...search, tagUuid: scopeUuid ?? undefined } });
  if (level === 'site') return linkOptions({ to: '/patching/approvals', search });
  if (level === 'host') return linkOptions({ to: '/hosts/host-results', search: { hostUuid, tab: 'updates' } });
  return isSystemAdmin ? linkOptions({ to: '/system-approvals', search }) : undefined;
};

/** The approvals of the scope that decides, or of the site where none does that has approvals one may open. */
export const decisionLink = (winner: Pick<TraceStep, 'level' | 'scopeUuid'> | undefined, about: WhyAbout) => {
  const site = linkOptions({ to: '/patching/approvals', search: rowSearch(about) });
  return winner === undefined || winner.level === 'host' ? site : (scopeLink(winner, about) ?? site);
};

/** The page about what is waited for; signers and check-ins have none. */
export const awaitedLink = (
  kind: AwaitedStep['kind'],
  about: WhyAbout,
  winner: Pick<TraceStep, 'level' | 'scopeUuid'> | undefined,
): { label: string; link: Pick<LinkProps, 'to' | 'search'> } | null => {
  const { hostUuid, subject, name } = about;
  const decision = winner && scopeLink(winner, about);
  switch (kind) {
    case 'settings':
    case 'delay':
      return decision ? { label: 'Open the approval', link: decision } : null;
    case 'newDecision':
      return {
        label: 'Open what was tried',
        link: linkOptions({
          to: '/patching/activity',
          search: {
            hostUuid,
            ...('channelTag' in subject
              ? { channelTag: subject.channelTag }
              : { kind: 'wua', kbArticle: articleOfKb(kbOfKey(subject.wuaKey)) }),
          },
        }),
      };
    case 'secondPerson':
      return {
        label: 'Open changes',
        link: linkOptions({ to: '/patching/approvals', search: { view: 'changes' } }),
      };
    case 'restart':
      return {
        label: 'Open the restart',
        link: linkOptions({ to: '/hosts/host-results', search: { hostUuid, tab: 'restart' } }),
      };
    case 'host':
    case 'root':
      return { label: 'Open the host', link: linkOptions({ to: '/hosts/host-results', search: { hostUuid } }) };
    case 'package':
      return {
        label: 'Open packages',
        link: linkOptions({ to: '/patching/packages', search: { q: name.slice(0, 100) } }),
      };
    case 'checkIn':
    case 'signer':
    case 'signerAnswer':
      break;
  }
  return null;
};

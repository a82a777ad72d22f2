import { randomUUID } from 'node:crypto';
import type { Deliveries } from '../attacks.factory.ts';
import type { Delivery } from '../judge.ts';
import type { RefusalReason } from '../refusal.ts';
import { fileApprover, passkeyApprover, type TestApprover, type Twist } from './approver.factory.ts';
import { firstApproversWait } from './approvers.ts';
import type { Custom } from './custom-deliveries.factory.ts';
import { longestVouched } from './custom-package.ts';

const hour = 3_600_000;

/** What a host gets: statements about approvers, when it first gets them, and custom software with its order. */
export interface Given {
  approvers: readonly string[];
  /** Unless it had the first of them at its enrolment. */
  isSeenOnlyNow?: boolean;
  delivery: Partial<Delivery>;
}

export interface CustomAttack {
  name: string;
  reason: RefusalReason;
  attack: Given;
  /** The same in honest hands, which is executed. */
  twin: Given;
}

/** What a thief tries who holds the server, the director's key and, where it says so, the signer with its key for sites. */
export const attacksOnCustom = (deliveries: Deliveries, custom: Custom): CustomAttack[] => {
  const { now, director, offline } = deliveries;
  const { people, statement, pack, named, next, delivered, signedBare } = custom;
  const [anna, ben, cleo, file] = people;
  const thief = passkeyApprover('ES256');
  const first = [named()];
  const good: Given = { approvers: first, delivery: delivered() };
  const sent = (delivery: Partial<Delivery>, approvers: readonly string[] = first): Given => ({ approvers, delivery });
  const touched = (twist: Twist): Given => sent(delivered({}, [anna, ben], { twist }));
  const thieves = { threshold: 1, keys: [thief.listed] };
  const byThief = delivered({}, [thief]);
  const annasOther = passkeyApprover('ES256', anna.listed.holder);
  const twoOfAnna = { keys: [anna.listed, annasOther.listed, ben.listed] };
  const withoutCleo = { keys: [anna, ben, file].map(({ listed }) => listed) };
  const asFile: TestApprover = { ...ben, approve: fileApprover('', ben.key).approve };
  const root = (more: object) => named({ version: 5, former: 'ab'.repeat(32), starts: now, ...more }, offline.root);
  return [
    {
      name: 'custom software that the director vouches for',
      reason: 'notSigned',
      attack: sent(signedBare([director])),
      twin: good,
    },
    {
      name: 'custom software that the catalogue keys and the key for sites vouch for',
      reason: 'notSigned',
      attack: sent(signedBare([...offline.catalogue, ...offline.sites])),
      twin: good,
    },
    {
      name: 'the touch of one of two',
      reason: 'notSigned',
      attack: sent(delivered({}, [anna])),
      twin: sent(delivered({}, [anna, file])),
    },
    {
      name: 'the touch of one, sent twice',
      reason: 'notSigned',
      attack: sent(delivered({}, [cleo, cleo])),
      twin: sent(delivered({}, [cleo, anna])),
    },
    {
      name: 'two passkeys of one person',
      reason: 'notSigned',
      attack: sent(delivered({}, [anna, annasOther]), [named(twoOfAnna)]),
      twin: sent(delivered({}, [annasOther, ben]), [named(twoOfAnna)]),
    },
    {
      name: 'the touch of one and of a stranger',
      reason: 'notSigned',
      attack: sent(delivered({}, [anna, thief])),
      twin: good,
    },
    {
      name: 'the key of a passkey used without a touch',
      reason: 'notSigned',
      attack: sent(delivered({}, [asFile, anna])),
      twin: good,
    },
    {
      name: 'a touch of a device that did not make sure who',
      reason: 'notSigned',
      attack: touched({ flags: 0x01 }),
      twin: touched({ flags: 0x05, counter: 7 }),
    },
    {
      name: 'a touch on a page of somebody else',
      reason: 'notSigned',
      attack: touched({ origin: 'https://console.patch.example.evil' }),
      twin: good,
    },
    {
      name: 'a touch in a frame of somebody else',
      reason: 'notSigned',
      attack: touched({ isCrossOrigin: true }),
      twin: touched({ isCrossOrigin: false }),
    },
    { name: 'a touch for another service', reason: 'notSigned', attack: touched({ rpId: 'evil.example' }), twin: good },
    {
      name: 'the touch of a sign-in',
      reason: 'notSigned',
      attack: touched({ challenge: Buffer.alloc(32, 7).toString('base64url') }),
      twin: good,
    },
    {
      name: 'the touch that made a passkey',
      reason: 'notSigned',
      attack: touched({ type: 'webauthn.create' }),
      twin: good,
    },
    {
      name: 'custom software of another site',
      reason: 'otherSite',
      attack: sent(delivered({ site: randomUUID() })),
      twin: good,
    },
    {
      name: 'an older release of the same configuration',
      reason: 'packageRolledBack',
      attack: sent(delivered({ release: 2 })),
      twin: sent(delivered({ release: 4 })),
    },
    {
      name: 'custom software whose time is over',
      reason: 'packageExpired',
      attack: sent(delivered({ expires: now })),
      twin: sent(delivered({ expires: now + 1 })),
    },
    {
      name: 'custom software vouched for for ever',
      reason: 'tooLongLived',
      attack: sent(delivered({ madeAt: now, expires: now + longestVouched + 1 })),
      twin: sent(delivered({ madeAt: now, expires: now + longestVouched })),
    },
    {
      name: 'custom software dated ahead so that it lasts',
      reason: 'fromTheFuture',
      attack: sent(delivered({ madeAt: now + 24 * hour, expires: now + 48 * hour })),
      twin: sent(delivered({ madeAt: now, expires: now + 48 * hour })),
    },
    {
      name: 'other custom software than was ordered',
      reason: 'packageMixedUp',
      attack: sent({ ...delivered(), order: delivered({ release: 4 }).order ?? '' }),
      twin: good,
    },
    {
      name: 'a removal that nobody vouched for',
      reason: 'notRemovable',
      attack: sent(delivered({ removeArguments: null }, [anna, ben], { order: { options: { action: 'remove' } } })),
      twin: sent(delivered({}, [anna, ben], { order: { options: { action: 'remove' } } })),
    },
    {
      name: 'an argument that only the order names',
      reason: 'optionUnknown',
      attack: sent(delivered({}, [anna, ben], { order: { options: { TRANSFORMS: 'evil.mst' } } })),
      twin: good,
    },
    {
      name: 'an option that leaves its quotes',
      reason: 'optionInvalid',
      attack: sent(delivered({ scope: 'user' }, [anna, ben], { order: { options: { user: 'eve" & calc & "' } } })),
      twin: sent(delivered({ scope: 'user' }, [anna, ben], { order: { options: { user: 'eve' } } })),
    },
    {
      name: 'a file that leaves its folder',
      reason: 'malformed',
      attack: sent(
        delivered({ files: [...pack.files, { name: '..\\..\\evil.dll', sha256: 'ab'.repeat(32), bytes: 1 }] }),
      ),
      twin: sent(delivered({ files: [...pack.files, { name: 'evil.dll', sha256: 'ab'.repeat(32), bytes: 1 }] })),
    },
    {
      name: 'an argument that leaves its quotes',
      reason: 'malformed',
      attack: sent(delivered({ installArguments: ['A=1" & calc & "'] })),
      twin: sent(delivered({ installArguments: ['A=1 & calc & '] })),
    },
    {
      name: 'approvers named by the director',
      reason: 'approversMissing',
      attack: sent(byThief, [named(thieves, [director])]),
      twin: sent(byThief, [named(thieves)]),
    },
    {
      name: 'approvers named by one root key of two',
      reason: 'approversMissing',
      attack: sent(byThief, [named({ ...thieves, version: 2, former: 'ab'.repeat(32) }, offline.root.slice(0, 1))]),
      twin: sent(byThief, [named({ ...thieves, version: 2, former: 'ab'.repeat(32) }, offline.root)]),
    },
    {
      name: 'approvers of another site',
      reason: 'approversMissing',
      attack: sent(byThief, [named({ ...thieves, site: randomUUID() })]),
      twin: sent(byThief, [named(thieves)]),
    },
    {
      name: 'first approvers who begin before their 72 hours, with a stolen key for sites',
      reason: 'approversMissing',
      attack: sent(byThief, [named({ ...thieves, starts: statement.starts - 1 })]),
      twin: sent(byThief, [named(thieves)]),
    },
    {
      name: 'first approvers who have not begun',
      reason: 'approversNotYet',
      attack: sent(byThief, [named({ ...thieves, madeAt: now, starts: now + firstApproversWait })]),
      twin: sent(byThief, [named({ ...thieves, madeAt: now - firstApproversWait, starts: now })]),
    },
    {
      name: 'first approvers dated back with a stolen key for sites, at a host that never heard of them',
      reason: 'approversNotYet',
      attack: { ...sent(byThief, [named(thieves)]), isSeenOnlyNow: true },
      twin: { ...good, delivery: delivered(), approvers: [root({})], isSeenOnlyNow: true },
    },
    {
      name: 'other approvers whom those first ones name at once',
      reason: 'approversNotYet',
      attack: { ...sent(byThief, [named(thieves), next(thieves, [thief], thieves)]), isSeenOnlyNow: true },
      twin: sent(byThief, [named(thieves), next(thieves, [thief], thieves)]),
    },
    {
      name: 'first approvers where there are some, with a stolen key for sites',
      reason: 'notSigned',
      attack: sent(byThief, [...first, named(thieves)]),
      twin: sent(byThief, [...first, next(thieves)]),
    },
    {
      name: 'next approvers named by one of two',
      reason: 'notSigned',
      attack: sent(byThief, [...first, next(thieves, [anna])]),
      twin: sent(byThief, [...first, next(thieves, [anna, cleo])]),
    },
    {
      name: 'next approvers who follow others',
      reason: 'notSigned',
      attack: sent(byThief, [...first, next(thieves, [anna, ben], thieves)]),
      twin: sent(byThief, [...first, next(thieves)]),
    },
    {
      name: 'next approvers with a gap before them',
      reason: 'notSigned',
      attack: sent(byThief, [...first, next({ ...thieves, version: 3 })]),
      twin: sent(byThief, [...first, next(thieves)]),
    },
    {
      name: 'approvers of the past, once signed by the root keys',
      reason: 'notSigned',
      attack: sent(byThief, [root({}), named({ ...thieves, version: 4, former: 'cd'.repeat(32) }, offline.root)]),
      twin: sent(byThief, [root({}), named({ ...thieves, version: 6, former: 'cd'.repeat(32) }, offline.root)]),
    },
    {
      name: 'software dated back by who was an approver until yesterday',
      reason: 'notSigned',
      attack: sent(delivered({ madeAt: now - 30 * 24 * hour }, [cleo, anna]), [...first, next(withoutCleo)]),
      twin: sent(delivered({ madeAt: now - 30 * 24 * hour }, [ben, anna]), [...first, next(withoutCleo)]),
    },
    {
      name: 'approvers passed off as custom software',
      reason: 'wrongType',
      attack: sent({ ...delivered(), package: next({}) }),
      twin: good,
    },
    {
      name: 'custom software passed off as a package',
      reason: 'malformed',
      attack: sent({ ...delivered({}, [anna, ben], { order: { kind: 'install-package' } }) }),
      twin: good,
    },
  ];
};

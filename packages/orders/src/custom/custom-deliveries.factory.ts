import { createHash, type KeyObject, randomUUID } from 'node:crypto';
import type { Deliveries } from '../attacks.factory.ts';
import type { Delivery } from '../judge.ts';
import { canonical, type Order } from '../statements.ts';
import { type Approval, sealApprovals, signInRole } from './approval.ts';
import {
  fileApprover,
  passkeyApprover,
  type TestApprover,
  testOrigin,
  testRpId,
  type Twist,
} from './approver.factory.ts';
import { type Approvers, approvers, firstApproversWait } from './approvers.ts';
import { type CustomPackage, customPackage } from './custom-package.ts';

const hour = 3_600_000;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Custom software that two of three approvers vouch for, with everything a thief could use. */
export const makeCustom = (deliveries: Deliveries, about: Partial<CustomPackage> = {}) => {
  const { now, site, offline, ordered } = deliveries;
  const people = [
    passkeyApprover('ES256'),
    passkeyApprover('EdDSA'),
    passkeyApprover('RS256'),
    fileApprover(),
  ] as const;
  const [anna, ben] = people;
  const madeAt = now - 100 * hour;
  const statement: Approvers = {
    site,
    version: 1,
    former: null,
    madeAt,
    starts: madeAt + firstApproversWait,
    threshold: 2,
    rpId: testRpId,
    origins: [testOrigin],
    keys: people.map(({ listed }) => listed),
  };
  const pack: CustomPackage = {
    site,
    config: randomUUID(),
    title: 'House tool',
    release: 3,
    madeAt: now - hour,
    expires: now + 24 * hour,
    kind: 'msi',
    scope: 'machine',
    files: [{ name: 'house-tool.msi', sha256: 'ab'.repeat(32), bytes: 1_500_000 }],
    main: 'house-tool.msi',
    installArguments: ['/l*v', '{folder}\\log.txt', 'SERVER=files.example'],
    removeArguments: [],
    flags: { progressPopup: false, interactive: false, requiresUac: false },
    recognition: { by: 'name', name: 'House tool', version: '1.0' },
    ...about,
  };

  /** Approvers that the keys of a role name. */
  const named = (more: Partial<Approvers> = {}, keys: readonly KeyObject[] = offline.sites): string => {
    const text = canonical({ ...statement, ...more });
    return sealApprovals(
      approvers.type,
      text,
      keys.map((key) => signInRole(approvers.type, text, key)),
    );
  };
  /** Approvers that those before them name. */
  const next = (
    more: Partial<Approvers>,
    by: readonly TestApprover[] = [anna, ben],
    before: Partial<Approvers> = {},
  ): string => {
    const former = hashOf(canonical({ ...statement, ...before }));
    const text = canonical({ ...statement, version: 2, former, madeAt: now, starts: now, ...more });
    return sealApprovals(
      approvers.type,
      text,
      by.map((each) => each.approve(approvers.type, text)),
    );
  };
  /** A delivery of custom software with the order for it. */
  const delivered = (
    more: Partial<CustomPackage> = {},
    by: readonly TestApprover[] = [anna, ben],
    { twist, order }: { twist?: Twist; order?: Partial<Order> } = {},
  ): Partial<Delivery> => {
    const text = canonical({ ...pack, ...more });
    const given = by.map((each, index) => each.approve(customPackage.type, text, index === 0 ? twist : undefined));
    return withText(text, given, order);
  };
  const withText = (text: string, given: readonly Approval[], order: Partial<Order> = {}): Partial<Delivery> => ({
    package: sealApprovals(customPackage.type, text, given),
    order: ordered({ kind: 'custom', statementHash: hashOf(text), ...order }),
  });
  const signedBare = (keys: readonly KeyObject[], more: Partial<CustomPackage> = {}): Partial<Delivery> => {
    const text = canonical({ ...pack, ...more });
    return withText(
      text,
      keys.map((key) => signInRole(customPackage.type, text, key)),
    );
  };
  return { people, statement, pack, named, next, delivered, signedBare, withText };
};
export type Custom = ReturnType<typeof makeCustom>;

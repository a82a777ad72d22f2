import { rolePreset, sitePermission } from '@patchkeep/contract/rights';
import type { SiteUser } from '@patchkeep/contract/users';
import { has } from '@patchkeep/rules/permissions';

type Bit = Exclude<keyof typeof sitePermission, 'None'>;
export type Preset = keyof typeof rolePreset;

interface BitWords {
  bit: number;
  label: string;
  /** What somebody with the bit may do in the site. */
  may: string;
}

const words: Record<Bit, Omit<BitWords, 'bit'>> = {
  FullRead: { label: 'Read', may: 'See hosts, applications, vulnerabilities, approvals and settings' },
  FullWrite: { label: 'Write', may: 'Change groups, tags, approvals, ignore rules and settings, and restart hosts' },
  ViewLog: { label: 'Activity log', may: 'Read who did what' },
  ReadCustomDeployments: { label: 'See custom software', may: 'See software of your own and its jobs' },
  WriteCustomDeployments: { label: 'Deploy custom software', may: 'Deploy software of your own to hosts' },
  Administer: { label: 'Administer', may: 'Add, change and remove users, and make API tokens' },
};
const bits = Object.keys(words) as Bit[];

/** Every bit of a site with its words, in the order of the form. */
export const permissionBits: readonly BitWords[] = bits.map((name) => ({ bit: sitePermission[name], ...words[name] }));

export const presets: readonly { value: Preset; label: string; detail: string }[] = [
  { value: 'Read-Only', label: 'Read-Only', detail: 'Sees everything, changes nothing' },
  { value: 'Read & Write', label: 'Read & Write', detail: 'Also makes changes' },
  { value: 'Administer', label: 'Administer', detail: 'Also manages users' },
  { value: 'Disabled', label: 'Disabled', detail: 'Cannot open this site' },
];

/** The preset with exactly these bits. */
export const presetOf = (mask: number): Preset | undefined =>
  presets.find(({ value }) => rolePreset[value] === mask)?.value;

/** The rights of a user in few words: a preset by its name, anything else by its bits. */
export const rightsText = ({ isSystemAdmin, sitePermissions }: Pick<SiteUser, 'isSystemAdmin' | 'sitePermissions'>) => {
  if (isSystemAdmin) return 'System Administrator';
  const held = permissionBits.filter(({ bit }) => has(sitePermissions, bit)).map(({ label }) => label);
  return presetOf(sitePermissions) ?? `Custom: ${held.join(', ').toLowerCase()}`;
};

const needs: readonly (readonly [bit: number, needed: number])[] = [
  [sitePermission.FullWrite, sitePermission.FullRead],
  [sitePermission.Administer, sitePermission.FullRead],
  [sitePermission.WriteCustomDeployments, sitePermission.ReadCustomDeployments],
];

/** A bit that is ticked brings along what it needs, and one that is cleared takes along what needs it. */
export const withBit = (mask: number, bit: number, isOn: boolean): number =>
  isOn
    ? needs.reduce((all, [own, needed]) => (own === bit ? all | needed : all), mask | bit)
    : needs.reduce((all, [own, needed]) => (needed === bit ? all & ~own : all), mask & ~bit);

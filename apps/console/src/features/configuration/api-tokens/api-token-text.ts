import type { ApiToken } from '@patchkeep/contract/api-tokens';
import { wire } from '@patchkeep/contract/constants';
import { publicBase } from '@patchkeep/contract/endpoint';
import { hosts } from '@patchkeep/contract/hosts';
import { type rolePreset, sitePermission } from '@patchkeep/contract/rights';
import { has, roleLabel } from '@patchkeep/rules/permissions';
import { quoteForPowershell, quoteForSh } from '../install-commands.ts';

export type ApiTokenState = 'Active' | 'Without rights' | 'Expired' | 'Revoked';

/** What a token is good for; the reason that cannot be taken back goes first. */
export const apiTokenState = (
  token: Pick<ApiToken, 'isRevoked' | 'expires' | 'effectivePermissions'>,
  now: Date,
): ApiTokenState => {
  if (token.isRevoked) return 'Revoked';
  if (new Date(token.expires) <= now) return 'Expired';
  return has(token.effectivePermissions, sitePermission.FullRead) ? 'Active' : 'Without rights';
};

/** What may be chosen for a new one. Administering is for people. */
export const apiTokenRoles = [
  { value: 'Read-Only', label: 'Read-Only', detail: 'Lists, counts and histories; changes nothing.' },
  { value: 'Read & Write', label: 'Read & Write', detail: 'Also changes groups, tags, rules and approvals.' },
] as const satisfies readonly { value: keyof typeof rolePreset; label: string; detail: string }[];
/** In which sites it acts. */
export const apiTokenPlaces = [
  { value: 'site', label: 'This site' },
  { value: 'all', label: 'All sites: each call names one' },
] as const;
export type ApiTokenPlace = (typeof apiTokenPlaces)[number]['value'];
export type ApiTokenRole = (typeof apiTokenRoles)[number]['value'];

/** What it was given, and what is left of it when its owner has less by now. */
export const roleText = ({ permissions, effectivePermissions }: ApiToken): string => {
  const [given, left] = [roleLabel(false, permissions), roleLabel(false, effectivePermissions)];
  return given === left ? given : `${given}, now ${left}`;
};

/** Where calls may come from. */
export const networksText = ({ networks }: Pick<ApiToken, 'networks'>): string =>
  networks.length === 0 ? 'Everywhere' : networks.join(', ');

/** The last call that came from elsewhere, which may be somebody who found the token. */
export const refusedText = ({ refused }: Pick<ApiToken, 'refused'>): string | undefined =>
  refused === null ? undefined : `Refused: ${refused.address}`;

/* A secret of ours has no sign that means anything to a shell; whatever has one is not a secret of ours. */
const checkedSecret = (secret: string): string => {
  if (!/^vpt_[\w-]+$/.test(secret)) throw new Error('Not an API token');
  return secret;
};

/** A first call for each shell; one with a token for all sites names a site. The token never stands among the arguments of a program, where others could read it. */
export const exampleCalls = (serverUrl: string, secret: string, siteId?: string) => {
  const address = `${serverUrl}${publicBase}${hosts.list.path}`;
  const header = `Bearer ${checkedSecret(secret)}`;
  return [
    {
      id: 'sh',
      label: 'curl',
      text: `curl --header @- ${quoteForSh(address)} <<'END'\nAuthorization: ${header}\n${siteId === undefined ? '' : `${wire.siteHeader}: ${siteId}\n`}END`,
    },
    {
      id: 'powershell',
      label: 'PowerShell',
      text: `Invoke-RestMethod ${quoteForPowershell(address)} -Headers @{ Authorization = ${quoteForPowershell(header)}${siteId === undefined ? '' : `; ${quoteForPowershell(wire.siteHeader)} = ${quoteForPowershell(siteId)}`} }`,
    },
  ] as const;
};

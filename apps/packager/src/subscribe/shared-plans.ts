import type { Channel } from '@patchkeep/starter/channel';
import { remoteAccessTags } from '@patchkeep/starter/channels';
import { isOfLine, type Plan } from '../prepare/plan.ts';
import { plainInstaller } from '../rules/plain-installer.ts';
import { variantText } from '../rules/variant.ts';
import type { Plans } from '../serve/plans.ts';
import type { ProviderCatalogue, SharedPackage } from './read-provider.ts';

/** What a manifest would say of the installer; what to do with it says the statement. */
const installerOf = ({ variant, address, productCodes, statement }: SharedPackage): Plan['offer']['installer'] => ({
  ...plainInstaller({
    architecture: variant.architecture,
    scope: variant.scope,
    kind: variant.family,
    url: address,
    sha256: statement.sha256,
  }),
  locale: variant.locale,
  productCodes,
  displayVersions: statement.installedAs?.displayVersions ?? [],
});

/** The plan for a shared package; undefined where our own starter knows the application by none of its names. */
const planOf = (shared: SharedPackage, channel: Channel): Plan | undefined => {
  const { packageId, variant, provider, statement } = shared;
  const { release: _r, expires: _e, sha256: _s, bytes, installedAs, isInstallable, ...about } = statement;
  const own = new Set(channel.installedAs.map((name) => name.toLowerCase()));
  // A provider can name fewer copies than we do, never others.
  const names = installedAs?.names.filter((name) => own.has(name.toLowerCase())) ?? [];
  if (names.length === 0 && !isInstallable) return undefined;
  const mayInstall = isInstallable === true && !remoteAccessTags.has(channel.tag);
  return {
    channel: names.length > 0 ? { ...channel, installedAs: names } : channel,
    recipe: undefined,
    offer: { packageId, version: statement.version, variant, installer: installerOf(shared) },
    variant: variantText(variant),
    installArguments: statement.installArguments,
    vouched: { provider, bytes, about: { ...about, ...(mayInstall && { isInstallable }) } },
  };
};

const keyOf = (channelTag: string, version: string): string => `${channelTag}\n${version}`;

/** Plans from what providers share. Of a version that several have, that of the first is taken. */
export const sharedPlans = (
  channels: ReadonlyMap<string, Channel>,
  catalogues: readonly ProviderCatalogue[],
  now: number,
) => {
  const shared = catalogues.map(({ packages }) =>
    Map.groupBy(packages, ({ statement }) => keyOf(statement.channelTag, statement.version)),
  );
  return ({ channelTag, version }: { channelTag: string; version: string }): Plans => {
    const channel = channels.get(channelTag);
    if (!channel) return { notOffered: 'The packager does not know this application.' };
    for (const packages of isOfLine(channel, version) ? shared : []) {
      const lasting = packages.get(keyOf(channelTag, version))?.filter(({ statement }) => statement.expires > now);
      const plans = lasting?.flatMap((one) => planOf(one, channel) ?? []) ?? [];
      if (plans.length > 0) return { plans };
    }
    return { notOffered: `No provider shares a package of ${channel.name} ${version}.` };
  };
};

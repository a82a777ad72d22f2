import type { Channel } from '@patchkeep/starter/channel';
import { remoteAccessTags } from '@patchkeep/starter/channels';
import { isOfLine, type Plan } from '../prepare/plan.ts';
import { isForCopies } from '../rules/choose-installer.ts';
import { plainInstaller } from '../rules/plain-installer.ts';
import { variantText } from '../rules/variant.ts';
import { nothing, type Plans, type Wanted } from '../serve/plans.ts';
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
  if (installedAs ? names.length === 0 : !isInstallable) return undefined;
  const mayInstall = isInstallable === true && !remoteAccessTags.has(channel.tag);
  return {
    channel: names.length > 0 ? { ...channel, installedAs: names } : channel,
    recipe: undefined,
    offer: { packageId, version: statement.version, variant, installer: installerOf(shared) },
    variant: variantText(variant),
    architectures: statement.architectures ?? null,
    installArguments: statement.installArguments,
    vouched: { provider, bytes, about: { ...about, ...(mayInstall && { isInstallable }) } },
  };
};

const keyOf = (channelTag: string, version: string): string => `${channelTag}\n${version}`;

/** Plans from what providers share. Of what several have, that of the first is taken. */
export const sharedPlans = (
  channels: ReadonlyMap<string, Channel>,
  catalogues: readonly ProviderCatalogue[],
  now: number,
) => {
  const shared = catalogues.map(({ packages }) =>
    Map.groupBy(packages, ({ statement }) => keyOf(statement.channelTag, statement.version)),
  );
  return ({ channelTag, version, variants }: Wanted): Plans => {
    const channel = channels.get(channelTag);
    if (!channel) return nothing('The packager does not know this application.');
    const byProvider = (isOfLine(channel, version) ? shared : []).map((packages) => {
      const lasting = packages.get(keyOf(channelTag, version))?.filter(({ statement }) => statement.expires > now);
      return lasting?.flatMap((one) => planOf(one, channel) ?? []) ?? [];
    });
    const firstWith = (isMeant: (plan: Plan) => boolean): Plan[] =>
      byProvider.map((plans) => plans.filter(isMeant)).find((plans) => plans.length > 0) ?? [];
    const any = firstWith(() => true);
    const says = `No provider shares a package of ${channel.name} ${version}`;
    if (any.length === 0) return nothing(`${says}.`);
    if (!variants) return { plans: any, notOffered: [] };
    const found = variants.map((copies) => ({
      copies,
      plans: firstWith(({ offer, architectures }) => isForCopies(offer.variant, architectures, copies)),
    }));
    return {
      plans: found.flatMap(({ plans }) => plans),
      notOffered: found.flatMap(({ copies, plans }) =>
        plans.length === 0 ? [{ copies, says: `${says} for such copies.` }] : [],
      ),
    };
  };
};

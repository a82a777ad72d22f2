import { orderKinds } from '@patchkeep/orders/statements';
import { nameOfDebTag } from '@patchkeep/orders/system-package';

/** A package of the distribution has no statement: the key of its name is the task's channel, as with Windows updates. */
export const systemPackageKind = orderKinds.indexOf('upgrade-system-package');

/** The kind of the tasks that update an application. */
export const kindOfUpdate = (channelTag: string): number =>
  nameOfDebTag(channelTag) === undefined ? orderKinds.indexOf('upgrade-package') : systemPackageKind;

/** What an order names of a task. */
export const systemPackageOf = ({
  kind,
  channel_tag: tag,
  to_version: version,
}: {
  kind: number;
  channel_tag: string;
  to_version: string;
}): { systemPackage?: { name: string; version: string } } => {
  const name = kind === systemPackageKind ? nameOfDebTag(tag) : undefined;
  return name === undefined ? {} : { systemPackage: { name, version } };
};

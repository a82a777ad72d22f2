import { adobeKey, adobeTrack } from './adobe/adobe.ts';
import { citrixKey } from './citrix/citrix.ts';
import { dateKey } from './date/date.ts';
import { dpkgKey } from './dpkg/dpkg.ts';
import { genericKey } from './generic/generic.ts';
import { javaKey } from './java/java.ts';
import { openvpnKey } from './openvpn/openvpn.ts';
import { rpmKey } from './rpm/rpm.ts';
import { semverKey } from './semver/semver.ts';
import { windowsKey } from './windows/windows.ts';

interface Scheme {
  /** A text that sorts as the version does, or nothing when the scheme cannot read it. Never throws. */
  key: (text: string) => string | undefined;
  /** Where one product has lines of releases whose numbers say nothing about one another: the line of a version. */
  track?: (text: string) => string | undefined;
}

const schemes = {
  adobe: { key: adobeKey, track: adobeTrack },
  citrix: { key: citrixKey },
  date: { key: dateKey },
  dpkg: { key: dpkgKey },
  generic: { key: genericKey },
  java: { key: javaKey },
  openvpn: { key: openvpnKey },
  rpm: { key: rpmKey },
  semver: { key: semverKey },
  windows: { key: windowsKey },
} satisfies Record<string, Scheme>;

export type SchemeName = keyof typeof schemes;

export const isScheme = (name: string): name is SchemeName => Object.hasOwn(schemes, name);

/** A version's place in its scheme's order, to be compared with `<`; nothing when the scheme cannot read it. */
export const versionKey = (scheme: SchemeName, text: string): string | undefined => schemes[scheme].key(text);

export const versionTrack = (scheme: SchemeName, text: string): string | undefined => {
  const { track }: Scheme = schemes[scheme];
  return track?.(text);
};

/** Below zero, zero or above it; nothing when one of them cannot be read. */
export const compareVersions = (scheme: SchemeName, a: string, b: string): number | undefined => {
  const [left, right] = [versionKey(scheme, a), versionKey(scheme, b)];
  if (left === undefined || right === undefined) return undefined;
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

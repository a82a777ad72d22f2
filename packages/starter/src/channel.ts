import type { SchemeName } from '@patchkeep/versions/schemes';

/** What updates of a channel are told, besides what its packages offer. */
export interface UpgradeRules {
  files?: {
    name: string;
    title: string;
    help: string;
    type: 'replaceInstaller' | 'transform';
    isRequired?: boolean;
    isAdvanced?: boolean;
  }[];
  /**
   * `argument` is what the installer is given; `{value}` stands for what was set. A flag is an argument that is given or
   * not; only jobs give it, an update keeps what is there.
   */
  options?: { name: string; title: string; help: string; argument: string; isRequired?: boolean; isFlag?: boolean }[];
}

/** What matching has to know of a channel: under which names the world speaks of it, and how it counts its versions. */
export interface Channel {
  tag: string;
  name: string;
  vendor: string;
  wingetIds: string[];
  scheme: SchemeName;
  /** How many parts of a version tell releases apart: an installer's 1.2.10.6 is the release 1.2.10. */
  precision?: number;
  /** Only versions that begin so: `3.12` of Python, `8` of a Java. */
  line?: string;
  /** `vendor:product`, or `vendor:product:edition` where only that edition of the product is meant. */
  cpes: string[];
  /** `vendor|product` as CVE records name it, lower-case; `vendor|*` is everything of that vendor. */
  cnaNames: string[];
  /** Names that descriptions use right before or after a version, for records that say nothing else. */
  describedAs: string[];
  /** Names, as in `cnaNames`, of a bigger product whose records mean this one when their text says so. */
  textOnlyNames?: string[];
  /** The vendor's own naming is complete: a CPE that others put on a record of theirs does not count against it. */
  isVendorComplete?: boolean;
  /** The vendor's descriptions name more than its version fields do, as Adobe's name every track. */
  isDescriptionComplete?: boolean;
  /** Words of descriptions that tell of a part this channel does not ship: JavaFX in builds of OpenJDK. */
  elsewhere?: string[];
  /** The product's name at endoflife.date. */
  endoflife?: string;
  /** How installed software calls itself, without versions, architectures and languages. */
  installedAs: string[];
  /** How publishers begin; empty is any. */
  publishers: string[];
  isDriver?: boolean;
  isSuiteMember?: boolean;
  isHidden?: boolean;
  upgrade?: UpgradeRules;
}

interface CountedSite {
  siteName: string;
  hosts: number;
  hostsAtRisk: number;
  zeroDay: number;
  insecure: number;
  eol: number;
}

/** Of a site without hosts nothing is known: it comes last. */
const shareAtRisk = ({ hosts, hostsAtRisk }: CountedSite): number => (hosts === 0 ? -1 : hostsAtRisk / hosts);

/**
 * The worst site first: the one with the largest share of hosts at risk, not the one with the most hosts. Sites with the
 * same share are told apart by their worst problems.
 */
export const worstFirst = (a: CountedSite, b: CountedSite): number =>
  shareAtRisk(b) - shareAtRisk(a) ||
  b.zeroDay - a.zeroDay ||
  b.insecure - a.insecure ||
  b.eol - a.eol ||
  (a.siteName < b.siteName ? -1 : 1);

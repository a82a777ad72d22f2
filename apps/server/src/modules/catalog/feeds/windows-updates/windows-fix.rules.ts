/** One statement of Microsoft's: in this product, this update (or something without a number) repairs this CVE. */
export interface WindowsFix {
  cveId: string;
  product: string;
  kb: number | null;
  /** What is offered where it is no numbered update. */
  remedy: string;
  severity: string;
  impact: string;
  isExploited: boolean;
  releasedOn: string | null;
  supersedes: number[];
  fixedBuild: string;
  isRestartRequired: boolean | null;
  classification: string;
}

/** An update's number, as it stands in texts like `5043936` or `KB5043936`. */
export const kbOf = (text: string): number | null => {
  const digits = /^\s*(?:KB)?(\d{5,8})\s*$/i.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
};

const severities = ['Low', 'Moderate', 'Important', 'Critical'];

/** Words of the severity scale; anything else (a feed has written `System.Object[]`) says nothing. */
export const severityOf = (text: string): string => (severities.includes(text.trim()) ? text.trim() : '');
export const worseSeverity = (a: string, b: string): string => (severities.indexOf(a) >= severities.indexOf(b) ? a : b);

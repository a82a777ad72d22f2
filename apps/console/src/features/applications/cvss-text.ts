/** One metric of a CVSS vector in words: "Attack vector: Network". */
export interface MetricText {
  metric: string;
  value: string;
}

const levels = { N: 'None', L: 'Low', H: 'High' };
const impacts = { confidentiality: 'Confidentiality', integrity: 'Integrity', availability: 'Availability' };
type Metrics = Record<string, readonly [metric: string, values: Record<string, string>]>;

const version3: Metrics = {
  AV: ['Attack vector', { N: 'Network', A: 'Adjacent network', L: 'Local', P: 'Physical' }],
  AC: ['Attack complexity', levels],
  PR: ['Privileges required', levels],
  UI: ['User interaction', { N: 'None', R: 'Required' }],
  S: ['Scope', { U: 'Unchanged', C: 'Changed' }],
  C: [impacts.confidentiality, levels],
  I: [impacts.integrity, levels],
  A: [impacts.availability, levels],
};

const version4: Metrics = {
  AV: ['Attack vector', { N: 'Network', A: 'Adjacent', L: 'Local', P: 'Physical' }],
  AC: ['Attack complexity', levels],
  AT: ['Attack requirements', { N: 'None', P: 'Present' }],
  PR: ['Privileges required', levels],
  UI: ['User interaction', { N: 'None', P: 'Passive', A: 'Active' }],
  VC: [`${impacts.confidentiality} here`, levels],
  VI: [`${impacts.integrity} here`, levels],
  VA: [`${impacts.availability} here`, levels],
  SC: [`${impacts.confidentiality} beyond`, levels],
  SI: [`${impacts.integrity} beyond`, levels],
  SA: [`${impacts.availability} beyond`, levels],
};

const version2: Metrics = {
  AV: ['Access vector', { N: 'Network', A: 'Adjacent network', L: 'Local' }],
  AC: ['Access complexity', { L: 'Low', M: 'Medium', H: 'High' }],
  Au: ['Authentication', { N: 'None', S: 'Single', M: 'Multiple' }],
  C: [impacts.confidentiality, { N: 'None', P: 'Partial', C: 'Complete' }],
  I: [impacts.integrity, { N: 'None', P: 'Partial', C: 'Complete' }],
  A: [impacts.availability, { N: 'None', P: 'Partial', C: 'Complete' }],
};

const metricsOf = (version: string): Metrics =>
  version.startsWith('4') ? version4 : version.startsWith('2') ? version2 : version3;

/** The base metrics of a vector in words, in the vector's order. What is not known is left out. */
export const metricText = (version: string, vector: string): MetricText[] => {
  const metrics = metricsOf(version);
  return vector.split('/').flatMap((part) => {
    const [code = '', letter = ''] = part.split(':');
    const found = Object.hasOwn(metrics, code) ? metrics[code] : undefined;
    const value = found?.[1][letter];
    return found && value !== undefined ? [{ metric: found[0], value }] : [];
  });
};

/** How bad a score is, in the words of its standard. */
export const severityWord = (version: string, score: number): string => {
  if (score === 0) return 'None';
  if (score < 4) return 'Low';
  if (score < 7) return 'Medium';
  return score < 9 || version.startsWith('2') ? 'High' : 'Critical';
};
